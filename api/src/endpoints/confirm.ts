import { DONE_PATHS, friendLink, LINK_PATHS } from '../../../contract/waitlist.ts'
import type { Endpoint } from '../http/endpoints.ts'
import { addButton, originOf } from '../http/link-route.ts'
import { pageResponse } from '../http/openapi/response-schemas.ts'
import { wantsPage } from '../http/pages/answer.ts'
import { sendFriendPage } from '../http/pages/friend-page.ts'
import { readFriends, tokenOf } from '../links/follow-link.ts'

const confirm: Endpoint = async (app, { config, database }) => {
  addButton(app, database, {
    path: LINK_PATHS.confirm,
    summary: 'Confirm the address of a signup, within 7 days',
    description: 'The address is confirmed, or the link is too old.',
    action: 'confirm_by_link',
    page: DONE_PATHS.confirmed,
    ...(config.referrals && {
      response: {
        200: pageResponse(
          'To a browser: the address is confirmed. The page has the place in line and a link for friends.',
        ),
      },
      async findPage(request) {
        const friends = wantsPage(request) && (await readFriends(database, tokenOf(request)))
        return friends
          ? (reply) =>
              sendFriendPage(reply, friends, friendLink(originOf(request, config), friends.code))
          : undefined
      },
    }),
  })
}
export default confirm

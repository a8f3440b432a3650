import {
  CLICKED,
  DONE_PATHS,
  friendLink,
  LINK_PATHS,
  NEEDS_CLICK,
} from '../../../../contract/waitlist.ts'
import { confirmAddress, readFriends, tokenOf } from '../../mail/follow-link.ts'
import type { Endpoint } from '../endpoints.ts'
import { addButton, originOf } from '../link-route.ts'
import { wantsPage } from '../pages/answer.ts'
import { sendFriendPage } from '../pages/friend-page.ts'
import { pageResponse } from '../response-schemas.ts'

const NEXT = { confirmed: DONE_PATHS.confirmed, click: NEEDS_CLICK } as const

const confirm: Endpoint = async (app, { config, links }) => {
  addButton(app, {
    path: LINK_PATHS.confirm,
    summary: 'Confirm the address of a signup, within 7 days',
    description:
      'The address is confirmed, or the link is too old. A person who has left must send the field of the button.',
    async follow({ query, body }) {
      const isClicked = CLICKED in Object(body)
      const result = await confirmAddress(links, tokenOf({ query }), isClicked)
      return result !== undefined && NEXT[result]
    },
    pages: Object.values(NEXT),
    ...(config.referrals && {
      response: {
        200: pageResponse(
          'To a browser: the address is confirmed. The page has the place in line and a link for friends.',
        ),
      },
      async findPage(request) {
        const friends = wantsPage(request) && (await readFriends(links, tokenOf(request)))
        return friends
          ? (reply) =>
              sendFriendPage(reply, friends, friendLink(originOf(request, config), friends.code))
          : undefined
      },
    }),
  })
}
export default confirm

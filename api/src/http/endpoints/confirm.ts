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

const NEXT = { confirmed: DONE_PATHS.confirmed, click: NEEDS_CLICK } as const

const confirm: Endpoint = async (app, { config, links }) => {
  addButton(app, {
    path: LINK_PATHS.confirm,
    summary: 'Confirm the address of a signup, within 7 days',
    async follow({ query, body }) {
      const isClicked = CLICKED in Object(body)
      const result = await confirmAddress(links, tokenOf({ query }), isClicked)
      return result !== undefined && NEXT[result]
    },
    ...(config.referrals && {
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

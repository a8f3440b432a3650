import { friendLink, LINK_PATHS } from '../../../../contract/waitlist.ts'
import { readFriends, tokenOf } from '../../mail/follow-link.ts'
import type { Endpoint } from '../endpoints.ts'
import { linkRoute, originOf, refuseLink, UNKNOWN_LINK } from '../link-route.ts'
import { wantsPage } from '../pages/answer.ts'
import { sendFriendPage } from '../pages/friend-page.ts'

/** The page after the confirmation, at any later time. */
const friends: Endpoint = async (app, { config, links }) => {
  if (!config.referrals) return
  app.post(
    LINK_PATHS.friends,
    linkRoute({
      summary: 'Show the place in line and the link for friends',
      sentences: UNKNOWN_LINK,
    }),
    async (request, reply) => {
      const found = await readFriends(links, tokenOf(request))
      if (found === undefined) return refuseLink(request, reply)
      const { code, place, friends } = found
      const link = friendLink(originOf(request, config), code)
      return wantsPage(request) ? sendFriendPage(reply, found, link) : { link, place, friends }
    },
  )
}
export default friends

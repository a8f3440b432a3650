import Type from 'typebox'
import { DONE_PATHS, friendLink, LINK_PATHS } from '../../../../contract/waitlist.ts'
import { readFriends, tokenOf } from '../../mail/follow-link.ts'
import type { Endpoint } from '../endpoints.ts'
import { linkRoute, originOf, refuseLink, UNKNOWN_LINK } from '../link-route.ts'
import { wantsPage } from '../pages/answer.ts'
import { sendFriendPage } from '../pages/friend-page.ts'
import { jsonResponse, redirectResponse } from '../response-schemas.ts'

const body = Type.Object({
  link: Type.String({ description: 'The address to share with friends.' }),
  place: Type.Union([Type.Integer(), Type.Null()], {
    description: 'In line for an invitation. Null for an invited person.',
  }),
  friends: Type.Integer({ description: 'Friends who have confirmed.' }),
})

/** The page after the confirmation, at any later time. */
const friends: Endpoint = async (app, { config, links }) => {
  if (!config.referrals) return
  app.post(
    LINK_PATHS.friends,
    linkRoute({
      summary: 'Show the place in line and the link for friends',
      response: {
        200: jsonResponse('The person has confirmed.', body, { page: true }),
        303: redirectResponse(
          'To a browser: the link is unknown, or its person has not confirmed.',
          DONE_PATHS.expired,
        ),
      },
      ...UNKNOWN_LINK,
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

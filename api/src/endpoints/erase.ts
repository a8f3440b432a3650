import { DONE_PATHS, LINK_PATHS } from '../../contract/waitlist.ts'
import type { Endpoint } from '../http/endpoints.ts'
import { followLink, tokenOf } from '../links/follow-link.ts'
import { linkRoute, redirectTo } from '../links/link-route.ts'

const { erased, expired } = DONE_PATHS

const erase: Endpoint = async (app, { database }) => {
  app.post(
    LINK_PATHS.erase,
    linkRoute({
      summary: 'Erase all data about the person of a link',
      response: {
        303: redirectTo('The worker erases the data, or the link is unknown.', erased, expired),
      },
    }),
    async (request, reply) => {
      const known = await followLink(database, 'erase_by_link', tokenOf(request))
      return reply.redirect(known ? erased : expired, 303)
    },
  )
}
export default erase

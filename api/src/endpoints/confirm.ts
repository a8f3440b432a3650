import { DONE_PATHS, LINK_PATHS } from '../../contract/waitlist.ts'
import type { Endpoint } from '../http/endpoints.ts'
import { followLink, tokenOf } from '../links/follow-link.ts'
import { linkRoute, redirectTo } from '../links/link-route.ts'

const { confirmed, expired } = DONE_PATHS

const confirm: Endpoint = async (app, { database }) => {
  app.post(
    LINK_PATHS.confirm,
    linkRoute({
      summary: 'Confirm the address of a signup, within 7 days',
      response: {
        303: redirectTo('The address is confirmed, or the link is too old.', confirmed, expired),
      },
    }),
    async (request, reply) => {
      const known = await followLink(database, 'confirm_by_link', tokenOf(request))
      return reply.redirect(known ? confirmed : expired, 303)
    },
  )
}
export default confirm

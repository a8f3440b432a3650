import type { FastifyRequest } from 'fastify'
import { DONE_PATHS, friendLink, LINK_PATHS } from '../../../contract/waitlist.ts'
import type { Endpoint } from '../http/endpoints.ts'
import { addButton } from '../http/link-route.ts'
import { pageResponse, RATE_LIMIT } from '../http/openapi/response-schemas.ts'
import { sendFriendPage } from '../http/pages/friend-page.ts'
import { wantsPage } from '../http/pages/plain-page.ts'
import { referByLink, tokenOf } from '../links/follow-link.ts'

const confirm: Endpoint = async (app, { config, database }) => {
  /** In a trial, the address that the visitor used. */
  const originOf = ({ protocol, host }: FastifyRequest): string =>
    config.siteUrl ?? `${protocol}://${host}`

  addButton(app, database, {
    path: LINK_PATHS.confirm,
    summary: 'Confirm the address of a signup, within 7 days',
    description: 'The address is confirmed, or the link is too old.',
    action: 'confirm_by_link',
    page: DONE_PATHS.confirmed,
    ...(config.referrals && {
      response: {
        200: pageResponse(
          'To a browser: the address is confirmed. The page has a link for friends.',
          {
            headers: RATE_LIMIT,
          },
        ),
      },
      async findPage(request) {
        const code = wantsPage(request) && (await referByLink(database, tokenOf(request)))
        return code
          ? (reply) => sendFriendPage(reply, friendLink(originOf(request), code))
          : undefined
      },
    }),
  })
}
export default confirm

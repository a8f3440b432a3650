import type { FastifyInstance, FastifyRequest } from 'fastify'
import Type from 'typebox'
import { DONE_PATHS, LINK_PATHS } from '../../contract/waitlist.ts'
import type { Endpoint } from '../http/endpoints.ts'
import { ERRORS, HttpError } from '../http/errors/responses.ts'
import { jsonResponse, RATE_LIMIT } from '../http/openapi/response-schemas.ts'
import { followLink, tokenOf } from '../links/follow-link.ts'
import { linkRoute, redirectTo } from '../links/link-route.ts'

const { left, expired } = DONE_PATHS

const LEFT = { status: 'left' } as const

const MULTIPART = 'multipart/form-data'

/** Mail providers may send either form (RFC 8058, section 3.2). */
function readMultipart(app: FastifyInstance): void {
  app.addContentTypeParser(
    MULTIPART,
    { parseAs: 'buffer' },
    async ({ headers }: FastifyRequest, body: Buffer) => {
      const type = { 'content-type': headers['content-type'] ?? '' }
      try {
        const form = await new Response(new Uint8Array(body), { headers: type }).formData()
        return Object.fromEntries(form)
      } catch {
        throw new HttpError(ERRORS.malformedBody)
      }
    },
  )
}

/** The unsubscribe button of a mail program (RFC 8058), which expects no redirect. */
const isOneClick = (body: unknown): boolean => Object(body)['List-Unsubscribe'] === 'One-Click'

const leave: Endpoint = async (app, { database }) => {
  readMultipart(app)
  app.post(
    LINK_PATHS.leave,
    linkRoute({
      summary: 'Leave the waitlist, by the page or by one click in a mail program (RFC 8058)',
      consumes: [MULTIPART],
      response: {
        200: jsonResponse(
          'To one click: the person has left, or the link is unknown.',
          Type.Object({ status: Type.Literal(LEFT.status) }),
          { headers: RATE_LIMIT },
        ),
        303: redirectTo('The person has left, or the link is unknown.', left, expired),
      },
    }),
    async (request, reply) => {
      const known = await followLink(database, 'leave_by_link', tokenOf(request))
      if (isOneClick(request.body)) return LEFT
      return reply.redirect(known ? left : expired, 303)
    },
  )
}
export default leave

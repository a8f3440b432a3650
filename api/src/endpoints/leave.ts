import type { FastifyInstance, FastifyRequest } from 'fastify'
import Type from 'typebox'
import { DONE_PATHS, LINK_PATHS } from '../../contract/waitlist.ts'
import type { Endpoint } from '../http/endpoints.ts'
import { ERRORS, HttpError } from '../http/errors/responses.ts'
import { jsonResponse, RATE_LIMIT } from '../http/openapi/response-schemas.ts'
import { addButton } from '../links/link-route.ts'

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
  addButton(app, database, {
    path: LINK_PATHS.leave,
    summary: 'Leave the waitlist, by the page or by one click in an email program (RFC 8058)',
    description: 'The person has left, or the link is unknown.',
    action: 'leave_by_link',
    page: DONE_PATHS.left,
    consumes: [MULTIPART],
    response: {
      200: jsonResponse(
        'To one click: the person has left, or the link is unknown.',
        Type.Object({ status: Type.Literal(LEFT.status) }),
        { headers: RATE_LIMIT },
      ),
    },
    replyTo: (body) => (isOneClick(body) ? LEFT : undefined),
  })
}
export default leave

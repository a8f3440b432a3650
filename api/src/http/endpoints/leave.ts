import type { FastifyInstance, FastifyRequest } from 'fastify'
import { DONE_PATHS, LINK_PATHS } from '../../../../contract/waitlist.ts'
import { followLink, tokenOf } from '../../mail/follow-link.ts'
import { ERRORS, HttpError } from '../../system/error-responses.ts'
import type { Endpoint } from '../endpoints.ts'
import { addButton, UNKNOWN_LINK } from '../link-route.ts'

const LEFT = { status: 'left' } as const

const FORM = 'application/x-www-form-urlencoded'

/** A form that cannot be read is empty: the token alone is the right to leave. */
async function readForm(body: Buffer, contentType: string): Promise<object> {
  const headers = {
    'content-type': /^multipart\/form-data/i.test(contentType) ? contentType : FORM,
  }
  const form = await new Response(new Uint8Array(body), { headers }).formData().catch(() => [])
  return Object.fromEntries(form)
}

/** RFC 8058 has two types of forms (section 3.2), but mail programs send what they like. */
function readAnything(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ raw: { headers } }) => {
    // Fastify refuses what is no type before a parser sees it
    if (!/^[\w-]+\/[\w-]/.test(headers['content-type'] ?? '')) delete headers['content-type']
  })
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    '*',
    { parseAs: 'buffer' },
    ({ headers }: FastifyRequest, body: Buffer) => readForm(body, headers['content-type'] ?? ''),
  )
}

/** The unsubscribe button of a mail program (RFC 8058), which expects no redirect. */
const isOneClick = (body: unknown): boolean =>
  String(Object(body)['List-Unsubscribe']).trim() === 'One-Click'

const leave: Endpoint = async (app, { links }) => {
  readAnything(app)
  addButton(app, {
    path: LINK_PATHS.leave,
    summary: 'Leave the waitlist, by the page or by one click in an email program (RFC 8058)',
    sentences: UNKNOWN_LINK,
    follow: async (request) =>
      (await followLink(links, 'leave_by_link', tokenOf(request))) && DONE_PATHS.left,
    replyTo(request) {
      if (!isOneClick(request.body)) return undefined
      // the person of a cut link stays on the list
      if (tokenOf(request) === undefined) throw new HttpError(ERRORS.notFound)
      return LEFT
    },
  })
}
export default leave

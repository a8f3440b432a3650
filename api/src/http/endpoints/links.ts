import type { FastifyInstance, FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify'
import Type from 'typebox'
import {
  ADVICE,
  BODY_LIMIT,
  CLICKED,
  DATA_WORDS,
  DONE_PATHS,
  friendLink,
  LINK_HEADERS,
  LINK_PATHS,
  LINK_SENTENCES,
  NEEDS_CLICK,
  TOKEN,
} from '../../../../contract/waitlist.ts'
import {
  confirmAddress,
  followLink,
  readFriends,
  readHeldData,
  tokenOf,
} from '../../links/follow.ts'
import { ERRORS, HttpError } from '../../system/error-responses.ts'
import { sendDataPage, sendFriendPage } from '../data-and-friends.ts'
import type { Endpoint } from '../endpoints.ts'
import { errorHandler } from '../errors/handler.ts'
import { failureSender, wantsPage } from '../pages.ts'
import { DATABASE_LIMIT } from '../rate-limit.ts'

const query = Type.Object({
  [TOKEN]: Type.Optional(Type.String({ description: 'The token of the link in an email.' })),
})

const FORM = 'application/x-www-form-urlencoded'

const form = Type.Unknown({
  description:
    'The form from the page or from an email program. Other members and an unreadable form are ignored, because the token alone gives access.',
})

/** Treats an unreadable form as empty, because the token alone gives access. */
async function readForm(body: Buffer, contentType: string): Promise<object> {
  const headers = {
    'content-type': /^multipart\/form-data/i.test(contentType) ? contentType : FORM,
  }
  const form = await new Response(new Uint8Array(body), { headers }).formData().catch(() => [])
  return Object.fromEntries(form)
}

/** Accepts a body of any type. RFC 8058 allows only two (section 3.2), but some mail programs send others. */
function readAnything(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ raw: { headers } }) => {
    // Fastify refuses a malformed type before a parser sees it.
    if (!/^[\w-]+\/[\w-]/.test(headers['content-type'] ?? '')) delete headers['content-type']
  })
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    '*',
    { parseAs: 'buffer' },
    ({ headers }: FastifyRequest, body: Buffer) => readForm(body, headers['content-type'] ?? ''),
  )
}

/** Recognizes a mail program's unsubscribe button, which must not be redirected (RFC 8058, section 3.1). */
const isOneClick = (body: unknown): boolean =>
  String(Object(body)['List-Unsubscribe']).trim() === 'One-Click'

/** Redirects a browser to the page for unknown links. A program gets a 404. */
function refuseLink(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (!wantsPage(request)) throw new HttpError(ERRORS.notFound)
  return reply.redirect(DONE_PATHS.expired, 303)
}

const FILE = {
  'content-type': 'application/json; charset=utf-8',
  'content-disposition': `attachment; filename="${DATA_WORDS.file}"`,
}

/** Handles the links in emails. The token alone gives access, so a form may come from any website. */
const links: Endpoint = async (app, { config, links }) => {
  // Once the form is closed, no friend can join through a referral link.
  const referrals = config.referrals && config.launch.isOpen
  readAnything(app)
  app.addHook('onRequest', async (_request, reply) => void reply.headers(LINK_HEADERS))
  app.setErrorHandler(errorHandler(failureSender(ADVICE.button)))

  const add = (path: string, summary: string, handler: RouteHandlerMethod) =>
    app.post(
      path,
      {
        schema: {
          summary,
          querystring: query,
          body: form,
          consumes: [FORM, 'multipart/form-data'],
          response: { 200: { description: 'Done.' }, 303: { description: 'To the next page.' } },
        },
        bodyLimit: BODY_LIMIT,
        config: { sentences: LINK_SENTENCES, rateLimit: DATABASE_LIMIT },
      },
      handler,
    )

  /** Returns the referral link. Without SITE_URL, it contains the host that the visitor used. */
  const shared = ({ protocol, host }: FastifyRequest, code: string): string =>
    friendLink(config.siteUrl ?? `${protocol}://${host}`, code)

  add(LINK_PATHS.confirm, 'Confirm an address, within 7 days', async (request, reply) => {
    const result = await confirmAddress(links, tokenOf(request), CLICKED in Object(request.body))
    if (result === 'confirmed' && referrals && wantsPage(request)) {
      const friends = await readFriends(links, tokenOf(request))
      if (friends) return sendFriendPage(reply, friends, shared(request, friends.code))
    }
    const next = { confirmed: DONE_PATHS.confirmed, click: NEEDS_CLICK }
    return reply.redirect(result ? next[result] : DONE_PATHS.expired, 303)
  })

  add(LINK_PATHS.leave, 'Leave, or unsubscribe with one click', async (request, reply) => {
    const token = tokenOf(request)
    const isKnown = await followLink(links, 'leave_by_link', token)
    if (!isOneClick(request.body)) {
      return reply.redirect(isKnown ? DONE_PATHS.left : DONE_PATHS.expired, 303)
    }
    // A truncated link doesn't take anyone off the list, so the mail program must see an error.
    if (token === undefined) throw new HttpError(ERRORS.notFound)
    return { status: 'left' }
  })

  add(LINK_PATHS.erase, 'Erase all data about the person', async (request, reply) => {
    const isKnown = await followLink(links, 'erase_by_link', tokenOf(request))
    return reply.redirect(isKnown ? DONE_PATHS.erased : DONE_PATHS.expired, 303)
  })

  add(LINK_PATHS.data, 'Show what is stored about the person', async (request, reply) => {
    const token = tokenOf(request)
    const data = await readHeldData(links, token)
    if (data === undefined) return refuseLink(request, reply)
    if (Object(request.body).as === 'file') {
      return reply.headers(FILE).send(JSON.stringify(data, null, 2))
    }
    if (!wantsPage(request)) return data
    const hasFriends = referrals && 'confirmed_at' in data && !('left_at' in data)
    return sendDataPage(reply, data, token ?? '', hasFriends)
  })

  if (!referrals) return
  add(LINK_PATHS.friends, 'Show the place in line and the friends', async (request, reply) => {
    const found = await readFriends(links, tokenOf(request))
    if (found === undefined) return refuseLink(request, reply)
    const { code, place, friends } = found
    const link = shared(request, code)
    return wantsPage(request) ? sendFriendPage(reply, found, link) : { link, place, friends }
  })
}
export default links

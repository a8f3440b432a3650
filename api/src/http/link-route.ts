import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import Type from 'typebox'
import {
  BODY_LIMIT,
  DATA_WORDS,
  DONE_PATHS,
  LINK_HEADERS,
  TOKEN,
} from '../../../contract/waitlist.ts'
import { html } from '../../../letters/html.ts'
import type { Config } from '../system/api-settings.ts'
import { ERRORS, HttpError } from '../system/error-responses.ts'
import { errorHandler, type Sentences } from './errors/handler.ts'
import { wantsPage } from './pages/answer.ts'
import { failureSender } from './pages/failure-page.ts'
import { DATABASE_LIMIT } from './rate-limit.ts'

const SENTENCES = {
  CONTENT_TYPE_UNSUPPORTED: 'Please send this as a web form.',
  UNAVAILABLE: 'We cannot do this right now. Please try again in a moment.',
} as const

const ADVICE = html`Use your browser's Back button, and click the button again.`

const linkQuery = Type.Object({
  [TOKEN]: Type.Optional(Type.String({ description: 'The token of the link in an email.' })),
})

interface Plan {
  readonly summary: string
  readonly sentences?: Sentences
}

/** The site's address in links; in a trial, the one that the visitor used. */
export const originOf = (
  { protocol, host }: FastifyRequest,
  { siteUrl }: Pick<Config, 'siteUrl'>,
): string => siteUrl ?? `${protocol}://${host}`

/** The options of an endpoint behind a link. The token is the right to use it, from any website. */
export const linkRoute = ({ summary, sentences }: Plan) => ({
  schema: {
    summary,
    querystring: linkQuery,
    response: { '2xx': { description: 'For a program.' }, 303: { description: 'For a browser.' } },
  },
  bodyLimit: BODY_LIMIT,
  config: { sentences: { ...SENTENCES, ...sentences }, rateLimit: DATABASE_LIMIT },
  onRequest: (_request: FastifyRequest, reply: FastifyReply, done: () => void) => {
    reply.headers(LINK_HEADERS)
    done()
  },
  errorHandler: errorHandler(failureSender(ADVICE)),
})

/** The failure of a link whose page shows something, to a program. A browser is redirected. */
export const UNKNOWN_LINK: Sentences = { NOT_FOUND: DATA_WORDS.unknown }

/** @throws HttpError to a program */
export function refuseLink(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (!wantsPage(request)) throw new HttpError(ERRORS.notFound)
  return reply.redirect(DONE_PATHS.expired, 303)
}

interface Button extends Plan {
  readonly path: string
  /** Does what the link is for. Returns the address of the next page, or false for an unknown link. */
  readonly follow: (request: FastifyRequest) => Promise<string | false>
  /** The response to a program that expects no redirect. */
  readonly replyTo?: (request: FastifyRequest) => object | undefined
  /**
   * Finds another page than the redirect's for the person of a known link. It returns the function that sends
   * it: a reply is a promise, so awaiting one waits for the end of the response.
   */
  readonly findPage?: (
    request: FastifyRequest,
  ) => Promise<((reply: FastifyReply) => FastifyReply) | undefined>
}

/** Adds the route of a button that does what a link is for, and leads to a page. */
export function addButton(
  app: FastifyInstance,
  { path, follow, replyTo, findPage, ...plan }: Button,
): void {
  app.post(path, linkRoute(plan), async (request, reply) => {
    const next = await follow(request)
    const sendPage = next ? await findPage?.(request) : undefined
    if (sendPage) return sendPage(reply)
    return replyTo?.(request) ?? reply.redirect(next || DONE_PATHS.expired, 303)
  })
}

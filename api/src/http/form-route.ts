import type { FastifyInstance } from 'fastify'
import type { Static, TSchema } from 'typebox'
import { BODY_LIMIT } from '../../../contract/waitlist.ts'
import { html } from '../../../letters/html.ts'
import { networkHasher } from '../list/network.ts'
import { tidyBody } from '../list/signup.ts'
import { isForm } from '../system/body.ts'
import { refuseCrossSite } from './cross-site.ts'
import type { Services } from './endpoints.ts'
import { errorHandler, type Sentences } from './errors/handler.ts'
import { failureSender } from './pages.ts'
import { signupRateLimit, siteRateLimit } from './rate-limit.ts'

export const FORM_SENTENCES = {
  BODY_MALFORMED: 'We could not read the form. Please reload the page and try again.',
  CROSS_SITE: 'This was sent from another website. Please send it again from here.',
  CONTENT_TYPE_UNSUPPORTED: 'Please send the form as JSON or as a web form.',
} as const

const ADVICE = html`Use your browser's Back button; what you typed is still in the form.`

const hashNetwork = networkHasher()

interface Form<Body extends TSchema> {
  /** The whole path, with `/api`. */
  readonly path: string
  readonly summary: string
  readonly body: Body
  readonly query?: TSchema
  readonly success: {
    readonly status: 201 | 202
    readonly description: string
    readonly reply: { readonly status: string }
    /** The page for a form sent without JavaScript. */
    readonly page: string
  }
  readonly sentences: Sentences
  /**
   * @param network the hash of the visitor's network, in hexadecimal
   * @throws HttpError
   */
  readonly work: (body: Static<Body>, network: string, query: unknown) => Promise<void>
}

/** Adds the route of a form of the site, which is sent as JSON or, without JavaScript, as a web form. */
export function addForm<Body extends TSchema>(
  app: FastifyInstance,
  { config }: Services,
  { path, summary, body, query, success, sentences, work }: Form<Body>,
): void {
  const { status, description, reply: replyBody, page } = success
  app.post(
    path.slice(app.prefix.length),
    {
      schema: {
        summary,
        consumes: ['application/json', 'application/x-www-form-urlencoded'],
        body,
        ...(query && { querystring: query }),
        response: { [status]: { description } },
      },
      bodyLimit: BODY_LIMIT,
      config: { sentences, rateLimit: signupRateLimit(config.rateLimitMax) },
      preValidation: (request, _reply, done) => {
        refuseCrossSite(request, config)
        tidyBody(request.body)
        done()
      },
      preHandler: siteRateLimit(app, config),
      errorHandler: errorHandler(failureSender(ADVICE)),
    },
    async (request, reply) => {
      // Fastify has validated it with the schema `body`
      await work(request.body as Static<Body>, hashNetwork(request.ip), request.query)
      if (isForm(request)) return reply.redirect(page, 303)
      reply.code(status)
      return replyBody
    },
  )
}

import type { FastifyReply, FastifyRequest } from 'fastify'
import Type from 'typebox'
import { BODY_LIMIT, LINK_HEADERS, TOKEN } from '../../contract/waitlist.ts'
import { html } from '../html.ts'
import { errorHandler, type Sentences } from '../http/errors/handler.ts'
import { BODY_ERRORS, ERRORS, type ErrorReply, HttpError } from '../http/errors/responses.ts'
import { failureSender } from '../http/failure-page.ts'
import { errorResponses, RATE_LIMIT, redirectResponse } from '../http/openapi/response-schemas.ts'

const SENTENCES = {
  CONTENT_TYPE_UNSUPPORTED: 'Please send this as a web form.',
  UNAVAILABLE: 'We cannot do this right now. Please try again in a moment.',
} as const

const ADVICE = html`Use your browser's Back button, and press the button again.`

/**
 * Nobody can guess a token, so the limit only protects the database. It is high, because a mail
 * provider sends the unsubscriptions of all its users from a few addresses.
 */
const LIMIT = {
  max: 600,
  timeWindow: 60_000,
  ipv6Subnet: 64,
  errorResponseBuilder: () => new HttpError(ERRORS.rateLimited),
}

const linkQuery = Type.Object({
  [TOKEN]: Type.Optional(Type.String({ description: 'The token of the link in a mail.' })),
})

interface Plan {
  readonly summary: string
  /** Successful responses by status. */
  readonly response: Readonly<Record<number, object>>
  readonly consumes?: readonly string[]
  readonly failures?: readonly ErrorReply[]
  readonly sentences?: Sentences
}

/** A redirect to one of the pages, for `response`. */
export const redirectTo = (description: string, ...pages: readonly string[]) =>
  redirectResponse(description, pages, { headers: RATE_LIMIT })

/** The options of an endpoint behind a link. The token is the right to use it, from any website. */
export const linkRoute = ({ summary, response, consumes = [], failures = [], ...plan }: Plan) => {
  const sentences = { ...SENTENCES, ...plan.sentences }
  return {
    schema: {
      summary,
      querystring: linkQuery,
      consumes: ['application/x-www-form-urlencoded', ...consumes],
      response: {
        ...response,
        ...errorResponses([...BODY_ERRORS, ...failures], {
          headers: RATE_LIMIT,
          page: true,
          sentences,
        }),
      },
    },
    bodyLimit: BODY_LIMIT,
    config: { sentences, rateLimit: LIMIT },
    onRequest: (_request: FastifyRequest, reply: FastifyReply, done: () => void) => {
      reply.headers(LINK_HEADERS)
      done()
    },
    errorHandler: errorHandler(failureSender(ADVICE)),
  }
}

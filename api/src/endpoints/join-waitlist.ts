import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import {
  BODY_LIMIT,
  FIELD_NAMES,
  JOINED,
  JOINED_PATH,
  WAITLIST_PATH,
} from '../../contract/waitlist.ts'
import { isForm } from '../http/body.ts'
import { refuseCrossSite } from '../http/cross-site.ts'
import type { Endpoint } from '../http/endpoints.ts'
import { malformedField } from '../http/errors/field-errors.ts'
import { errorHandler } from '../http/errors/handler.ts'
import { BODY_ERRORS, ERRORS, HttpError } from '../http/errors/responses.ts'
import { sendFailure } from '../http/failure-page.ts'
import {
  errorResponses,
  jsonResponse,
  RATE_LIMIT,
  redirectResponse,
} from '../http/openapi/response-schemas.ts'
import { signupRateLimit, siteRateLimit } from '../http/rate-limit.ts'
import type { Outcome } from '../metrics/metrics.ts'
import { joinedBody, waitlistBody } from '../signup/body-schema.ts'
import { tidyBody, toSignup } from '../signup/signup.ts'

export const SENTENCES = {
  BODY_MALFORMED: 'We could not read the form. Please reload the page and try again.',
  CROSS_SITE: 'This was sent from another website. Please send it again from here.',
  CONTENT_TYPE_UNSUPPORTED: 'Please send the form as JSON or as a web form.',
  INTERNAL: 'Something went wrong on our side. Your signup was not saved; please try again later.',
  UNAVAILABLE: 'We cannot save your signup right now. Please try again in a moment.',
} as const

const RESPONSES = {
  201: jsonResponse('The person is on the list. A duplicate gets the same response.', joinedBody, {
    headers: RATE_LIMIT,
  }),
  303: redirectResponse('As 201, for a form sent without JavaScript.', [JOINED_PATH], {
    headers: RATE_LIMIT,
  }),
  ...errorResponses([...BODY_ERRORS, ...FIELD_NAMES.map(malformedField), ERRORS.crossSite], {
    headers: RATE_LIMIT,
    page: true,
    sentences: SENTENCES,
  }),
}

/** Only the database knows what became of the others (see signup/add.ts). */
const outcomeOf = (status: number): Outcome | undefined => {
  if (status === 429) return 'rate_limited'
  if (status === 503) return 'unavailable'
  if (status >= 500) return 'failed'
  return status >= 400 ? 'invalid' : undefined
}

/** New, listed and quarantined people get the same response, so that it does not tell who is listed. */
const joinWaitlist: Endpoint = async (app, { config, add, metrics }) => {
  const onExceeded = () => metrics.limiterHits.inc()
  app.withTypeProvider<TypeBoxTypeProvider>().post(
    WAITLIST_PATH.slice(app.prefix.length),
    {
      schema: {
        summary: 'Join the waitlist',
        consumes: ['application/json', 'application/x-www-form-urlencoded'],
        body: waitlistBody,
        response: RESPONSES,
      },
      bodyLimit: BODY_LIMIT,
      config: {
        sentences: SENTENCES,
        rateLimit: signupRateLimit(config.rateLimit, onExceeded),
      },
      preValidation: (request, _reply, done) => {
        refuseCrossSite(request, config)
        tidyBody(request.body)
        done()
      },
      preHandler: siteRateLimit(app, config, onExceeded),
      onResponse: (_request, { statusCode }, done) => {
        const outcome = outcomeOf(statusCode)
        if (outcome !== undefined) metrics.countSignups(outcome)
        done()
      },
      errorHandler: errorHandler(sendFailure),
    },
    async (request, reply) => {
      const signup = toSignup(request.body)
      if (signup === undefined) throw new HttpError(malformedField('email'))
      await add(signup)
      if (isForm(request)) return reply.redirect(JOINED_PATH, 303)
      reply.code(201)
      return JOINED
    },
  )
}
export default joinWaitlist

import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import Type from 'typebox'
import { BODY_LIMIT, DONE_PATHS, RESEND_PATH, RESENT } from '../../contract/waitlist.ts'
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
import { resendBody } from '../signup/body-schema.ts'
import { emailKey } from '../signup/identity.ts'
import { tidyBody } from '../signup/signup.ts'

const SENTENCES = {
  BODY_MALFORMED: 'We could not read the form. Please reload the page and try again.',
  CROSS_SITE: 'This was sent from another website. Please send it again from here.',
  CONTENT_TYPE_UNSUPPORTED: 'Please send the form as JSON or as a web form.',
  UNAVAILABLE: 'We cannot send a mail right now. Please try again in a moment.',
} as const

const RESPONSES = {
  202: jsonResponse(
    'If the address is on the list, a mail is sent. Any valid address gets the same response.',
    Type.Object({ status: Type.Literal(RESENT.status) }),
    { headers: RATE_LIMIT },
  ),
  303: redirectResponse('As 202, for a form sent without JavaScript.', [DONE_PATHS.resent], {
    headers: RATE_LIMIT,
  }),
  ...errorResponses([...BODY_ERRORS, malformedField('email'), ERRORS.crossSite], {
    headers: RATE_LIMIT,
    page: true,
    sentences: SENTENCES,
  }),
}

/** Only the worker looks for the address, so that the response cannot tell who is on the list. */
const ASK = { name: 'ask-again', text: 'INSERT INTO arrivals (email_key) VALUES ($1)' }

const resendConfirmation: Endpoint = async (app, { config, database, metrics }) => {
  const onExceeded = () => metrics.limiterHits.inc()
  app.withTypeProvider<TypeBoxTypeProvider>().post(
    RESEND_PATH.slice(app.prefix.length),
    {
      schema: {
        summary: 'Ask for another confirmation mail',
        consumes: ['application/json', 'application/x-www-form-urlencoded'],
        body: resendBody,
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
      errorHandler: errorHandler(sendFailure),
    },
    async (request, reply) => {
      const key = emailKey(request.body.email)
      if (key === undefined) throw new HttpError(malformedField('email'))
      await database.query(ASK, [key])
      if (isForm(request)) return reply.redirect(DONE_PATHS.resent, 303)
      reply.code(202)
      return RESENT
    },
  )
}
export default resendConfirmation

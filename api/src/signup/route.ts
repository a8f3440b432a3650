import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import type { FastifyInstance } from 'fastify'
import { BODY_LIMIT, JOINED } from '../../contract/waitlist.ts'
import { isForm } from '../body.ts'
import type { Config } from '../config.ts'
import { HttpError } from '../errors/answers.ts'
import { malformedField } from '../errors/fields.ts'
import { errorHandler } from '../errors/handler.ts'
import { countRefusals } from '../metrics/answers.ts'
import type { Metrics } from '../metrics/metrics.ts'
import { WAITLIST_ERRORS } from '../openapi/errors.ts'
import { HEADERS } from '../openapi/headers.ts'
import type { AddSignup } from './add.ts'
import { refuseCrossSite } from './cross-site.ts'
import { sendFailure, sendJoinedPage } from './pages.ts'
import { signupRateLimit } from './rate-limit.ts'
import { waitlistAnswer, waitlistBody } from './schema.ts'
import { tidyBody, toSignup } from './signup.ts'

const ANSWERED = {
  201: {
    description: 'On the list, now or already: the answer is the same.',
    headers: { ...HEADERS.requestId, ...HEADERS.rateLimit },
    body: waitlistAnswer,
    page: true,
  },
  ...WAITLIST_ERRORS,
}

/** Adds `POST /waitlist`. Everybody gets one answer, so that nobody learns who is listed. */
export function waitlistRoute(
  app: FastifyInstance,
  path: string,
  add: AddSignup,
  { rateLimit, corsOrigins }: Config,
  metrics: Metrics,
): void {
  app.withTypeProvider<TypeBoxTypeProvider>().post(
    path,
    {
      schema: {
        summary: 'Joins the waitlist',
        consumes: ['application/json', 'application/x-www-form-urlencoded'],
        body: waitlistBody,
        response: { 201: waitlistAnswer },
      },
      bodyLimit: BODY_LIMIT,
      config: { rateLimit: signupRateLimit(rateLimit, metrics.limited), answers: ANSWERED },
      preValidation: (request, _reply, done) => {
        refuseCrossSite(request, corsOrigins)
        tidyBody(request.body)
        done()
      },
      onResponse: countRefusals(metrics),
      errorHandler: errorHandler(sendFailure),
    },
    async (request, reply) => {
      const signup = toSignup(request.body)
      if (signup === undefined) throw new HttpError(malformedField('email'))
      await add(signup)
      reply.code(201)
      return isForm(request) ? sendJoinedPage(reply) : JOINED
    },
  )
}

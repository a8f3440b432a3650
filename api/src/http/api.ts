import cors from '@fastify/cors'
import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance } from 'fastify'
import { readBodies } from '../system/server.ts'
import { describeApi } from './describe.ts'
import { registerEndpoints, type Services } from './endpoints.ts'
import { refuseUnrouted, watchRoutes } from './errors/not-found.ts'
import { formRateLimit, limiterOptions } from './rate-limit.ts'
import { API_HEADERS } from './response-headers.ts'

export const API_PREFIX = '/api'

/** Response headers that pages from other origins may read. */
const EXPOSED = ['ratelimit-limit', 'ratelimit-remaining', 'ratelimit-reset', 'retry-after']

export async function api(
  app: FastifyInstance,
  { services }: { readonly services: Omit<Services, 'limitForms'> },
): Promise<void> {
  const { config } = services
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(API_HEADERS)
    done()
  })
  if (config.corsOrigins.length > 0) {
    await app.register(cors, {
      origin: [...config.corsOrigins],
      exposedHeaders: [...EXPOSED, 'x-request-id'],
      strictPreflight: false,
    })
  }
  refuseUnrouted(app, watchRoutes(app))

  readBodies(app)
  await app.register(rateLimit, limiterOptions(config.trustProxy))

  await describeApi(app)
  // If each route configured a rate limit, each form would be counted separately.
  const limitForms = app.rateLimit(formRateLimit(config.rateLimitMax))
  await registerEndpoints(app, { ...services, limitForms })
}

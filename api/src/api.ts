import cors from '@fastify/cors'
import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance } from 'fastify'
import { WAITLIST_PATH } from '../contract/waitlist.ts'
import { readBodies } from './body.ts'
import type { Config } from './config.ts'
import type { Database } from './db.ts'
import { errorHandler } from './errors/handler.ts'
import { refuseUnrouted, watchRoutes } from './errors/not-found.ts'
import { API_HEADERS } from './headers.ts'
import { healthRoutes } from './health.ts'
import type { Metrics } from './metrics/metrics.ts'
import { describeApi } from './openapi/document.ts'
import type { AddSignup } from './signup/add.ts'
import { limiterStore } from './signup/rate-limit.ts'
import { waitlistRoute } from './signup/route.ts'

export const API_PREFIX = '/api'

/** What another origin's page may read of an answer, besides its body. */
const EXPOSED = ['ratelimit-limit', 'ratelimit-remaining', 'ratelimit-reset', 'retry-after']

export interface ApiOptions {
  readonly config: Config
  readonly database: Database
  readonly add: AddSignup
  readonly metrics: Metrics
}

/** Everything under `/api`; register it with that prefix. */
export async function api(
  app: FastifyInstance,
  { config, database, add, metrics }: ApiOptions,
): Promise<void> {
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
  app.setErrorHandler(errorHandler())
  refuseUnrouted(app, watchRoutes(app))

  readBodies(app)
  await app.register(rateLimit, {
    global: false,
    enableDraftSpec: true,
    ...(await limiterStore(app, metrics, config.redisUrl)),
  })

  await describeApi(app)
  healthRoutes(app, database)
  const path = WAITLIST_PATH.slice(API_PREFIX.length)
  waitlistRoute(app, path, add, config, metrics)
}

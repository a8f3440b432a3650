import { once } from 'node:events'
import type { RateLimitOptions, RateLimitPluginOptions } from '@fastify/rate-limit'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'
import { HttpError, rateLimited } from '../errors/answers.ts'
import type { Metrics } from '../metrics/metrics.ts'
import { openRedis } from '../redis.ts'

/**
 * Client addresses that are remembered, the latest ones: a flood from fewer than these does not
 * wash out who is limited. About 220 bytes each, once they are there.
 */
const ADDRESSES = 262_144

/** How long the start waits for a shared store. In milliseconds. */
const START_LIMIT = 2_000

/**
 * Signups that one client address may send; an IPv6 subscriber has a whole /64.
 * Counted after the body is parsed, so that a form without JavaScript can be shown again
 * with what the visitor typed. The body limit keeps that cheap.
 */
export const signupRateLimit = (
  { max, windowMs }: Config['rateLimit'],
  onExceeded?: () => void,
): RateLimitOptions => ({
  max,
  timeWindow: windowMs,
  ipv6Subnet: 64,
  cache: ADDRESSES,
  hook: 'preValidation',
  ...(onExceeded && { onExceeded }),
  errorResponseBuilder: (_request, { ttl }) => new HttpError(rateLimited(ttl)),
})

/**
 * Where the counts are kept: in this process, or in a server that all replicas share. Without
 * that server nobody is counted and nobody is turned away: a signup matters more.
 */
export async function limiterStore(
  app: FastifyInstance,
  metrics: Metrics,
  redisUrl?: string,
): Promise<RateLimitPluginOptions> {
  if (redisUrl === undefined) return {}
  const redis = openRedis(redisUrl, {
    away: (error) => app.log.warn({ err: error }, 'the shared limiter is away'),
    back: () => app.log.info('the shared limiter is back'),
  })
  metrics.gauge(
    'waitlist_limiter_shared_up',
    '1 while signups are counted together with other processes, 0 while they go on uncounted.',
    () => Number(redis.status === 'ready'),
  )
  app.addHook('onClose', async () => redis.disconnect())
  // so that the first signup is counted too, unless the server is away
  await once(redis, 'ready', { signal: AbortSignal.timeout(START_LIMIT) }).catch(() => {})
  return { redis, nameSpace: 'waitlist-limit:', skipOnError: true }
}

import { once } from 'node:events'
import type { RateLimitPluginOptions } from '@fastify/rate-limit'
import type { FastifyInstance } from 'fastify'
import type { Metrics } from '../metrics/metrics.ts'
import { openRedis } from './redis.ts'

/** How long startup waits for a shared store. In milliseconds. */
const START_LIMIT = 2_000

/**
 * Counts are kept in this process, or in a Redis that all replicas share. While that Redis is
 * unreachable, signups are accepted without a count.
 */
export async function limiterStore(
  app: FastifyInstance,
  metrics: Metrics,
  redisUrl?: string,
): Promise<RateLimitPluginOptions> {
  if (redisUrl === undefined) return {}
  const redis = openRedis(redisUrl, {
    away: (error) => app.log.warn({ err: error }, 'the shared limiter is unavailable'),
    back: () => app.log.info('the shared limiter is back'),
  })
  metrics.gauge(
    'waitlist_limiter_shared_up',
    '1 while the shared limiter counts signups, 0 while they are accepted without a count.',
    () => Number(redis.status === 'ready'),
  )
  app.addHook('onClose', async () => redis.disconnect())
  // so that the first signup is counted
  await once(redis, 'ready', { signal: AbortSignal.timeout(START_LIMIT) }).catch(() => {})
  return { redis, nameSpace: 'waitlist-limit:', skipOnError: true }
}

import { once } from 'node:events'
import type { RateLimitPluginOptions } from '@fastify/rate-limit'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { Redis } from 'ioredis'
import type { Metrics } from '../metrics/metrics.ts'

/** A signup waits for Redis this long, and then continues without it. In milliseconds. */
const RESPONSE_LIMIT = 250
const CONNECT_LIMIT = 2_000

/**
 * A connection that stays silent this long is closed. Until then each signup waits for
 * `RESPONSE_LIMIT`. In milliseconds.
 */
const SILENCE_LIMIT = 2_000

/**
 * Opens a connection to Redis or Valkey, which reconnects by itself. Until then, commands fail at
 * once. Logs the start and the end of an outage.
 */
function openRedis(url: string, log: FastifyBaseLogger): Redis {
  const redis = new Redis(url, {
    connectTimeout: CONNECT_LIMIT,
    commandTimeout: RESPONSE_LIMIT,
    socketTimeout: SILENCE_LIMIT,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    connectionName: 'waitlist-api',
  })
  let away = false
  // every failed attempt emits an error; without a listener ioredis prints it
  redis.on('error', (error) => {
    if (!away) log.warn({ err: error }, 'the shared limiter is unavailable')
    away = true
  })
  redis.on('ready', () => {
    if (away) log.info('the shared limiter is back')
    away = false
  })
  return redis
}

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
  const redis = openRedis(redisUrl, app.log)
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

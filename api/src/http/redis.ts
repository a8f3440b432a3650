import { Redis } from 'ioredis'

/** A signup waits for Redis this long, and then continues without it. In milliseconds. */
const RESPONSE_LIMIT = 250
const CONNECT_LIMIT = 2_000

/**
 * A connection that stays silent this long is closed. Until then each signup waits for
 * `RESPONSE_LIMIT`. In milliseconds.
 */
const SILENCE_LIMIT = 2_000

/** Each is called once per outage. */
export interface RedisWatch {
  away(error: Error): void
  back(): void
}

/**
 * Opens a connection to Redis or Valkey, which reconnects by itself. Until then, commands fail at
 * once.
 */
export function openRedis(url: string, watch: RedisWatch): Redis {
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
    if (!away) watch.away(error)
    away = true
  })
  redis.on('ready', () => {
    if (away) watch.back()
    away = false
  })
  return redis
}

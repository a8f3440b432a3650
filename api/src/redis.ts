import { Redis } from 'ioredis'

/**
 * A signup waits no longer than this for a server that may not be there, and goes on without
 * it. In milliseconds.
 */
const ANSWER_LIMIT = 250
const CONNECT_LIMIT = 2_000

/**
 * Silence after a command, until the connection is given up. Until then each signup waits for
 * `ANSWER_LIMIT`, and its command in a queue; afterwards none does. In milliseconds.
 */
const SILENCE_LIMIT = 2_000

/** Told once when the server goes away, and once when it is back. */
export interface RedisWatch {
  away(error: Error): void
  back(): void
}

/**
 * Opens a connection to Redis or Valkey that is made anew whenever it is lost. While it is
 * away, commands fail at once.
 */
export function openRedis(url: string, watch: RedisWatch): Redis {
  const redis = new Redis(url, {
    connectTimeout: CONNECT_LIMIT,
    commandTimeout: ANSWER_LIMIT,
    socketTimeout: SILENCE_LIMIT,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    connectionName: 'waitlist-api',
  })
  let away = false
  // each attempt to connect fails anew; without a listener it would say so by itself
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

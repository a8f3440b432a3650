import { Redis } from 'ioredis'

/**
 * A signup waits no longer than this for a server that may not be there, and goes on without
 * it. In milliseconds.
 */
const ANSWER_LIMIT = 250
const CONNECT_LIMIT = 2_000

/**
 * Opens a connection to Redis or Valkey that is made anew whenever it is lost. While it is
 * away, commands fail at once.
 * @param onError told about each failed attempt to connect
 */
export function openRedis(url: string, onError: (error: Error) => void): Redis {
  const redis = new Redis(url, {
    connectTimeout: CONNECT_LIMIT,
    commandTimeout: ANSWER_LIMIT,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    connectionName: 'waitlist-api',
  })
  // without a listener it would complain by itself, with the address
  redis.on('error', onError)
  return redis
}

import type { RateLimitOptions, RateLimitPluginOptions } from '@fastify/rate-limit'
import { plural, WAIT_MINUTES } from '../../../contract/waitlist.ts'
import { ERRORS, HttpError } from '../system/error-responses.ts'
import { isWithin } from './networks.ts'

/**
 * The number of recent client addresses that the limiter remembers, at about 220 bytes each. A flood from fewer
 * addresses cannot make it forget a limited one.
 */
const ADDRESSES = 262_144

const TEN_MINUTES_MS = 600_000

function rateLimited(ms: number): HttpError {
  const error = plural(Math.ceil(ms / 60_000), WAIT_MINUTES)
  return new HttpError({ ...ERRORS.rateLimited, body: { ...ERRORS.rateLimited.body, error } })
}

/**
 * Limits the forms that one client address sends: signups and requests for another confirmation. An IPv6 /56 counts as
 * one address, because one subscriber may own all of it.
 */
export const formRateLimit = (max: number): RateLimitOptions => ({
  max,
  timeWindow: TEN_MINUTES_MS,
  ipv6Subnet: 56,
  cache: ADDRESSES,
  errorResponseBuilder: (_request, { ttl }) => rateLimited(ttl),
})

/**
 * Protects the database from requests that need a key or a token. The limit is high, because a mail provider sends all
 * of its users' unsubscribe requests from a few addresses.
 */
export const DATABASE_LIMIT = {
  max: 600,
  timeWindow: 60_000,
  ipv6Subnet: 64,
  errorResponseBuilder: () => new HttpError(ERRORS.rateLimited),
}

/** Limits requests with a wrong key. The endpoint exempts requests with the right key. */
export const WRONG_KEYS_LIMIT = { ...DATABASE_LIMIT, max: 20, timeWindow: TEN_MINUTES_MS }

/**
 * If a trusted proxy doesn't pass on the visitor's address, the request is not counted, because all visitors would
 * share one limit. This happens with Docker's rootless mode, Podman and Docker Desktop, which hide addresses.
 */
export function limiterOptions(trustProxy: readonly string[]): RateLimitPluginOptions {
  const isProxy = isWithin(trustProxy)
  let isLogged = false
  return {
    global: false,
    enableDraftSpec: true,
    allowList: ({ ip, log }) => {
      const isHidden = isProxy(ip)
      if (isHidden && !isLogged)
        log.warn('a visitor came from a hidden address, which no limit counts')
      isLogged ||= isHidden
      return isHidden
    },
  }
}

import { isIPv6 } from 'node:net'
import type { RateLimitOptions, RateLimitPluginOptions } from '@fastify/rate-limit'
import type { FastifyInstance, preHandlerAsyncHookHandler } from 'fastify'
import { ERRORS, HttpError } from '../system/error-responses.ts'
import type { Config } from '../system/settings.ts'
import { isWithin } from './networks.ts'

/**
 * The latest client addresses are remembered: a flood from fewer addresses does not evict a limited
 * one. Each takes about 220 bytes.
 */
const ADDRESSES = 262_144

/** How many /48s of IPv6 are remembered, and how many times the limit of an address is theirs. */
const [SITES, SITE_FACTOR] = [65_536, 8]

/** In milliseconds. */
const TEN_MINUTES = 600_000

function rateLimited(ms: number): HttpError {
  const minutes = Math.ceil(ms / 60_000)
  const wait = minutes === 1 ? 'a minute' : `${minutes} minutes`
  const error = `Too many signups came from your network. Please try again in ${wait}.`
  return new HttpError({ ...ERRORS.rateLimited, body: { ...ERRORS.rateLimited.body, error } })
}

/**
 * Limits the signups of one client address; an IPv6 subscriber has a whole /64. It runs after the
 * endpoint's own `preValidation`, so that posts from another website do not use up the limit of
 * their visitor.
 */
export const signupRateLimit = (max: number): RateLimitOptions => ({
  max,
  timeWindow: TEN_MINUTES,
  ipv6Subnet: 64,
  cache: ADDRESSES,
  hook: 'preValidation',
  errorResponseBuilder: (_request, { ttl }) => rateLimited(ttl),
})

/**
 * Limits the signups of an IPv6 /48, which one customer may rent. It runs last, so that what the
 * limit of an address refuses does not use up the limit of the /48.
 */
export function siteRateLimit(
  app: FastifyInstance,
  { rateLimitMax, trustProxy }: Config,
): preHandlerAsyncHookHandler {
  const isProxy = isWithin(trustProxy)
  const options: RateLimitOptions = {
    max: rateLimitMax * SITE_FACTOR,
    timeWindow: TEN_MINUTES,
    ipv6Subnet: 48,
    cache: SITES,
    allowList: ({ ip }) => !isIPv6(ip) || isProxy(ip),
  }
  const count = app.createRateLimit(options)
  return async (request, reply) => {
    const result = await count(request)
    if (result.isAllowed || !result.isExceeded) return
    reply.headers({ 'ratelimit-remaining': 0, 'retry-after': result.ttlInSeconds })
    throw rateLimited(result.ttl)
  }
}

/**
 * For requests that need a key or a token, which nobody can guess: it only protects the database. It is high,
 * because a mail provider sends the unsubscriptions of all its users from a few addresses.
 */
export const DATABASE_LIMIT = {
  max: 600,
  timeWindow: 60_000,
  ipv6Subnet: 64,
  errorResponseBuilder: () => new HttpError(ERRORS.rateLimited),
}

/**
 * A request from a trusted proxy that names no visitor is not counted, because all visitors would
 * share one limit. Docker's rootless mode, Podman and Docker Desktop hide addresses like this.
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

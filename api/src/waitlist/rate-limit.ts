import type { RateLimitOptions } from '@fastify/rate-limit'
import type { Config } from '../config.ts'
import { AnsweredError, rateLimited } from '../errors/answers.ts'

/**
 * Signups that one client address may send; an IPv6 subscriber has a whole /64.
 * Counted after the body is parsed, so that a form without JavaScript can be shown again
 * with what the visitor typed. The body limit keeps that cheap.
 */
export const signupRateLimit = ({ max, windowMs }: Config['rateLimit']): RateLimitOptions => ({
  max,
  timeWindow: windowMs,
  ipv6Subnet: 64,
  hook: 'preValidation',
  errorResponseBuilder: (_request, { ttl }) => new AnsweredError(rateLimited(ttl)),
})

import Type from 'typebox'

const count = (description: string) => Type.Integer({ minimum: 0, description })

/** Headers of answers that a program may want to read, by what they are for. */
export const HEADERS = {
  requestId: {
    'x-request-id': Type.String({
      format: 'uuid',
      description: 'Names the request in the log, for asking about it.',
    }),
  },
  rateLimit: {
    'ratelimit-limit': count('Signups that one address may send in the time window.'),
    'ratelimit-remaining': count('Those that are left.'),
    'ratelimit-reset': count('Seconds until all may be sent again.'),
  },
  retryAfter: { 'retry-after': count('Seconds after which it is worth trying again.') },
  allow: { allow: Type.String({ description: 'With 405: the methods that the address takes.' }) },
} as const

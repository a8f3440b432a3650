import type { ErrorResponse } from '../../../contract/waitlist.ts'

export interface ErrorReply {
  readonly status: number
  readonly body: ErrorResponse
  readonly headers?: Readonly<Record<string, string>>
}

export const errorReply = (
  status: number,
  code: string,
  error: string,
  headers?: ErrorReply['headers'],
): ErrorReply => ({ status, body: { error, code }, ...(headers && { headers }) })

/** Programs rely on `code`. Visitors read the sentence, which an endpoint can replace (see handler.ts). */
export const ERRORS = {
  malformedRequest: errorReply(400, 'REQUEST_MALFORMED', 'We could not read that request.'),
  malformedBody: errorReply(400, 'BODY_MALFORMED', 'We could not read that request.'),
  crossSite: errorReply(403, 'CROSS_SITE', 'This request was sent from another website.'),
  notFound: errorReply(404, 'NOT_FOUND', 'There is nothing at this address.'),
  methodNotAllowed: errorReply(
    405,
    'METHOD_NOT_ALLOWED',
    'This method is not supported at this address.',
  ),
  timeout: errorReply(408, 'REQUEST_TIMEOUT', 'That took too long to arrive. Please try again.'),
  bodyTooLarge: errorReply(
    413,
    'BODY_TOO_LARGE',
    'The text is too long. Please shorten it and try again.',
  ),
  unsupportedType: errorReply(
    415,
    'CONTENT_TYPE_UNSUPPORTED',
    'This content type is not supported at this address.',
  ),
  rateLimited: errorReply(429, 'RATE_LIMITED', 'Too many requests came from your network.'),
  headersTooLarge: errorReply(431, 'HEADERS_TOO_LARGE', 'We could not read that request.'),
  bug: errorReply(500, 'INTERNAL', 'Something went wrong on our side. Please try again later.'),
  unavailable: errorReply(
    503,
    'UNAVAILABLE',
    'This is not available right now. Please try again in a moment.',
    { 'retry-after': '5' },
  ),
} as const satisfies Record<string, ErrorReply>

export class HttpError extends Error {
  readonly reply: ErrorReply

  constructor(reply: ErrorReply) {
    super(reply.body.code)
    this.reply = reply
    this.name = 'HttpError'
  }
}

import { ERROR_SENTENCES, type ErrorResponse } from '../../../contract/waitlist.ts'

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

const error = (
  status: number,
  code: keyof typeof ERROR_SENTENCES,
  headers?: ErrorReply['headers'],
): ErrorReply => errorReply(status, code, ERROR_SENTENCES[code], headers)

/** Programs rely on `code`. Visitors read the sentence, which an endpoint can replace (see handler.ts). */
export const ERRORS = {
  malformedRequest: error(400, 'REQUEST_MALFORMED'),
  malformedBody: error(400, 'BODY_MALFORMED'),
  crossSite: error(403, 'CROSS_SITE'),
  notFound: error(404, 'NOT_FOUND'),
  methodNotAllowed: error(405, 'METHOD_NOT_ALLOWED'),
  timeout: error(408, 'REQUEST_TIMEOUT'),
  bodyTooLarge: error(413, 'BODY_TOO_LARGE'),
  unsupportedType: error(415, 'CONTENT_TYPE_UNSUPPORTED'),
  rateLimited: error(429, 'RATE_LIMITED'),
  headersTooLarge: error(431, 'HEADERS_TOO_LARGE'),
  bug: error(500, 'INTERNAL'),
  unavailable: error(503, 'UNAVAILABLE', { 'retry-after': '5' }),
} as const satisfies Record<string, ErrorReply>

export class HttpError extends Error {
  readonly reply: ErrorReply

  constructor(reply: ErrorReply) {
    super(reply.body.code)
    this.reply = reply
    this.name = 'HttpError'
  }
}

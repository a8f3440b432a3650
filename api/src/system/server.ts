import { isUtf8 } from 'node:buffer'
import { createHash, timingSafeEqual } from 'node:crypto'
import { parse } from 'node:querystring'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ERRORS, HttpError } from './error-responses.ts'

// What the API and the board have in common.

/** Slow clients are disconnected. The database has its own limit (see pool.ts). In milliseconds. */
export const TIMEOUTS = {
  /** A whole request, from its first byte or from the start of the connection. */
  requestTimeout: 15_000,
  /** An idle connection. Longer than nginx keeps one (see nginx/upstream.conf). */
  keepAliveTimeout: 72_000,
  http: {
    headersTimeout: 8_000,
    /** How often Node checks the limits; its default adds half a minute. */
    connectionsCheckingInterval: 1_000,
  },
} as const

/** Rejects invalid UTF-8; decoding it would store a corrupted name. */
function textOf(body: Buffer): string {
  if (!isUtf8(body)) throw new HttpError(ERRORS.malformedBody)
  return body.toString()
}

/** A name that is sent twice gets an array of values. */
function formOf(body: Buffer): unknown {
  const text = textOf(body)
  try {
    // throws at a broken escape and at invalid UTF-8; `parse` would replace both
    decodeURIComponent(text)
  } catch {
    throw new HttpError(ERRORS.malformedBody)
  }
  return parse(text)
}

export const isForm = ({ headers }: FastifyRequest): boolean =>
  /^application\/x-www-form-urlencoded\b/i.test(headers['content-type'] ?? '')

/** Accepts JSON (RFC 8259) and forms (URL Standard, section 5), both in UTF-8 only. */
export function readBodies(app: FastifyInstance): void {
  const readJson = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser<Buffer>(
    'application/json',
    { parseAs: 'buffer' },
    (request, body, done) => readJson(request, textOf(body), done),
  )
  app.addContentTypeParser<Buffer>(
    'application/x-www-form-urlencoded',
    { parseAs: 'buffer' },
    (_request, body, done) => done(null, formOf(body)),
  )
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

/** Compares secrets in constant time. `timingSafeEqual` needs equal lengths, which the digests have. */
export const isSame = (one: string, other: string): boolean =>
  timingSafeEqual(digest(one), digest(other))

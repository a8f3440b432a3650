import { isUtf8 } from 'node:buffer'
import { createHash, timingSafeEqual } from 'node:crypto'
import { parse } from 'node:querystring'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ERRORS, HttpError } from './error-responses.ts'

// The API and the board share this code, so that both refuse the same requests.

/** Limits for slow clients, in milliseconds. Waiting for the database has a separate limit (see pool.ts). */
export const TIMEOUTS = {
  /** Limits a whole request, from its first byte or from the connection's start. */
  requestTimeout: 15_000,
  /** Limits an idle connection. nginx must close it first (see nginx/upstream.conf). */
  keepAliveTimeout: 72_000,
  http: {
    headersTimeout: 8_000,
    /** Node checks the limits at this interval; its default would add half a minute. */
    connectionsCheckingInterval: 1_000,
  },
} as const

/** How long a process that is stopping waits for open requests. */
export const CLOSE_LIMIT_MS = 10_000

/** Rejects invalid UTF-8; decoding it would store a corrupted name. */
function textOf(body: Buffer): string {
  if (!isUtf8(body)) throw new HttpError(ERRORS.malformedBody)
  return body.toString()
}

/** Parses a form. The values of a repeated name become an array. */
function formOf(body: Buffer): unknown {
  const text = textOf(body)
  try {
    // This throws for invalid escapes and invalid UTF-8, which `parse` would replace.
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

/** Compares secrets in constant time. `timingSafeEqual` needs equal lengths, so digests are compared. */
export const isSame = (one: string, other: string): boolean =>
  timingSafeEqual(digest(one), digest(other))

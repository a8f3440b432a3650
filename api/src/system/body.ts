import { isUtf8 } from 'node:buffer'
import { parse } from 'node:querystring'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ERRORS, HttpError } from './error-responses.ts'

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

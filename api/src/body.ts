import { isUtf8 } from 'node:buffer'
import { parse } from 'node:querystring'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ANSWERS, HttpError } from './errors/answers.ts'

/** Read as UTF-8 in spite of what it is, a name would be kept damaged. */
function textOf(body: Buffer): string {
  if (!isUtf8(body)) throw new HttpError(ANSWERS.malformedBody)
  return body.toString()
}

/** Of a name that is given twice, all values are there. */
function formOf(body: Buffer): unknown {
  const text = textOf(body)
  try {
    // throws at an escape that is none, or whose bytes are no UTF-8; `parse` would guess
    decodeURIComponent(text)
  } catch {
    throw new HttpError(ANSWERS.malformedBody)
  }
  return parse(text)
}

/** As a browser without JavaScript sends it, which shows the answer as a page. */
export const isForm = ({ headers }: FastifyRequest): boolean =>
  /^application\/x-www-form-urlencoded\b/i.test(headers['content-type'] ?? '')

/** Takes JSON (RFC 8259) and forms (URL Standard, section 5), both in UTF-8, and nothing else. */
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

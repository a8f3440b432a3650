// Guards same-rules.

import { BODY_LIMIT, WAITLIST_PATH } from '@ad-kit/contract'
import { describe, expect } from 'vitest'
import { SENTENCES } from '../../../api/src/endpoints/join-waitlist.ts'
import type { TestApp } from '../../support/app.ts'
import { test } from '../../support/fixtures/database.ts'
import { bodyOf, formOf, newPerson } from '../../support/people.ts'
import { type RawResponse, sendRaw } from '../../support/raw-http.ts'
import { expectError } from '../../support/responses.ts'

const JSON_TYPE = 'application/json'
const FORM_TYPE = 'application/x-www-form-urlencoded'

const joerg = newPerson({ first_name: 'Jörg' })
const JSON_TEXT = JSON.stringify(bodyOf(joerg))
const FORM_TEXT = formOf(joerg)

/** Whole signups in another encoding than UTF-8; decoding them would store corrupted names. */
const DAMAGED: readonly [what: string, type: string, body: Buffer<ArrayBuffer>][] = [
  ['JSON in Latin-1', JSON_TYPE, Buffer.from(JSON_TEXT, 'latin1')],
  ['UTF-8 with half a letter', JSON_TYPE, Buffer.from(JSON_TEXT.replace('ö', '\xc3'), 'latin1')],
  ['a form with escapes of Latin-1', FORM_TYPE, Buffer.from(FORM_TEXT.replace('%C3%B6', '%F6'))],
  ['a form with a broken escape', FORM_TYPE, Buffer.from(FORM_TEXT.replace('%C3%B6', '%'))],
]

const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth)

/** Bodies that the form never sends. */
const BODIES: readonly [what: string, body: string][] = [
  ['no bytes', ''],
  ['half an object', '{"email": "ada@example.com"'],
  ['null', 'null'],
  // as deep as the size limit permits
  ['deep nesting', nested(8_000)],
  ['__proto__', '{"__proto__": {"email": "ada@example.com"}}'],
  ['constructor.prototype', '{"constructor": {"prototype": {"email": "ada@example.com"}}}'],
  ['a byte order mark', '\ufeff{}'],
  ['a number beyond all limits', '{"first_name": 1e999}'],
  ['a repeated key whose last value is a number', '{"email": "a@b.example", "email": 5}'],
]

describe('bad input', () => {
  const post = (app: TestApp) => app.http.post(WAITLIST_PATH)

  test.afterEach(async ({ app }) => {
    expect(await app.people(), 'nothing is stored').toEqual([])
    expect(await app.quarantined(), 'nothing is stored').toEqual([])
  })

  test.for(BODIES)('a body of %s is refused', async ([_what, body], { app }) => {
    const response = await post(app).type('application/json').send(body)
    expect(response.status).toBe(400)
    expectError(response, 400, response.body.fields ? 'FIRST_NAME_INVALID' : 'BODY_MALFORMED')
  })

  test.for(DAMAGED)('a body of %s is refused', async ([_what, type, body], { app }) => {
    const response = await fetch(app.origin + WAITLIST_PATH, {
      method: 'POST',
      headers: { 'content-type': type },
      body,
    })
    expect(response.status).toBe(400)
    expect(await response.text()).toContain(SENTENCES.BODY_MALFORMED)
  })

  test('a body one byte over the limit is refused', async ({ app }) => {
    const body = bodyOf(newPerson({ company: '' }))
    const rest = BODY_LIMIT - JSON.stringify(body).length
    const response = await post(app).send({ ...body, company: 'x'.repeat(rest + 1) })
    expectError(response, 413, 'BODY_TOO_LARGE')
  })

  test.for(['text/plain', 'nonsense'])('the content type %s is refused', async (type, { app }) => {
    const response = await post(app).set('content-type', type).send('{}')
    expectError(response, 415, 'CONTENT_TYPE_UNSUPPORTED')
  })

  test.for(['get', 'put', 'patch', 'delete', 'options'] as const)(
    'the method %s is refused, and Allow names the right one',
    async (method, { app }) => {
      const response = await app.http[method](WAITLIST_PATH).send(bodyOf(newPerson()))
      expectError(response, 405, 'METHOD_NOT_ALLOWED')
      expect(response.headers['allow']).toBe('POST')
    },
  )

  test.for(['/api', '/api/waitlist/1', '/nothing'])(
    'the path %s is not found',
    async (path, { app }) => {
      expectError(await app.http.get(path), 404, 'NOT_FOUND')
    },
  )

  test('a path that cannot be decoded is refused', async ({ app }) => {
    expectError(await app.http.get('/api/%zz'), 400, 'REQUEST_MALFORMED')
  })

  test('a request that is not HTTP is refused in the same shape, with the same headers', async ({
    app,
  }) => {
    const [response] = await sendRaw(app.origin, 'HELLO\r\n\r\n')
    const { status, headers, body } = response as RawResponse
    const [type = ''] = headers['content-type']?.split(';') ?? []
    expectError({ status, headers, type, body: JSON.parse(body) }, 400, 'REQUEST_MALFORMED')
  })
})

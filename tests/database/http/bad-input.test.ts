import { BODY_LIMIT, FIELDS, SIGNUP_SENTENCES, WAITLIST_PATH } from '@ad-kit/contract'
import { describe, expect } from 'vitest'
import type { TestApp } from '../../support/app.ts'
import { bodyOf, FREE_TEXT, formOf, newPerson } from '../../support/people.ts'
import { expectError } from '../support/responses.ts'
import { test } from '../support/test.ts'

const joerg = newPerson({ first_name: 'Jörg' })

/** Complete signups that are not in UTF-8. Decoding them would store corrupted names. */
const DAMAGED: readonly [what: string, type: string, body: Buffer<ArrayBuffer>][] = [
  ['JSON in Latin-1', 'application/json', Buffer.from(JSON.stringify(bodyOf(joerg)), 'latin1')],
  [
    'a form with Latin-1 escapes',
    'application/x-www-form-urlencoded',
    Buffer.from(formOf(joerg).replace('%C3%B6', '%F6')),
  ],
]

/** Bodies that the form never sends. */
const BODIES: readonly [what: string, body: string][] = [
  ['no bytes', ''],
  ['half an object', '{"email": "ada@example.com"'],
  // The size limit permits no deeper nesting.
  ['deep nesting', '['.repeat(8_000) + ']'.repeat(8_000)],
  ['__proto__', '{"__proto__": {"email": "ada@example.com"}}'],
  ['constructor.prototype', '{"constructor": {"prototype": {"email": "ada@example.com"}}}'],
]

describe('bad input', () => {
  const post = (app: TestApp) => app.http.post(WAITLIST_PATH)

  test.afterEach(async ({ app }) => {
    expect(await app.people(), 'nothing is stored').toEqual([])
    expect(await app.quarantined(), 'nothing is stored').toEqual([])
  })

  test.for(BODIES)('a body of %s is refused', async ([_what, body], { app }) => {
    const response = await post(app).type('application/json').send(body)
    expectError(response, 400, 'BODY_MALFORMED')
  })

  test.for(DAMAGED)('%s is refused', async ([_what, type, body], { app }) => {
    const response = await fetch(app.origin + WAITLIST_PATH, {
      method: 'POST',
      headers: { 'content-type': type },
      body,
    })
    expect(response.status).toBe(400)
    expect(await response.text()).toContain(SIGNUP_SENTENCES.BODY_MALFORMED)
  })

  test('an address at a domain without an ASCII form is refused as invalid', async ({ app }) => {
    const response = await post(app).send(bodyOf(newPerson({ email: 'ada@xn--a.example' })))
    expectError(response, 400, 'EMAIL_INVALID')
  })

  test('a form with mistakes gets an error code, a sentence and a message for each field', async ({
    app,
  }) => {
    const { last_name, email, role } = FIELDS
    const mistakes = { last_name: 'x', email: 'x', role: '' }
    const response = await post(app).send(bodyOf({ ...newPerson(), ...mistakes }))
    expectError(response, 400, 'LAST_NAME_INVALID')
    expect(response.body).toMatchObject({
      error: last_name.sentence,
      fields: {
        last_name: last_name.messages.tooShort,
        email: email.messages.malformed,
        role: role.message,
      },
    })
  })

  test('a body that is a byte longer than the limit is refused with 413', async ({ app }) => {
    const body = bodyOf(newPerson({ [FREE_TEXT]: '' }))
    const rest = BODY_LIMIT - JSON.stringify(body).length
    const response = await post(app).send({ ...body, [FREE_TEXT]: 'x'.repeat(rest + 1) })
    expectError(response, 413, 'BODY_TOO_LARGE')
  })

  test('a wrong content type, method or path gets an error with a code', async ({ app }) => {
    expectError(await post(app).type('text/plain').send('{}'), 415, 'CONTENT_TYPE_UNSUPPORTED')
    const put = await app.http.put(WAITLIST_PATH).send(bodyOf(newPerson()))
    expectError(put, 405, 'METHOD_NOT_ALLOWED')
    expect(put.headers['allow']).toBe('POST')
    for (const path of ['/api', '/api/waitlist/1', '/nothing']) {
      expectError(await app.http.get(path), 404, 'NOT_FOUND')
    }
    expectError(await app.http.get('/api/%zz'), 400, 'REQUEST_MALFORMED')
  })
})

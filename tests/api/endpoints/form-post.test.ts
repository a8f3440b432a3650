import { FIELDS, JOINED_PATH, WAITLIST_PATH } from '@ad-kit/api/contract'
import type { Response } from 'supertest'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SENTENCES } from '../../../api/src/endpoints/join-waitlist.ts'
import { NOTHING_CSP } from '../../../api/src/http/response-headers.ts'
import { startApp, type TestApp, useApp } from '../../support/app.ts'
import { formOf, newPerson } from '../../support/people.ts'

const FORM_TYPE = 'application/x-www-form-urlencoded'

const send = (app: TestApp, body: string, headers: Readonly<Record<string, string>> = {}) =>
  app.http
    .post(WAITLIST_PATH)
    .set({ 'content-type': FORM_TYPE, ...headers })
    .redirects(0)
    .send(body)

describe('a form sent without JavaScript', () => {
  const app = useApp()
  const limited = useApp({ RATE_LIMIT_MAX: '1' })
  let unavailable: TestApp
  beforeAll(async () => {
    unavailable = await startApp('postgres://nobody:nothing@127.0.0.1:1/none')
  })
  afterAll(() => unavailable?.close())

  test('a form sent without JavaScript joins the waitlist and redirects to a page', async () => {
    const person = newPerson({ first_name: 'Zoë', company: 'Ham & Eggs' })
    const { status, text, headers } = await send(app(), formOf(person))
    expect([status, headers['location'], text]).toEqual([303, JOINED_PATH, ''])
    expect(headers['cache-control']).toBe('no-store')
    expect(await app().signups()).toMatchObject([{ first_name: 'Zoë', company: 'Ham & Eggs' }])
  })

  const TYPED = '"><script>alert(1)</script>'
  const typed = newPerson({ company: TYPED })

  test.each<[what: string, status: number, sentences: string[], ask: () => PromiseLike<Response>]>([
    [
      'with invalid fields',
      400,
      [FIELDS.first_name.sentence, FIELDS.last_name.sentence],
      () => send(app(), formOf({ ...typed, first_name: 'A', last_name: 'B' })),
    ],
    [
      'with a field sent twice',
      400,
      [FIELDS.email.sentence],
      () => send(app(), `${formOf(typed)}&email=other%40example.com`),
    ],
    ['with a broken escape', 400, [SENTENCES.BODY_MALFORMED], () => send(app(), 'company=%')],
    [
      'from another website',
      403,
      [SENTENCES.CROSS_SITE],
      () => send(app(), formOf(typed), { 'sec-fetch-site': 'cross-site' }),
    ],
    [
      'that is too large',
      413,
      ['The text is too long. Please shorten it and try again.'],
      () => send(app(), `company=${TYPED.repeat(1_000)}`),
    ],
    [
      'of another content type',
      415,
      [SENTENCES.CONTENT_TYPE_UNSUPPORTED],
      () => send(app(), TYPED, { 'content-type': 'text/plain', accept: 'text/html,*/*' }),
    ],
    [
      'beyond the limit of its address',
      429,
      ['Too many signups came from your network. Please try again in 10 minutes.'],
      async () => {
        await send(limited(), formOf(newPerson()))
        return send(limited(), formOf(typed))
      },
    ],
    [
      'while the database is unavailable',
      503,
      [SENTENCES.UNAVAILABLE],
      () => send(unavailable, formOf(typed)),
    ],
  ])('a form %s gets a page with %i, the sentences and the way back', async (...row) => {
    const [, expected, sentences, ask] = row
    const { status, type, text, headers } = await ask()
    expect([status, type]).toEqual([expected, 'text/html'])
    const paragraphs = [...text.matchAll(/<p>(.*)<\/p>/g)].map(([, paragraph]) => paragraph)
    expect(paragraphs).toEqual([
      ...sentences,
      "Use your browser's Back button; what you typed is still in the form.",
      '<a href="/waitlist">Open the waitlist page</a>',
    ])
    expect(headers['content-security-policy']).toBe(NOTHING_CSP)
    expect(text).not.toMatch(/alert|<script|<form|<input|<style| style=/)
  })
})

// Guards form-without-scripts.

import { FIELDS, JOINED_PATH, WAITLIST_PATH } from '@ad-kit/contract'
import type { Response } from 'supertest'
import { describe, expect } from 'vitest'
import { SENTENCES } from '../../../api/src/endpoints/join-waitlist.ts'
import { NO_SITE } from '../../../api/src/http/pages/site-pages.ts'
import { startApp, type TestApp } from '../../support/app.ts'
import { appWith, test as base } from '../../support/fixtures/database.ts'
import { formOf, newPerson } from '../../support/people.ts'

const FORM_TYPE = 'application/x-www-form-urlencoded'

const send = (app: TestApp, body: string, headers: Readonly<Record<string, string>> = {}) =>
  app.http
    .post(WAITLIST_PATH)
    .set({ 'content-type': FORM_TYPE, ...headers })
    .redirects(0)
    .send(body)

const FRAME = {
  html: '<title>{{title}}</title><h1>{{title}}</h1><b>{{content}}</b>',
  csp: "default-src 'self'",
}

const test = base
  .extend('limited', { scope: 'file' }, appWith({ RATE_LIMIT_MAX: '1' }))
  .extend(
    'framed',
    { scope: 'file' },
    appWith({}, () => ({ pages: { visited: [], frame: FRAME } })),
  )
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads the names of other fixtures from it
  .extend('unavailable', { scope: 'file' }, async ({}, { onCleanup }) => {
    const app = await startApp('postgres://nobody:nothing@127.0.0.1:1/none')
    onCleanup(() => app.close())
    return app
  })

type Apps = Readonly<Record<'app' | 'limited' | 'unavailable', TestApp>>

const BACK = "Use your browser's Back button; what you typed is still in the form."

describe('a form sent without JavaScript', () => {
  test('a form sent without JavaScript joins the waitlist and redirects to a page', async ({
    app,
  }) => {
    const person = newPerson({ first_name: 'Zoë', company: 'Ham & Eggs' })
    const { status, text, headers } = await send(app, formOf(person))
    expect([status, headers['location'], text]).toEqual([303, JOINED_PATH, ''])
    expect(headers['cache-control']).toBe('no-store')
    expect(await app.people()).toMatchObject([{ first_name: 'Zoë', company: 'Ham & Eggs' }])
  })

  const TYPED = '"><script>alert(1)</script>'
  const typed = newPerson({ company: TYPED })

  test.for<
    [what: string, status: number, sentences: string[], ask: (apps: Apps) => PromiseLike<Response>]
  >([
    [
      'with invalid fields',
      400,
      [FIELDS.first_name.sentence, FIELDS.last_name.sentence],
      ({ app }) => send(app, formOf({ ...typed, first_name: 'A', last_name: 'B' })),
    ],
    [
      'with a field sent twice',
      400,
      [FIELDS.email.sentence],
      ({ app }) => send(app, `${formOf(typed)}&email=other%40example.com`),
    ],
    ['with a broken escape', 400, [SENTENCES.BODY_MALFORMED], ({ app }) => send(app, 'company=%')],
    [
      'from another website',
      403,
      [SENTENCES.CROSS_SITE],
      ({ app }) => send(app, formOf(typed), { 'sec-fetch-site': 'cross-site' }),
    ],
    [
      'that is too large',
      413,
      ['The text is too long. Please shorten it and try again.'],
      ({ app }) => send(app, `company=${TYPED.repeat(1_000)}`),
    ],
    [
      'of another content type',
      415,
      [SENTENCES.CONTENT_TYPE_UNSUPPORTED],
      ({ app }) => send(app, TYPED, { 'content-type': 'text/plain', accept: 'text/html,*/*' }),
    ],
    [
      'beyond the limit of its address',
      429,
      ['Too many signups came from your network. Please try again in 10 minutes.'],
      async ({ limited }) => {
        await send(limited, formOf(newPerson()))
        return send(limited, formOf(typed))
      },
    ],
    [
      'while the database is unavailable',
      503,
      [SENTENCES.UNAVAILABLE],
      ({ unavailable }) => send(unavailable, formOf(typed)),
    ],
  ])(
    'a form %s gets a page with %i, the sentences and the way back',
    async ([, expected, sentences, ask], { app, limited, unavailable }) => {
      const { status, type, text, headers } = await ask({ app, limited, unavailable })
      expect([status, type]).toEqual([expected, 'text/html'])
      const paragraphs = [...text.matchAll(/<p>(.*)<\/p>/g)].map(([, paragraph]) => paragraph)
      expect(paragraphs).toEqual([
        ...sentences,
        // on the other website, Back would lead to the form that is refused
        ...(expected === 403 ? [] : [BACK]),
        '<a href="/waitlist">Open the waitlist page</a>',
      ])
      expect(headers['content-security-policy']).toBe(NO_SITE.frame.csp)
      expect(text).not.toMatch(/alert|<script|<form|<input|<style| style=/)
    },
  )

  test('a page has the frame of the site and its policy', async ({ framed }) => {
    const { text, headers } = await send(framed, 'company=%')
    expect(text).toMatch(/^<title>Error<\/title><h1>Error<\/h1><b><p>/)
    expect(text).not.toContain('{{')
    expect(headers['content-security-policy']).toBe("default-src 'self'")
  })
})

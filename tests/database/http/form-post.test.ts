import {
  ADVICE,
  ERROR_SENTENCES,
  FIELDS,
  JOINED_PATH,
  plural,
  SIGNUP_SENTENCES,
  WAIT_MINUTES,
  WAITLIST_PATH,
  WORDS,
} from '@ad-kit/contract'
import type { Response } from 'supertest'
import { expect } from 'vitest'
import { NO_SITE } from '../../../api/src/http/pages.ts'
import { startApp, type TestApp } from '../../support/app.ts'
import { FREE_TEXT, formOf, newPerson } from '../../support/people.ts'
import { appWith, test as base } from '../support/test.ts'

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

interface Failure {
  readonly what: string
  readonly status: number
  readonly sentences: readonly string[]
  readonly ask: (apps: Apps) => PromiseLike<Response>
}

const BACK = ADVICE.form

const TYPED = '"><script>alert(1)</script>'
const typed = newPerson({ [FREE_TEXT]: TYPED })

const FAILURES: readonly Failure[] = [
  {
    what: 'with invalid fields',
    status: 400,
    sentences: [FIELDS.first_name.sentence, FIELDS.last_name.sentence],
    ask: ({ app }) => send(app, formOf({ ...typed, first_name: 'A', last_name: 'B' })),
  },
  {
    what: 'from another website',
    status: 403,
    sentences: [SIGNUP_SENTENCES.CROSS_SITE],
    ask: ({ app }) => send(app, formOf(typed), { 'sec-fetch-site': 'cross-site' }),
  },
  {
    what: 'that is too large',
    status: 413,
    sentences: [ERROR_SENTENCES.BODY_TOO_LARGE],
    ask: ({ app }) => send(app, `first_name=${TYPED.repeat(1_000)}`),
  },
  {
    what: 'over the rate limit of its address',
    status: 429,
    sentences: [plural(10, WAIT_MINUTES)],
    ask: async ({ limited }) => {
      await send(limited, formOf(newPerson()))
      return send(limited, formOf(typed))
    },
  },
  {
    what: 'while the database is unavailable',
    status: 503,
    sentences: [SIGNUP_SENTENCES.UNAVAILABLE],
    ask: ({ unavailable }) => send(unavailable, formOf(typed)),
  },
]

test('a form sent without JavaScript joins the waitlist and redirects to a page', async ({
  app,
}) => {
  const person = newPerson({ first_name: 'Zoë', [FREE_TEXT]: 'Ham & Eggs' })
  const { status, text, headers } = await send(app, formOf(person))
  expect([status, headers['location'], text]).toEqual([303, JOINED_PATH, ''])
  expect(headers['cache-control']).toBe('no-store')
  expect(await app.people()).toMatchObject([{ first_name: 'Zoë', [FREE_TEXT]: 'Ham & Eggs' }])
})

test.for(FAILURES)(
  'a form $what gets a page with status $status, the error messages and a link',
  async ({ status: expected, sentences, ask }, { app, limited, unavailable }) => {
    const { status, type, text, headers } = await ask({ app, limited, unavailable })
    expect([status, type]).toEqual([expected, 'text/html'])
    const paragraphs = [...text.matchAll(/<p>(.*)<\/p>/g)].map(([, paragraph]) => paragraph)
    expect(paragraphs).toEqual([
      ...sentences,
      // Back would return to the other website’s form, which is refused again.
      ...(expected === 403 ? [] : [BACK]),
      `<a href="/waitlist">${WORDS.openWaitlist}</a>`,
    ])
    expect(headers['content-security-policy']).toBe(NO_SITE.frame.csp)
    expect(text).not.toMatch(/alert|<script|<form|<input|<style| style=/)
  },
)

test('an error page has the site’s layout and security policy', async ({ framed }) => {
  const { text, headers } = await send(framed, 'first_name=%')
  expect(text).toContain(`<title>${WORDS.failed}</title><h1>${WORDS.failed}</h1><b><p>`)
  expect(text).not.toContain('{{')
  expect(headers['content-security-policy']).toBe("default-src 'self'")
})

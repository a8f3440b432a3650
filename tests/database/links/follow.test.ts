import {
  DONE_PATHS,
  ERROR_SENTENCES,
  LINK_PATHS,
  RESEND_PATH,
  RESENT,
  TOKEN,
  WAITLIST_PATH,
} from '@ad-kit/contract'
import { expect } from 'vitest'
import { hashToken } from '../../../api/src/links/tokens.ts'
import type { TestApp } from '../../support/app.ts'
import { HOSTILE_TEXT } from '../../support/corpus.ts'
import { select } from '../../support/database.ts'
import { createToken } from '../../support/links.ts'
import { bodyOf, newPerson, SECRETS, secretive } from '../../support/people.ts'
import { SPOILINGS } from '../../support/spoilings.ts'
import { comparable, expectError } from '../support/responses.ts'
import { appWith, test as base } from '../support/test.ts'

const FORM = 'application/x-www-form-urlencoded'
const ONE_CLICK = 'List-Unsubscribe=One-Click'
const UNKNOWN = 'A'.repeat(43)

type Link = keyof typeof LINK_PATHS

/** The status and location after a confirmation. friends.test.ts checks the page itself. */
const CONFIRMED = [200, undefined]

const test = base.extend('limited', { scope: 'file' }, appWith({ RATE_LIMIT_MAX: '1' }))

const sql = (app: TestApp, text: string, values: readonly string[] = []) =>
  select(app.databaseUrl, text, values)

async function join(app: TestApp, person = newPerson()) {
  await app.http.post(WAITLIST_PATH).send(bodyOf(person)).expect(201)
  return { person, token: await createToken(app.databaseUrl, person.email) }
}
const rowOf = async (app: TestApp, email: string) =>
  (await app.people()).find((row) => row.mailbox === email)
const waitingFor = (app: TestApp, email: string) =>
  sql(
    app,
    "SELECT kind, about FROM sendings WHERE mailbox = $1 AND state = 'waiting' ORDER BY kind, about",
    [email],
  )

const press = (app: TestApp, link: Link, token: string, body = '', prefix = '') =>
  app.http
    .post(prefix + LINK_PATHS[link])
    .query({ [TOKEN]: token })
    .set({ 'content-type': FORM, accept: 'text/html,*/*;q=0.8' })
    .redirects(0)
    .send(body)
const destination = async (app: TestApp, link: Link, token: string) => {
  const { status, headers } = await press(app, link, token)
  expect(headers['referrer-policy'], link).toBe('no-referrer')
  return [status, headers['location']]
}

test('a link confirms once within 7 days, and unsubscribes at any time', async ({ app }) => {
  const { person, token } = await join(app)
  const columnOf = async (name: string) => (await rowOf(app, person.email))?.[name]
  const age = (days: number) =>
    sql(app, `UPDATE links SET created_at = now() - interval '${days} days' WHERE mailbox = $1`, [
      person.email,
    ])
  await age(7.01)
  expect(await destination(app, 'confirm', token)).toEqual([303, DONE_PATHS.expired])
  expect(await columnOf('confirmed_at')).toBeNull()
  await age(6.99)
  expect(await destination(app, 'confirm', token)).toEqual(CONFIRMED)
  const first = await columnOf('confirmed_at')
  expect(first).toBeInstanceOf(Date)
  expect(await destination(app, 'confirm', token)).toEqual(CONFIRMED)
  expect(await columnOf('confirmed_at')).toEqual(first)
  expect(await waitingFor(app, person.email)).toEqual([
    { kind: 'webhook', about: 'confirmed' },
    { kind: 'webhook', about: 'joined' },
  ])
  await age(700)
  expect(await destination(app, 'leave', token)).toEqual([303, DONE_PATHS.left])
  expect(await columnOf('left_at')).toBeInstanceOf(Date)
})

const multipart = [
  '--border',
  'Content-Disposition: form-data; name="List-Unsubscribe"',
  '',
  'One-Click',
  '--border--',
  '',
].join('\r\n')

test.for([
  ['a form', FORM, ONE_CLICK, 200],
  ['a form sent to an address that ends with a slash', FORM, ONE_CLICK, 200, '/'],
  ['a multipart form', 'Multipart/Form-Data; boundary=border', multipart, 200],
  ['plain text', 'text/plain; charset=utf-8', `${ONE_CLICK}\r\n`, 200],
  ['an invalid content type', 'form', ONE_CLICK, 200],
  ['a multipart form without a border', 'multipart/form-data', multipart, 303],
  ['JSON that is cut off', 'application/json', '{"List', 303],
] as const)(
  'one-click unsubscribe works from another website, even twice, with %s',
  async ([_, type, body, status, slash = ''], { app }) => {
    const { person, token } = await join(app)
    for (const link of [token, token, UNKNOWN]) {
      const response = await app.http
        .post(LINK_PATHS.leave + slash)
        .query({ [TOKEN]: link })
        .set({
          'content-type': type,
          origin: 'https://mail.example',
          'sec-fetch-site': 'cross-site',
        })
        .redirects(0)
        .send(body)
      expect([response.status, response.body]).toEqual([
        status,
        status === 200 ? { status: 'left' } : {},
      ])
    }
    expect((await rowOf(app, person.email))?.['left_at']).toBeInstanceOf(Date)
    expect(await waitingFor(app, person.email)).toEqual([
      { kind: 'webhook', about: 'joined' },
      { kind: 'webhook', about: 'left' },
    ])
  },
)

test.for([
  ...SPOILINGS.map(
    ([how, spoil]) =>
      [how, (token: string) => `?${TOKEN}=${encodeURIComponent(spoil(token))}`] as const,
  ),
  [
    'an ampersand of HTML before it',
    (token: string) => `?from=news&amp;${TOKEN}=${token}`,
  ] as const,
])('one-click unsubscribe accepts a link with %s', async ([_, queryOf], { app }) => {
  const { person, token } = await join(app)
  const click = (link: string) =>
    app.http
      .post(LINK_PATHS.leave + queryOf(link))
      .type(FORM)
      .send(ONE_CLICK)
  await click(token.slice(1)).expect(404)
  expect((await rowOf(app, person.email))?.['left_at']).toBeNull()
  expect((await click(token)).body).toEqual({ status: 'left' })
  expect((await rowOf(app, person.email))?.['left_at']).toBeInstanceOf(Date)
})

test('leaving twice triggers one event, and does not affect other people’s forms and links', async ({
  app,
}) => {
  const { person, token } = await join(app)
  const other = newPerson()
  const { token: unconfirmed } = await join(app)
  await destination(app, 'confirm', token)
  await app.http.post(WAITLIST_PATH).send(bodyOf(other)).expect(201)
  await destination(app, 'leave', token)
  await sql(app, "UPDATE events SET state = 'sent'")
  await destination(app, 'leave', token)
  const events = "SELECT FROM events WHERE event = 'left' AND mailbox = $1"
  expect(await sql(app, events, [person.email])).toHaveLength(1)
  expect(await rowOf(app, other.email)).toBeDefined()
  const clicked = 'SELECT confirmed FROM links WHERE token = $1'
  const hash = `\\x${hashToken(unconfirmed)?.toString('hex')}`
  expect(await sql(app, clicked, [hash])).toEqual([{ confirmed: false }])
})

test('an erasure deletes a person’s data immediately, and they can join again', async ({ app }) => {
  const { person, token } = await join(app)
  expect(await destination(app, 'erase', token)).toEqual([303, DONE_PATHS.erased])
  expect(await rowOf(app, person.email)).toBeUndefined()
  expect(await destination(app, 'erase', token)).toEqual([303, DONE_PATHS.expired])
  expect(await waitingFor(app, person.email)).toEqual([])
  expect(await sql(app, 'SELECT reason FROM suppressions')).toContainEqual({ reason: 'erased' })

  await join(app, person)
  expect(await rowOf(app, person.email)).toMatchObject({ email: person.email, left_at: null })
})

test('a person can download every answer, time and email as JSON', async ({ app }) => {
  const { person, token } = await join(app)
  await sql(
    app,
    "UPDATE mails SET state = 'sent', ended_at = '2026-01-02T03:04:05Z' WHERE mailbox = $1",
    [person.email],
  )
  await press(app, 'confirm', token)
  const { status, type, body } = await app.http
    .post(`/api${LINK_PATHS.data}?${TOKEN}=${token}`)
    .set('accept', 'application/json')
  expect([status, type]).toEqual([200, 'application/json'])
  const { website: _, ...answers } = person
  expect(body).toMatchObject({
    ...answers,
    joined_at: expect.stringMatching(/^\d{4}-.+Z$/),
    confirmed_at: expect.stringMatching(/^\d{4}-.+Z$/),
    consent: expect.any(String),
    consented_at: expect.any(String),
    mails: [{ kind: 'confirm', state: 'sent', at: '2026-01-02T03:04:05.000Z' }],
  })
  expect(body).not.toHaveProperty('left_at')
})

test('hostile text is shown as plain text on the data page and in its file', async ({ app }) => {
  const { person, token } = await join(app)
  const { email, website: _, ...answers } = person
  const held = Object.fromEntries(
    [...Object.keys(answers), 'shoe_size', HOSTILE_TEXT].map((name) => [name, HOSTILE_TEXT]),
  )
  await rowOf(app, email)
  await sql(app, 'UPDATE people SET answers = $2, source = $3, consent = $3 WHERE email = $1', [
    email,
    JSON.stringify(held),
    HOSTILE_TEXT,
  ])
  const page = await press(app, 'data', token)
  expect(page.text).not.toMatch(/<script|<img|<b>/)
  expect(page.text.match(/<dd>=1\+1 &lt;script&gt;/g)).toHaveLength(Object.keys(held).length + 2)
  const file = await press(app, 'data', token, 'as=file')
  expect([file.type, file.headers['x-content-type-options']]).toEqual([
    'application/json',
    'nosniff',
  ])
  expect(JSON.parse(file.text)).toMatchObject({ ...held, source: HOSTILE_TEXT })
  expect(file.headers['cache-control']).toBe('no-store')
  expect(page.headers['cache-control']).toBe('no-store, no-transform')
})

test('the token of an unknown or quarantined person does not open anything', async ({ app }) => {
  const { token } = await join(app, newPerson({ website: 'https://example.com' }))
  for (const unknown of ['x', UNKNOWN, token]) {
    for (const link of ['confirm', 'leave', 'erase', 'data'] as const) {
      expect(await destination(app, link, unknown), link).toEqual([303, DONE_PATHS.expired])
    }
    const response = await app.http.post(`/api${LINK_PATHS.data}`).query({ [TOKEN]: unknown })
    expectError(response, 404, 'NOT_FOUND')
  }
})

test('a GET request for a link is refused and has no effect', async ({ app }) => {
  const { person, token } = await join(app)
  for (const path of Object.values(LINK_PATHS)) {
    const response = await app.http.get(`/api${path}`).query({ [TOKEN]: token })
    expectError(response, 405, 'METHOD_NOT_ALLOWED')
  }
  expect(await rowOf(app, person.email)).toMatchObject({ confirmed_at: null, left_at: null })
})

test('known and unknown addresses get the same response to “send again”', async ({ app }) => {
  const { person } = await join(app)
  await sql(app, 'TRUNCATE inbox')
  const ask = (email: string) => app.http.post(RESEND_PATH).send({ email })
  const strange = newPerson().email
  const [known, unknown] = [await ask(` ${person.email.toUpperCase()}`), await ask(strange)]
  expect([known.status, known.body]).toEqual([202, RESENT])
  expect(comparable(known)).toEqual(comparable(unknown))
  expect(await sql(app, 'SELECT mailbox FROM inbox ORDER BY sent_at')).toEqual([
    { mailbox: person.email },
    { mailbox: strange },
  ])
  expectError(await ask('nowhere'), 400, 'EMAIL_INVALID')
})

test('one IP address can follow 600 links in a minute', async ({ limited }) => {
  const follow = () => limited.http.post(LINK_PATHS.leave).type('form').redirects(0).send('')
  for (let count = 1; count <= 600; count += 1) expect((await follow()).status).toBe(303)
  const refused = await follow()
  expect([refused.status, refused.type]).toEqual([429, 'text/html'])
  expect(refused.text).toContain(ERROR_SENTENCES.RATE_LIMITED)
})

test('whatever goes wrong, the log contains no token or address', async ({ app }) => {
  const { person, token } = await join(app, secretive())
  await press(app, 'confirm', token)
  await press(app, 'leave', token, ONE_CLICK)
  await press(app, 'data', token)
  const wrong = await press(app, 'data', token, 'a=%', '/api')
  expect(wrong.headers['referrer-policy']).toBe('no-referrer')
  await press(app, 'erase', token)
  await app.http.get(LINK_PATHS.leave).query({ [TOKEN]: token })
  await app.http.put(LINK_PATHS.leave).query({ [TOKEN]: token })
  await app.http.post(RESEND_PATH).send({ email: person.email })
  await sql(app, 'ALTER TABLE links RENAME TO hidden')
  expect((await press(app, 'data', token)).status).toBe(503)
  await sql(app, 'ALTER TABLE hidden RENAME TO links')
  const log = app.log.join('')
  expect(log).not.toMatch(SECRETS)
  expect(log).not.toContain(token)
  expect(log).not.toContain(hashToken(token)?.toString('hex'))
})

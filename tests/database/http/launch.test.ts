import {
  ADVICE,
  CLOSED,
  CLOSED_SENTENCES,
  DATA_WORDS,
  DONE_PATHS,
  fillIn,
  LINK_PATHS,
  RESEND_PATH,
  RESENT,
  TOKEN,
  WAITLIST_PATH,
} from '@ad-kit/contract'
import { expect } from 'vitest'
import { startApp, type TestApp } from '../../support/app.ts'
import { select } from '../../support/database.ts'
import { createToken } from '../../support/links.ts'
import { bodyOf, formOf, newPerson } from '../../support/people.ts'
import { test as base } from '../support/test.ts'

const URL = 'https://app.shop.example/'
const SHOP = 'https://shop.example'

/** Starts another API on the `app` fixture's list, as after its owner has changed the settings. */
const restarted =
  (settings: Readonly<Record<string, string>>) =>
  async (
    { app }: { readonly app: TestApp },
    { onCleanup }: { onCleanup(end: () => Promise<void>): void },
  ) => {
    const after = await startApp(app.databaseUrl, settings)
    onCleanup(() => after.close())
    return after
  }

const test = base
  .extend('launched', { scope: 'file' }, restarted({ LAUNCH_URL: URL, CORS_ORIGIN: SHOP }))
  .extend('closed', { scope: 'file' }, restarted({ WAITLIST: 'closed', CORS_ORIGIN: SHOP }))

const CASES = [
  ['launched', fillIn(CLOSED_SENTENCES.launched, { url: URL })],
  ['closed', CLOSED_SENTENCES.closed],
] as const

test.for(CASES)(
  'a %s waitlist refuses each signup with 410 and stores none',
  async ([state, error], { launched, closed }) => {
    const app = { launched, closed }[state]
    const people = await app.people()
    const json = await app.http.post(WAITLIST_PATH).set('origin', SHOP).send(bodyOf(newPerson()))
    expect([json.status, json.body]).toEqual([410, { error, code: CLOSED }])
    expect(json.headers['access-control-allow-origin']).toBe(SHOP)
    const page = await app.http.post(WAITLIST_PATH).type('form').send(formOf(newPerson()))
    expect(page.status).toBe(410)
    expect(page.text).toContain(`<p>${error}</p>`)
    expect(page.text).not.toContain(ADVICE.form)
    const wrong = await app.http.post(WAITLIST_PATH).type('json').send('{')
    expect(wrong.body.code).toBe(CLOSED)
    expect(await app.people()).toEqual(people)
    const { body } = await app.http.get('/api/openapi.json')
    expect(body.paths[WAITLIST_PATH].post.responses).toHaveProperty('410')
  },
)

test('links in emails sent before the launch keep working after it', async ({ app, launched }) => {
  const person = newPerson()
  await app.http.post(WAITLIST_PATH).send(bodyOf(person)).expect(201)
  const token = await createToken(app.databaseUrl, person.email)
  const press = (path: string) =>
    launched.http
      .post(path)
      .query({ [TOKEN]: token })
      .type('form')
      .accept('text/html')
      .redirects(0)
      .send('')
  const confirmed = await press(LINK_PATHS.confirm)
  expect([confirmed.status, confirmed.headers['location']]).toEqual([303, DONE_PATHS.confirmed])
  const data = await press(LINK_PATHS.data)
  expect(data.text).toContain(person.email)
  expect(data.text).not.toContain(DATA_WORDS.friends)
  const left = await press(LINK_PATHS.leave)
  expect(left.headers['location']).toBe(DONE_PATHS.left)
})

test('a person who has not confirmed can get another confirmation after the launch', async ({
  app,
  launched,
}) => {
  const person = newPerson()
  await app.http.post(WAITLIST_PATH).send(bodyOf(person)).expect(201)
  await app.people()
  await select(app.databaseUrl, "UPDATE mails SET state = 'sent', ended_at = now()")
  const { status, body } = await launched.http.post(RESEND_PATH).send({ email: person.email })
  expect([status, body]).toEqual([202, RESENT])
  await launched.people()
  expect(
    await select(
      app.databaseUrl,
      "SELECT kind FROM mails WHERE mailbox = $1 AND state = 'waiting'",
      [person.email],
    ),
  ).toEqual([{ kind: 'confirm' }])
})

import { type AddressInfo, createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { LINK_PATHS, TOKEN, WAITLIST_PATH } from '@ad-kit/contract'
import type { Response } from 'supertest'
import { expect, onTestFinished } from 'vitest'
import { newToken } from '../../../api/src/links/tokens.ts'
import { startApp, type TestApp } from '../../support/app.ts'
import { select } from '../../support/database.ts'
import { bodyOf, newPerson } from '../../support/people.ts'
import { hold } from '../support/locks.ts'
import { expectError } from '../support/responses.ts'
import { test } from '../support/test.ts'

/** The API must respond within 3 s, whatever the database does. */
const PROMISE_MS = 3_000

/**
 * Extra time, because the clients share the API's process. Without the API's deadline, a signup could take 4 s: up to 2
 * s to connect and 2 s for the statement.
 */
const CLIENTS_MS = 750

const join = ({ http }: TestApp) => http.post(WAITLIST_PATH).send(bodyOf(newPerson()))
const ready = ({ http }: TestApp) => http.get('/api/ready')
/** Polls, because the API caches the outcome for a second. */
const untilReady = (app: TestApp, status: number) =>
  expect.poll(async () => (await ready(app)).status).toBe(status)

async function expectPromptRefusal(send: () => PromiseLike<Response>): Promise<void> {
  let promised = Number.POSITIVE_INFINITY
  // On a busy machine, this timer is as late as the API's own timer in the same process.
  const timer = setTimeout(() => {
    promised = performance.now()
  }, PROMISE_MS)
  const response = await send()
  clearTimeout(timer)
  expect(performance.now() - promised).toBeLessThan(CLIENTS_MS)
  expectError(response, 503, 'UNAVAILABLE')
  expect(Number(response.headers['retry-after'])).toBeGreaterThan(0)
}

/** Starts an app whose database URL points to a host without a database. */
async function appWithout(host: string): Promise<TestApp> {
  const app = await startApp(`postgres://nobody:nothing@${host}/none`)
  onTestFinished(() => app.close())
  return app
}

test('forty simultaneous signups are refused promptly when the database never responds', async () => {
  const silent = createServer(() => {})
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void silent.close())
  const app = await appWithout(`127.0.0.1:${(silent.address() as AddressInfo).port}`)
  await Promise.all(Array.from({ length: 40 }, () => expectPromptRefusal(() => join(app))))
  expect((await app.http.get('/api/health')).body).toMatchObject({ status: 'alive' })
  await expectPromptRefusal(() => ready(app))
})

test('a signup is refused promptly when the database’s host name does not resolve', async () => {
  const app = await appWithout('nowhere.invalid')
  await expectPromptRefusal(() => join(app))
})

const FAIL = `CREATE OR REPLACE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN RAISE SQLSTATE '%s'; END $$;
  CREATE TRIGGER fail BEFORE INSERT ON inbox EXECUTE FUNCTION fail()`

test.for([
  ['is locked', '55P03'],
  ['is in the wrong state for a write', '55000'],
  ['refuses this account', '28000'],
  ['has not granted this account its rights', '42501'],
  ['was dropped', '3D000'],
  ['has no free connection', '53300'],
  ['is shut down', '57P01'],
  ['has a failing disk', '58030'],
  ['is cut off', '08006'],
] as const)(
  'a signup to a database that %s (%s) gets 503 with Retry-After',
  async ([_, state], { app }) => {
    await select(app.databaseUrl, FAIL.replace('%s', state))
    onTestFinished(async () => void (await select(app.databaseUrl, 'DROP TRIGGER fail ON inbox')))
    await expectPromptRefusal(() => join(app))
  },
)

test('an API whose table is missing is not ready, and its log says why', async ({ app }) => {
  expect((await ready(app)).status).toBe(200)
  await select(app.databaseUrl, 'ALTER TABLE inbox RENAME TO elsewhere')
  await expectPromptRefusal(() => join(app))
  await untilReady(app, 503)
  expect(app.log.join('')).toContain('"code":"42P01"')
  await select(app.databaseUrl, 'ALTER TABLE elsewhere RENAME TO inbox')
  await untilReady(app, 200)
})

test('an API whose table is locked is not ready', async ({ app }) => {
  const release = await hold(app.databaseUrl, 'LOCK TABLE inbox')
  await untilReady(app, 503)
  await expectPromptRefusal(() => join(app))
  await release()
  await untilReady(app, 200)
})

test('email links get 503 within 3 s when the database keeps them waiting', async ({ app }) => {
  const release = await hold(app.databaseUrl, 'LOCK TABLE links')
  const follow = () =>
    expectPromptRefusal(() => app.http.post(`${LINK_PATHS.leave}?${TOKEN}=${newToken().token}`))
  // The first request takes the connection. Its time limit ends shortly before those of the next requests.
  const first = follow()
  await sleep(150)
  await Promise.all([first, ...Array.from({ length: 4 }, follow)])
  await release()
})

test('a signup does not wait for email links that are waiting for a lock', async ({ app }) => {
  const release = await hold(app.databaseUrl, 'LOCK TABLE links')
  const waiting = Array.from({ length: 8 }, () =>
    app.http.post(`${LINK_PATHS.leave}?${TOKEN}=${newToken().token}`).then(() => 'responded'),
  )
  await sleep(400)
  expect(await Promise.race([join(app).then(({ status }) => status), ...waiting])).toBe(201)
  await release()
  await Promise.all(waiting)
})

test('an API whose database is read-only is not ready', async ({ app }) => {
  await select(
    app.databaseUrl,
    `DO $$ BEGIN
      EXECUTE format('ALTER DATABASE %I SET default_transaction_read_only = on', current_database());
    END $$`,
  )
  await select(
    app.databaseUrl,
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE datname = current_database() AND pid <> pg_backend_pid()`,
  )
  await expectPromptRefusal(() => join(app))
  await untilReady(app, 503)
})

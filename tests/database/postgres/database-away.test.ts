// Guards database-away, database-refuses.

import { type AddressInfo, createServer, type Server } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { LINK_PATHS, TOKEN, WAITLIST_PATH } from '@ad-kit/contract'
import type { Response } from 'supertest'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import { newToken } from '../../../api/src/links/tokens.ts'
import { startApp, type TestApp } from '../../support/app.ts'
import { select } from '../../support/database.ts'
import { appWith, test as base } from '../../support/fixtures/database.ts'
import { hold } from '../../support/locks.ts'
import { bodyOf, newPerson } from '../../support/people.ts'
import { expectError } from '../../support/responses.ts'

/**
 * The longest response time, whatever the database does, and half a second for the clients, which share this process.
 * Without the deadline, two steps of two seconds would follow each other. In milliseconds.
 */
const PROMISE = 3_500

const join = ({ http }: TestApp, person = newPerson()) =>
  http.post(WAITLIST_PATH).send(bodyOf(person))

async function expectPromptRefusal(send: () => PromiseLike<Response>): Promise<void> {
  const start = performance.now()
  const response = await send()
  expect(performance.now() - start).toBeLessThan(PROMISE)
  expectError(response, 503, 'UNAVAILABLE')
  expect(Number(response.headers['retry-after'])).toBeGreaterThan(0)
}

const test = base.extend('failing', { scope: 'file' }, appWith({}))

describe('a server that accepts connections and never responds', () => {
  let silent: Server
  let app: TestApp

  beforeAll(async () => {
    silent = createServer(() => {})
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
    const { port } = silent.address() as AddressInfo
    app = await startApp(`postgres://nobody:nothing@127.0.0.1:${port}/none`)
  })
  afterAll(async () => {
    await app?.close()
    silent?.close()
  })

  test('signups are refused promptly when the database never responds, also many at once', async () => {
    await Promise.all(Array.from({ length: 40 }, () => expectPromptRefusal(() => join(app))))
  })

  test('the process is alive but not ready when the database never responds', async () => {
    expect((await app.http.get('/api/health')).body).toMatchObject({ status: 'alive' })
    await expectPromptRefusal(() => app.http.get('/api/ready'))
  })
})

describe('a database that responds with an error of its own', () => {
  const FAIL = `CREATE OR REPLACE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN RAISE SQLSTATE '%s'; END $$;
    CREATE OR REPLACE TRIGGER fail BEFORE INSERT ON inbox EXECUTE FUNCTION fail()`

  test.for([
    ['is read-only after a failover', '25006'],
    ['is locked', '55P03'],
    ['is in the wrong state for a write', '55000'],
    ['refuses this account', '28000'],
    ['has not granted this account its rights', '42501'],
    ['was dropped', '3D000'],
    ['has a failing disk', '58030'],
    ['is cut off', '08006'],
  ] as const)(
    'a signup to a database that %s (%s) gets 503 with Retry-After',
    async ([_, state], { failing }) => {
      await select(failing.databaseUrl, FAIL.replace('%s', state))
      await expectPromptRefusal(() => join(failing))
    },
  )
})

describe('a database that cannot store signups', () => {
  const ready = (app: TestApp) => app.http.get('/api/ready')
  /** An outcome is kept for a second. */
  const untilReady = (app: TestApp, status: number) =>
    expect.poll(async () => (await ready(app)).status).toBe(status)
  const run = (app: TestApp, sql: string) => select(app.databaseUrl, sql)
  /** The reason that was logged for the last refusal. */
  const reason = (app: TestApp) => {
    const lines = app.log.map((line) => JSON.parse(line) as Record<string, object>)
    return lines.findLast(({ reason }) => reason)?.['reason']
  }

  test('an API whose table is missing is not ready', async ({ app }) => {
    expect((await ready(app)).status).toBe(200)
    await run(app, 'ALTER TABLE inbox RENAME TO elsewhere')
    await expectPromptRefusal(() => join(app))
    await untilReady(app, 503)
    await expectPromptRefusal(() => ready(app))
    expect(reason(app)).toEqual({
      type: 'error',
      message: '42P01',
      code: '42P01',
      severity: 'ERROR',
    })
    await run(app, 'ALTER TABLE elsewhere RENAME TO inbox')
    await untilReady(app, 200)
  })

  test('an API whose table is locked is not ready', async ({ app }) => {
    const release = await hold(app.databaseUrl, 'LOCK TABLE inbox')
    await untilReady(app, 503)
    await expectPromptRefusal(() => join(app))
    // the server, its client and the response have limits that end at almost the same time
    const message = expect.stringMatching(/^(?:57014|Query read timeout|TooLate)$/)
    expect(reason(app)).toMatchObject({ message })
    await release()
    await untilReady(app, 200)
  })

  test('links of emails get 503 within 3 s when they wait for a connection and then for a locked table', async ({
    app,
  }) => {
    const release = await hold(app.databaseUrl, 'LOCK TABLE links')
    const follow = () =>
      expectPromptRefusal(() => app.http.post(`${LINK_PATHS.leave}?${TOKEN}=${newToken().token}`))
    // The first ones take all connections of the pool. Their limit ends shortly before that of the next ones.
    const first = Array.from({ length: 4 }, follow)
    await sleep(400)
    await Promise.all([...first, ...Array.from({ length: 4 }, follow)])
    await release()
  })

  test('an API whose database is read-only is not ready', async ({ app }) => {
    await run(
      app,
      `DO $$ BEGIN
      EXECUTE format('ALTER DATABASE %I SET default_transaction_read_only = on', current_database());
    END $$`,
    )
    await run(
      app,
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND pid <> pg_backend_pid()`,
    )
    await expectPromptRefusal(() => join(app))
    await untilReady(app, 503)
    await expectPromptRefusal(() => ready(app))
  })
})

test('a database whose host name does not resolve is a 503', async () => {
  const app = await startApp('postgres://nobody:nothing@nowhere.invalid/none')
  await expectPromptRefusal(() => join(app))
  await app.close()
})

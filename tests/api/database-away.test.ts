import { type AddressInfo, createServer, type Server } from 'node:net'
import { WAITLIST_PATH } from '@ad-kit/api/contract'
import type { Response } from 'supertest'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { migrate } from '../../api/src/migrations.ts'
import { expectError } from '../support/answers.ts'
import { startApp, type TestApp, useApp } from '../support/app.ts'
import { select } from '../support/database.ts'
import { bodyOf, formOf, somebody } from '../support/people.ts'
import { startTestPostgres, type TestPostgres } from '../support/postgres.ts'

/** What a visitor is promised, whatever the database does. In milliseconds. */
const PROMISE = 3_000

const join = ({ http }: TestApp, person = somebody()) =>
  http.post(WAITLIST_PATH).send(bodyOf(person))

async function expectPromptRefusal(send: () => PromiseLike<Response>): Promise<void> {
  const start = performance.now()
  const response = await send()
  expect(performance.now() - start).toBeLessThan(PROMISE)
  expectError(response, 503, 'UNAVAILABLE')
  expect(Number(response.headers['retry-after'])).toBeGreaterThan(0)
}

/** The same app, without a restart, takes signups again. */
async function expectRecovery(app: TestApp): Promise<void> {
  const person = somebody()
  await vi.waitFor(async () => expect((await join(app, person)).status).toBe(201), {
    timeout: 30_000,
    interval: 200,
  })
  expect((await app.signups()).map(({ email }) => email)).toContain(person.email)
  expect((await app.http.get('/api/ready')).status).toBe(200)
}

describe('the database goes away', () => {
  let postgres: TestPostgres
  let app: TestApp

  beforeAll(async () => {
    postgres = await startTestPostgres()
    await migrate(postgres.url)
    app = await startApp(postgres.url)
  })
  afterAll(async () => {
    await app?.close()
    await postgres?.remove()
  })

  test('stopped: signups are refused promptly, and taken again when it is back', async () => {
    expect((await join(app)).status).toBe(201)
    await postgres.stop()
    await expectPromptRefusal(() => join(app))
    await expectPromptRefusal(() => app.http.get('/api/ready'))
    expect((await app.http.get('/api/health')).status).toBe(200)

    const page = await app.http
      .post(WAITLIST_PATH)
      .type('application/x-www-form-urlencoded')
      .send(formOf(somebody({ firstName: 'Hedy' })))
    expect(page.status).toBe(503)
    expect(page.text).toContain('value="Hedy"')

    await postgres.start()
    await expectRecovery(app)
  })

  test('paused: many at once are refused promptly, and taken again when it goes on', async ({
    skip,
  }) => {
    if (postgres.pause === undefined) return skip('only a container can be paused')
    await Promise.all([1, 2, 3].map(() => join(app)))
    await postgres.pause()
    await Promise.all(Array.from({ length: 40 }, () => expectPromptRefusal(() => join(app))))
    await expectPromptRefusal(() => join(app))
    await postgres.resume?.()
    await expectRecovery(app)
  })
})

describe('something takes the connection and never says a word', () => {
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

  test('signups are refused promptly, also when many wait', async () => {
    await Promise.all(Array.from({ length: 40 }, () => expectPromptRefusal(() => join(app))))
  })

  test('the process is alive but not ready', async () => {
    expect((await app.http.get('/api/health')).body).toEqual({ status: 'alive' })
    await expectPromptRefusal(() => app.http.get('/api/ready'))
  })
})

describe('the database answers, but not as the one that is wanted', () => {
  const app = useApp()
  const FAIL = `CREATE OR REPLACE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN RAISE SQLSTATE '%s'; END $$;
    CREATE OR REPLACE TRIGGER fail BEFORE INSERT ON signups EXECUTE FUNCTION fail()`

  test.each([
    ['read-only after a failover', '25006'],
    ['locked', '55P03'],
    ['closed while another takes its place', '55000'],
    ['closed to this account', '28000'],
    ['dropped', '3D000'],
    ['on a disk that fails', '58030'],
    ['cut off', '08006'],
  ])('%s (%s): signups may be sent again', async (_, state) => {
    await select(app().databaseUrl, FAIL.replace('%s', state))
    await expectPromptRefusal(() => join(app()))
  })
})

describe('the database answers, but signups cannot be kept', () => {
  const app = useApp()
  const ready = () => app().http.get('/api/ready')
  const run = (sql: string) => select(app().databaseUrl, sql)
  /** What the last refusal was put down to. */
  const reason = () => {
    const lines = app().log.map((line) => JSON.parse(line) as Record<string, object>)
    return lines.findLast(({ reason }) => reason)?.['reason']
  }

  test('as their table is gone: it is not ready', async () => {
    expect((await ready()).status).toBe(200)
    await run('ALTER TABLE signups RENAME TO elsewhere')
    await expectPromptRefusal(() => join(app()))
    await expectPromptRefusal(ready)
    expect(reason()).toEqual({
      type: 'error',
      message: '42P01',
      code: '42P01',
      severity: 'ERROR',
    })
    await run('ALTER TABLE elsewhere RENAME TO signups')
    expect((await ready()).status).toBe(200)
  })

  test('as their table is locked: it is not ready', async () => {
    const lock = run('BEGIN; LOCK TABLE signups; SELECT pg_sleep(6); COMMIT')
    await expect.poll(async () => (await ready()).status).toBe(503)
    await expectPromptRefusal(() => join(app()))
    // the server and its client have the same limit
    const message = expect.stringMatching(/^(?:57014|Query read timeout)$/)
    expect(reason()).toMatchObject({ message })
    await lock
    expect((await ready()).status).toBe(200)
  })

  test('as it may only be read: it is not ready', async () => {
    await run(`DO $$ BEGIN
      EXECUTE format('ALTER DATABASE %I SET default_transaction_read_only = on', current_database());
    END $$`)
    await run(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND pid <> pg_backend_pid()`)
    await expectPromptRefusal(() => join(app()))
    await expectPromptRefusal(ready)
  })
})

test('a name that leads nowhere is the same as a database that is away', async () => {
  const app = await startApp('postgres://nobody:nothing@nowhere.invalid/none')
  await expectPromptRefusal(() => join(app))
  await app.close()
})

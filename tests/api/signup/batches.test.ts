import { WAITLIST_PATH } from '@ad-kit/api/contract'
import pg from 'pg'
import { describe, expect, onTestFinished } from 'vitest'
import { DatabaseUnavailable, openDatabase } from '../../../api/src/database/pool.ts'
import { batchedAdd, type SentSignup } from '../../../api/src/inbox/append.ts'
import { WAITING_LIMIT } from '../../../api/src/inbox/batcher.ts'
import { openMetrics } from '../../../api/src/metrics/metrics.ts'
import type { TestApp } from '../../support/app.ts'
import { asApi, select } from '../../support/database.ts'
import { test } from '../../support/fixtures/api.ts'
import { hold, untilBlocked } from '../../support/locks.ts'
import { bodyOf, newPerson } from '../../support/people.ts'

const people = (count: number) => Array.from({ length: count }, () => newPerson())

const signupOf = (
  email: string,
  { firstName = 'Ada', honeypot = null }: { firstName?: string; honeypot?: string | null } = {},
): SentSignup => ({
  email,
  emailKey: email,
  answers: { first_name: firstName },
  honeypot,
  agreed_to: null,
  source: null,
  network: '01',
})

describe('signups that arrive together', () => {
  /** Sends a signup at once and returns the status. */
  const join = async (app: TestApp, person: object) =>
    (await app.http.post(WAITLIST_PATH).send(bodyOf(person))).status

  const openAdd = async (app: TestApp) => {
    const database = openDatabase(await asApi(app.databaseUrl), { onIdleError: () => {} })
    onTestFinished(() => database.close())
    return batchedAdd(database, openMetrics())
  }

  /** Sends all while nothing can be written, and releases the table when they have gathered. */
  const joinTogether = async (app: TestApp, everybody: readonly object[]) => {
    const release = await hold(app.databaseUrl, 'LOCK TABLE signups IN SHARE MODE')
    const statuses = everybody.map((person) => join(app, person))
    await new Promise((resolve) => setTimeout(resolve, 500))
    await release()
    return Promise.all(statuses)
  }

  test('listed and quarantined signups that arrive together are written in a few transactions', async ({
    app,
  }) => {
    const everybody = [...people(40), ...people(10).map((bot) => ({ ...bot, website: 'x' }))]
    expect(new Set(await joinTogether(app, everybody))).toEqual(new Set([201]))
    const written = await select<{ rows: string; transactions: string }>(
      app.databaseUrl,
      'SELECT count(*) AS rows, count(DISTINCT xmin::text) AS transactions FROM signups',
    )
    expect(Number(written[0]?.rows)).toBe(50)
    expect(Number(written[0]?.transactions)).toBeLessThanOrEqual(6)
  })

  test('a signup whose row is locked does not hold up those that arrive after it', async ({
    app,
  }) => {
    const [held, other] = [newPerson(), newPerson()]
    await join(app, held)
    const client = new pg.Client({ connectionString: app.databaseUrl })
    await client.connect()
    onTestFinished(() => client.end())
    await client.query('BEGIN')
    await client.query('DELETE FROM signups WHERE email = $1', [held.email])

    const statusOfHeld = join(app, held)
    await untilBlocked(app.databaseUrl, 1)
    const statuses = people(20).map((person) => join(app, person))
    expect(await join(app, other)).toBe(201)
    expect(new Set(await Promise.all(statuses))).toEqual(new Set([201]))
    await untilBlocked(app.databaseUrl, 1)

    await client.query('COMMIT')
    expect(await statusOfHeld).toBe(201)
    const emails = (await app.signups()).map(({ email }) => email)
    expect(emails.filter((email) => email === held.email)).toHaveLength(1)
  })

  test('a signup that the database refuses does not fail the others of its batch', async ({
    app,
  }) => {
    await select(
      app.databaseUrl,
      `ALTER TABLE signups ADD CONSTRAINT no_mallory CHECK (answers->>'first_name' <> 'Mallory')`,
    )
    const everybody = people(30).map((person, index) =>
      index === 17 ? { ...person, first_name: 'Mallory' } : person,
    )
    const statuses = await joinTogether(app, everybody)
    expect(statuses.filter((status) => status === 201)).toHaveLength(29)
    expect(statuses[17]).toBe(500)
    const emails = (await app.signups()).map(({ email }) => email)
    const others = everybody.filter(({ first_name }) => first_name !== 'Mallory')
    expect(emails).toEqual(expect.arrayContaining(others.map(({ email }) => email)))
  })

  test('the first of several signups with the same address in one batch is stored', async ({
    app,
  }) => {
    const add = await openAdd(app)
    const names = ['First', 'Second', 'Third']
    await Promise.all(
      names.flatMap((firstName) => [
        add(signupOf('same@example.com', { firstName, honeypot: 'x' })),
        add(signupOf('same@example.com', { firstName })),
      ]),
    )
    for (const rows of [await app.signups(), await app.quarantined()]) {
      const kept = rows.filter(({ email }) => email === 'same@example.com')
      expect(kept).toMatchObject([{ first_name: 'First' }])
    }
  })

  test('two processes that write the same addresses in opposite order store each once and do not deadlock', async ({
    app,
  }) => {
    const [one, other] = [await openAdd(app), await openAdd(app)]
    const emails = Array.from({ length: 2_000 }, (_, index) => `circle.${index}@example.com`)
    await Promise.all([
      ...emails.map((email) => one(signupOf(email))),
      ...emails.toReversed().map((email) => other(signupOf(email))),
    ])
    // Postgres ends a deadlock after a second, and the batcher then retries in halves
    const deadlocks = `SELECT deadlocks::integer FROM pg_stat_database WHERE datname = current_database()`
    expect(await select(app.databaseUrl, deadlocks)).toEqual([{ deadlocks: 0 }])
    const rows = (await app.signups()).filter(({ email }) => email.startsWith('circle.'))
    expect(rows).toHaveLength(emails.length)
  })

  test('signups beyond the limit of the queue are refused at once, and the others are stored', async ({
    app,
  }) => {
    const add = await openAdd(app)
    const emails = Array.from({ length: WAITING_LIMIT + 100 }, (_, i) => `many.${i}@example.com`)
    // in the order in which they ended
    const results: unknown[] = []
    const ended = (result: unknown) => results.push(result)
    await Promise.all(emails.map((email) => add(signupOf(email)).then(ended, ended)))
    const refusal = expect.any(DatabaseUnavailable)
    expect(results.slice(0, 100)).toEqual(Array.from({ length: 100 }, () => refusal))
    const rows = (await app.signups()).filter(({ email }) => email.startsWith('many.'))
    expect(rows).toHaveLength(WAITING_LIMIT)
  })
})

import { WAITLIST_PATH } from '@ad-kit/api/contract'
import pg from 'pg'
import { describe, expect, onTestFinished, test } from 'vitest'
import { DatabaseUnavailable, openDatabase } from '../../../api/src/database/pool.ts'
import { openMetrics } from '../../../api/src/metrics/metrics.ts'
import { batchedAdd } from '../../../api/src/signup/add.ts'
import { WAITING_LIMIT } from '../../../api/src/signup/batcher.ts'
import type { Signup } from '../../../api/src/signup/signup.ts'
import { type TestApp, useApp } from '../../support/app.ts'
import { asApi, select } from '../../support/database.ts'
import { bodyOf, newPerson } from '../../support/people.ts'

const people = (count: number) => Array.from({ length: count }, () => newPerson())

/** Blocks all writes until the returned function is called, so that signups gather. */
async function holdTable({ databaseUrl }: TestApp): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query('BEGIN; LOCK TABLE signups IN SHARE MODE')
  return () => client.end()
}

const WAITING_FOR_LOCK = `SELECT pid FROM pg_stat_activity
  WHERE datname = current_database() AND wait_event_type = 'Lock'`

const signupOf = (
  email: string,
  { firstName = 'Ada', honeypot = null }: { firstName?: string; honeypot?: string | null } = {},
): Signup => ({
  email,
  emailKey: email,
  answers: { first_name: firstName },
  honeypot,
  agreedTo: null,
  source: null,
})

describe('signups that arrive together', () => {
  const app = useApp()
  /** Sends a signup at once and returns the status. */
  const join = async (person: object) =>
    (await app().http.post(WAITLIST_PATH).send(bodyOf(person))).status

  const openAdd = async () => {
    const database = openDatabase(await asApi(app().databaseUrl), () => {})
    onTestFinished(() => database.close())
    return batchedAdd(database, openMetrics())
  }

  /** Sends all while nothing can be written, and releases the table when they have gathered. */
  const joinTogether = async (everybody: readonly object[]) => {
    const release = await holdTable(app())
    const statuses = everybody.map(join)
    await new Promise((resolve) => setTimeout(resolve, 500))
    await release()
    return Promise.all(statuses)
  }

  test('listed and quarantined signups that arrive together are written in a few transactions', async () => {
    const everybody = [...people(40), ...people(10).map((bot) => ({ ...bot, website: 'x' }))]
    expect(new Set(await joinTogether(everybody))).toEqual(new Set([201]))
    const written = await select<{ rows: string; transactions: string }>(
      app().databaseUrl,
      'SELECT count(*) AS rows, count(DISTINCT xmin::text) AS transactions FROM signups',
    )
    expect(Number(written[0]?.rows)).toBe(50)
    expect(Number(written[0]?.transactions)).toBeLessThanOrEqual(6)
  })

  test('a signup whose row is locked does not hold up those that arrive after it', async () => {
    const [held, other] = [newPerson(), newPerson()]
    await join(held)
    const client = new pg.Client({ connectionString: app().databaseUrl })
    await client.connect()
    onTestFinished(() => client.end())
    await client.query('BEGIN')
    await client.query('DELETE FROM signups WHERE email = $1', [held.email])

    const statusOfHeld = join(held)
    await expect.poll(() => select(app().databaseUrl, WAITING_FOR_LOCK)).toHaveLength(1)
    const statuses = people(20).map(join)
    expect(await join(other)).toBe(201)
    expect(new Set(await Promise.all(statuses))).toEqual(new Set([201]))
    expect(await select(app().databaseUrl, WAITING_FOR_LOCK)).toHaveLength(1)

    await client.query('COMMIT')
    expect(await statusOfHeld).toBe(201)
    const emails = (await app().signups()).map(({ email }) => email)
    expect(emails.filter((email) => email === held.email)).toHaveLength(1)
  })

  test('a signup that the database refuses does not fail the others of its batch', async () => {
    await select(
      app().databaseUrl,
      `ALTER TABLE signups ADD CONSTRAINT no_mallory CHECK (answers->>'first_name' <> 'Mallory')`,
    )
    const everybody = people(30).map((person, index) =>
      index === 17 ? { ...person, first_name: 'Mallory' } : person,
    )
    const statuses = await joinTogether(everybody)
    expect(statuses.filter((status) => status === 201)).toHaveLength(29)
    expect(statuses[17]).toBe(500)
    const emails = (await app().signups()).map(({ email }) => email)
    const others = everybody.filter(({ first_name }) => first_name !== 'Mallory')
    expect(emails).toEqual(expect.arrayContaining(others.map(({ email }) => email)))
  })

  test('the first of several signups with the same address in one batch is stored', async () => {
    const add = await openAdd()
    const names = ['First', 'Second', 'Third']
    await Promise.all(
      names.flatMap((firstName) => [
        add(signupOf('same@example.com', { firstName, honeypot: 'x' })),
        add(signupOf('same@example.com', { firstName })),
      ]),
    )
    for (const rows of [await app().signups(), await app().quarantined()]) {
      const kept = rows.filter(({ email }) => email === 'same@example.com')
      expect(kept).toMatchObject([{ first_name: 'First' }])
    }
  })

  test('two processes that write the same addresses in opposite order store each once and do not deadlock', async () => {
    const [one, other] = [await openAdd(), await openAdd()]
    const emails = Array.from({ length: 2_000 }, (_, index) => `circle.${index}@example.com`)
    await Promise.all([
      ...emails.map((email) => one(signupOf(email))),
      ...emails.toReversed().map((email) => other(signupOf(email))),
    ])
    // Postgres ends a deadlock after a second, and the batcher then retries in halves
    const deadlocks = `SELECT deadlocks::integer FROM pg_stat_database WHERE datname = current_database()`
    expect(await select(app().databaseUrl, deadlocks)).toEqual([{ deadlocks: 0 }])
    const rows = (await app().signups()).filter(({ email }) => email.startsWith('circle.'))
    expect(rows).toHaveLength(emails.length)
  })

  test('signups beyond the limit of the queue are refused at once, and the others are stored', async () => {
    const add = await openAdd()
    const emails = Array.from({ length: WAITING_LIMIT + 100 }, (_, i) => `many.${i}@example.com`)
    // in the order in which they ended
    const results: unknown[] = []
    const ended = (result: unknown) => results.push(result)
    await Promise.all(emails.map((email) => add(signupOf(email)).then(ended, ended)))
    const refusal = expect.any(DatabaseUnavailable)
    expect(results.slice(0, 100)).toEqual(Array.from({ length: 100 }, () => refusal))
    const rows = (await app().signups()).filter(({ email }) => email.startsWith('many.'))
    expect(rows).toHaveLength(WAITING_LIMIT)
  })
})

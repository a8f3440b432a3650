import { WAITLIST_PATH } from '@ad-kit/api/contract'
import pg from 'pg'
import { describe, expect, onTestFinished, test } from 'vitest'
import { DatabaseAway, openDatabase } from '../../api/src/db.ts'
import { openMetrics } from '../../api/src/metrics/metrics.ts'
import { WAITING_LIMIT } from '../../api/src/waitlist/batcher.ts'
import { type Signup, signupStore } from '../../api/src/waitlist/store.ts'
import { type TestApp, useApp } from '../support/app.ts'
import { select } from '../support/database.ts'
import { bodyOf, somebody } from '../support/people.ts'

const people = (count: number) => Array.from({ length: count }, () => somebody())

/** Lets no one write until it is called, so that signups gather. */
async function holdTables({ databaseUrl }: TestApp): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query('BEGIN; LOCK TABLE signups, trapped_signups IN SHARE MODE')
  return () => client.end()
}

const WAITING_FOR_LOCK = `SELECT pid FROM pg_stat_activity
  WHERE datname = current_database() AND wait_event_type = 'Lock'`

const signupOf = (email: string, firstName = 'Ada'): Signup => ({
  email,
  emailKey: email,
  firstName,
  lastName: 'Lovelace',
  company: null,
  role: 'other',
})

describe('signups that arrive together', () => {
  const app = useApp()
  /** Sends at once, and returns the status. */
  const join = async (person: object) =>
    (await app().http.post(WAITLIST_PATH).send(bodyOf(person))).status

  const openStore = (metrics = openMetrics()) => {
    const database = openDatabase(app().databaseUrl, () => {})
    onTestFinished(() => database.close())
    return signupStore(database, metrics)
  }

  /** Sends all while nothing can be written, and lets go when they have gathered. */
  const joinTogether = async (everybody: readonly object[]) => {
    const letGo = await holdTables(app())
    const answers = everybody.map(join)
    await new Promise((resolve) => setTimeout(resolve, 500))
    await letGo()
    return Promise.all(answers)
  }

  test('are written together, listed and trapped ones, in a few transactions', async () => {
    const everybody = [...people(40), ...people(10).map((bot) => ({ ...bot, website: 'x' }))]
    expect(new Set(await joinTogether(everybody))).toEqual(new Set([201]))
    const written = await select<{ rows: string; transactions: string }>(
      app().databaseUrl,
      `SELECT count(*) AS rows, count(DISTINCT by) AS transactions
       FROM (SELECT xmin::text AS by FROM signups UNION ALL SELECT xmin::text FROM trapped_signups)`,
    )
    expect(Number(written[0]?.rows)).toBe(50)
    expect(Number(written[0]?.transactions)).toBeLessThanOrEqual(12)
  })

  test('and after one whose row somebody holds, are not held up with them', async () => {
    const [held, somebodyElse] = [somebody(), somebody()]
    await join(held)
    const client = new pg.Client({ connectionString: app().databaseUrl })
    await client.connect()
    onTestFinished(() => client.end())
    await client.query('BEGIN')
    await client.query('DELETE FROM signups WHERE email = $1', [held.email])

    const statusOfHeld = join(held)
    await expect.poll(() => select(app().databaseUrl, WAITING_FOR_LOCK)).toHaveLength(1)
    const statuses = people(20).map(join)
    expect(await join(somebodyElse)).toBe(201)
    expect(new Set(await Promise.all(statuses))).toEqual(new Set([201]))
    expect(await select(app().databaseUrl, WAITING_FOR_LOCK)).toHaveLength(1)

    await client.query('COMMIT')
    expect(await statusOfHeld).toBe(201)
    const emails = (await app().signups()).map(({ email }) => email)
    expect(emails.filter((email) => email === held.email)).toHaveLength(1)
  })

  test('do not suffer from one that the database refuses', async () => {
    await select(
      app().databaseUrl,
      `ALTER TABLE signups ADD CONSTRAINT no_mallory CHECK (first_name <> 'Mallory')`,
    )
    const everybody = people(30).map((person, index) =>
      index === 17 ? { ...person, firstName: 'Mallory' } : person,
    )
    const statuses = await joinTogether(everybody)
    expect(statuses.filter((status) => status === 201)).toHaveLength(29)
    expect(statuses[17]).toBe(500)
    const emails = (await app().signups()).map(({ email }) => email)
    const others = everybody.filter(({ firstName }) => firstName !== 'Mallory')
    expect(emails).toEqual(expect.arrayContaining(others.map(({ email }) => email)))
  })

  test('with the same address are one person, the one who came first', async () => {
    const store = openStore()
    const names = ['First', 'Second', 'Third']
    await Promise.all(names.map((name) => store.add(signupOf('same@example.com', name))))
    const rows = (await app().signups()).filter(({ email }) => email === 'same@example.com')
    expect(rows.map((row) => row.first_name)).toEqual(['First'])
  })

  test('at two processes, in opposite order, never wait for each other in a circle', async () => {
    const [one, other] = [openStore(), openStore()]
    const emails = Array.from({ length: 2_000 }, (_, index) => `circle.${index}@example.com`)
    await Promise.all([
      ...emails.map((email) => one.add(signupOf(email))),
      ...emails.toReversed().map((email) => other.add(signupOf(email))),
    ])
    // Postgres would break a circle after a second, and the batcher would try its halves
    const circles = `SELECT deadlocks::integer FROM pg_stat_database WHERE datname = current_database()`
    expect(await select(app().databaseUrl, circles)).toEqual([{ deadlocks: 0 }])
  })

  test('in greater number than may wait are refused at once, and the others are kept', async () => {
    const store = openStore()
    const emails = Array.from({ length: WAITING_LIMIT + 100 }, (_, i) => `many.${i}@example.com`)
    const results = await Promise.allSettled(emails.map((email) => store.add(signupOf(email))))
    const refused = results.filter(({ status }) => status === 'rejected')
    expect(refused).toHaveLength(100)
    for (const result of refused) {
      expect(result).toMatchObject({ reason: expect.any(DatabaseAway) })
    }
    const rows = (await app().signups()).filter(({ email }) => email.startsWith('many.'))
    expect(rows).toHaveLength(WAITING_LIMIT)
  })

  test('but are refused leave nothing that waits, neither here nor in the database', async () => {
    onTestFinished(await holdTables(app()))
    const metrics = openMetrics()
    const store = openStore(metrics)
    // more than the statements take that are tried until the deadline
    const emails = Array.from({ length: 600 }, (_, index) => `held.${index}@example.com`)
    const results = await Promise.allSettled(emails.map((email) => store.add(signupOf(email))))
    expect(new Set(results.map(({ status }) => status))).toEqual(new Set(['rejected']))
    expect(await metrics.registry.metrics()).toMatch(/^waitlist_queue_rows 0$/m)
    await expect
      .poll(() => select(app().databaseUrl, WAITING_FOR_LOCK), { timeout: 3_000 })
      .toEqual([])
  })

  test('but find the database held up are refused in time, those that wait too', async () => {
    const letGo = await holdTables(app())
    onTestFinished(letGo)
    const start = performance.now()
    const early = people(5).map(join)
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    const late = people(5).map(async (person) => {
      const sent = performance.now()
      const status = await join(person)
      expect(performance.now() - sent).toBeLessThan(3_000)
      return status
    })
    const statuses = await Promise.all(early)
    expect(performance.now() - start).toBeLessThan(3_000)
    expect([...statuses, ...(await Promise.all(late))]).toEqual(Array(10).fill(503))
    await letGo()
    expect(await join(somebody())).toBe(201)
  })
})

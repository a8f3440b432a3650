import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { migrate } from '../../api/src/migrations.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { expectNobodyLost, startLoad } from '../support/load.ts'
import { startTestPostgres, type TestPostgres } from '../support/postgres.ts'

/** Work resumes by itself within this. In milliseconds. */
const RECOVERY = 10_000

const CUT = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
  WHERE application_name = 'waitlist-api'`

describe('while visitors keep joining', () => {
  let postgres: TestPostgres
  let app: TestApp

  beforeAll(async () => {
    postgres = await startTestPostgres({ durable: true })
    await migrate(postgres.url)
    app = await startApp(postgres.url, {}, { siteDir: inject('siteDir') })
  })
  afterAll(async () => {
    await app?.close()
    await postgres?.remove()
  })

  const connect = async () => {
    const client = new pg.Client({ connectionString: postgres.url })
    client.on('error', () => {})
    await client.connect()
    return client
  }

  /** What must hold before, during and after any fault. */
  async function survive(fault: () => Promise<unknown>, end: () => Promise<unknown>) {
    const load = startLoad(app.origin)
    const joined = () => load.sent.filter(({ status }) => status === 201).length
    await vi.waitFor(() => expect(joined()).toBeGreaterThan(50), { timeout: RECOVERY })

    await fault()
    expect((await app.http.get('/')).status).toBe(200)
    expect((await app.http.get('/api/health')).status).toBe(200)
    await end()

    const before = joined()
    await vi.waitFor(() => expect(joined()).toBeGreaterThan(before + 50), { timeout: RECOVERY })
    await expectNobodyLost(await load.stop(), postgres.url)
    return load.sent.filter(({ status }) => status === 503)
  }

  test('the database is stopped', async () => {
    const stop = async () => {
      await postgres.stop()
      await sleep(1_000)
    }
    expect(await survive(stop, () => postgres.start())).not.toEqual([])
  })

  test('the database is paused', async ({ skip }) => {
    const { pause, resume } = postgres
    if (!pause || !resume) return skip('only a container can be paused')
    const hold = async () => {
      await pause()
      await sleep(4_000)
    }
    expect(await survive(hold, resume)).not.toEqual([])
  })

  test('the database takes 10 seconds', async () => {
    const operator = await connect()
    const lock = async () => {
      await operator.query('BEGIN; LOCK TABLE signups')
      await sleep(10_000)
    }
    expect(await survive(lock, () => operator.end())).not.toEqual([])
  })

  test('the database is restarted, again and again', async () => {
    const restart = async () => {
      await postgres.stop()
      await postgres.start()
    }
    await survive(restart, restart)
  })

  test('connections are cut, again and again', async () => {
    const operator = await connect()
    const cut = async () => {
      for (let times = 0; times < 20; times += 1) {
        await operator.query(CUT)
        await sleep(50)
      }
    }
    await survive(cut, () => operator.end())
  })

  test('others take all connections', async () => {
    const operator = await connect()
    const others: pg.Client[] = []
    const crowd = async () => {
      let full = false
      while (!full) {
        // faster than the API can take the places that it loses
        await operator.query(CUT)
        const came = await Promise.allSettled(Array.from({ length: 40 }, connect))
        for (const one of came) if (one.status === 'fulfilled') others.push(one.value)
        full = came.some(({ status }) => status === 'rejected')
      }
      await operator.query(CUT)
      await sleep(2_000)
    }
    await survive(crowd, () => Promise.all([operator, ...others].map((client) => client.end())))
  })
})

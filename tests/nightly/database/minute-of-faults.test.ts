// Runs by day if a change touches api/src/list/inbox/append.ts, api/src/list/inbox/batcher.ts,
// api/src/system/pool.ts, api/src/system/server.ts.

import { readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
import { startApiProcess } from '../../database/support/api-process.ts'
import { expectNobodyLost, startLoad } from '../../database/support/load.ts'
import { hold } from '../../database/support/locks.ts'
import { migrateForApi, select } from '../../support/database.ts'
import { startTestPostgres, type TestPostgres } from '../../support/postgres.ts'

const MINUTE_MS = 60_000
const RECOVERY_MS = 30_000

/** Causes a fault, calls back while the fault lasts, and ends it. */
type Fault = (during: () => Promise<unknown>) => Promise<void>

const CUT = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
  WHERE application_name = 'waitlist-api'`

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  return client
}

function faultsOf({ url, stop, start, container }: TestPostgres): Fault[] {
  const stopped: Fault = async (during) => {
    await stop()
    await during().finally(start)
  }
  const restarted: Fault = async (during) => {
    await stopped(async () => {})
    await during()
    await stopped(async () => {})
  }
  /** The server accepts connections and never responds. Only a container can do this. */
  const paused: Fault = async (during) => {
    // Freezing fails while the server is starting a process.
    await vi.waitFor(() => container?.pause(), { timeout: 10_000, interval: 200 })
    await during().finally(() => container?.unpause())
  }
  /** A lock on the table blocks every statement. */
  const locked: Fault = async (during) => {
    const release = await hold(url, 'LOCK TABLE inbox')
    await during().finally(release)
  }
  /** The API's connections are cut again and again. */
  const cutOff: Fault = async (during) => {
    const operator = await connect(url)
    for (let times = 0; times < 20; times += 1) {
      await operator.query(CUT)
      await sleep(50)
    }
    await during().finally(() => operator.end())
  }
  /** Other clients use all connections. */
  const crowded: Fault = async (during) => {
    const operator = await connect(url)
    const others = [operator]
    let full = false
    while (!full) {
      // The new clients connect faster than the API can reconnect.
      await operator.query(CUT)
      const came = await Promise.allSettled(Array.from({ length: 40 }, () => connect(url)))
      for (const one of came) if (one.status === 'fulfilled') others.push(one.value)
      full = came.some(({ status }) => status === 'rejected')
    }
    await operator.query(CUT)
    await during().finally(() => Promise.all(others.map((client) => client.end())))
  }
  return [stopped, restarted, ...(container ? [paused] : []), cutOff, locked, crowded]
}

const ACTIVE = join(tmpdir(), `active-${process.pid}.json`)

/** Makes the API record what keeps its event loop alive. */
const WATCH = `import { writeFileSync } from 'node:fs'
setInterval(() => writeFileSync('${ACTIVE}', JSON.stringify(process.getActiveResourcesInfo())), 1000).unref()`

/** Counts the API's timers and sockets once its pool has closed idle connections, which takes 10 s. */
async function atRest(databaseUrl: string) {
  const open = () =>
    select(databaseUrl, "SELECT FROM pg_stat_activity WHERE application_name = 'waitlist-api'")
  await expect.poll(open, { timeout: RECOVERY_MS, interval: 500 }).toEqual([])
  await sleep(2_000)
  const active: string[] = JSON.parse(await readFile(ACTIVE, 'utf8'))
  const count = (type: string): number => active.filter((each) => each === type).length
  return {
    timers: count('Timeout'),
    sockets: count('TCPSocketWrap'),
  }
}

test('a minute of faults under load keeps every signup, and does not leak timers or sockets', async () => {
  const postgres = await startTestPostgres([])
  onTestFinished(() => postgres.remove())
  await migrateForApi(postgres.url)
  const watch = `data:text/javascript,${encodeURIComponent(WATCH)}`
  const settings = { NODE_OPTIONS: `--import=${watch}` }
  onTestFinished(() => rm(ACTIVE, { force: true }))
  const api = await startApiProcess({ databaseUrl: postgres.url, settings })
  onTestFinished(async () => void (await api.end('SIGKILL')))

  const suffer = async (each: number, atLeast = 0) => {
    const until = performance.now() + atLeast
    const load = startLoad(api.origin)
    const joined = () => load.sent.filter(({ status }) => status === 201).length
    do {
      for (const fault of faultsOf(postgres)) {
        await fault(async () => {
          await sleep(each)
          expect((await fetch(`${api.origin}/api/health`)).status).toBe(200)
        })
        const before = joined()
        await vi.waitFor(() => expect(joined()).toBeGreaterThan(before + 20), RECOVERY_MS)
        if (atLeast > 0 && performance.now() > until) break
      }
    } while (performance.now() < until)
    return load.stop()
  }

  // The first round compiles code and fills caches, so the comparison begins after it.
  const first = await suffer(500)
  const before = await atRest(postgres.url)
  // In this round, each fault lasts longer than any of the API's time limits.
  const rest = await suffer(4_000, MINUTE_MS)
  const after = await atRest(postgres.url)

  const sent = [...first, ...rest]
  expect(sent.filter(({ status }) => status === 503).length).toBeGreaterThan(100)
  expect(sent.filter(({ status }) => status === undefined)).toEqual([])
  await expectNobodyLost(sent, postgres.url, RECOVERY_MS)

  expect(after.timers).toBeLessThanOrEqual(before.timers + 2)
  expect(after.sockets).toBeLessThanOrEqual(before.sockets + 2)
  expect(api.errors()).toBe('')
  expect(await api.end('SIGTERM')).toBe(0)
}, 600_000)

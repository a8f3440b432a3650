// Guards saved-before-201, database-away, no-leaks.
// Runs by day if a change touches api/src/list/, api/src/system/.

import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { type ApiProcess, startApiProcess } from '../../database/support/api-process.ts'
import {
  crowded,
  cutOff,
  type Fault,
  locked,
  paused,
  restarted,
  stopped,
} from '../../database/support/faults.ts'
import { expectNobodyLost, startLoad } from '../../database/support/load.ts'
import { scrape } from '../../database/support/metrics.ts'
import { migrateForApi, select } from '../../support/database.ts'
import { freePort } from '../../support/ports.ts'
import { startTestPostgres } from '../../support/postgres.ts'

/** In milliseconds. */
const MINUTE = 60_000
const RECOVERY = 30_000

/** Thousands of signups are refused: keeping a kilobyte of each would be more. In bytes. */
const GROWTH = 4 * 1024 * 1024

/** The resources that a fault can leave behind. The pool keeps idle connections for 10 s. */
async function atRest(api: ApiProcess, databaseUrl: string, metricsPort: number) {
  const open = () =>
    select(databaseUrl, "SELECT FROM pg_stat_activity WHERE application_name = 'waitlist-api'")
  await expect.poll(open, { timeout: RECOVERY, interval: 500 }).toEqual([])
  const { value } = await scrape(metricsPort)
  return {
    memory: await api.memory(),
    timers: value('nodejs_active_resources{type="Timeout"}'),
    sockets: value('nodejs_active_resources{type="TCPSocketWrap"}'),
  }
}

test('a minute of faults under load loses no signup and leaves no memory, timer or socket behind', async () => {
  const postgres = await startTestPostgres({ durable: true })
  onTestFinished(() => postgres.remove())
  await migrateForApi(postgres.url)
  const metricsPort = await freePort()
  const settings = { METRICS_PORT: String(metricsPort) }
  const api = await startApiProcess({ databaseUrl: postgres.url, settings })
  onTestFinished(async () => void (await api.end('SIGKILL')))

  const suffer = async (each: number, atLeast = 0) => {
    const until = performance.now() + atLeast
    const load = startLoad(api.origin)
    const joined = () => load.sent.filter(({ status }) => status === 201).length
    const known: (Fault | undefined)[] = [stopped, restarted, paused, cutOff, locked, crowded].map(
      (fault) => fault(postgres),
    )
    const faults = known.filter((fault) => fault !== undefined)
    do {
      for (const fault of faults) {
        await fault(async () => {
          await sleep(each)
          expect((await fetch(`${api.origin}/api/health`)).status).toBe(200)
        })
        const before = joined()
        await vi.waitFor(() => expect(joined()).toBeGreaterThan(before + 20), RECOVERY)
        if (atLeast > 0 && performance.now() > until) break
      }
    } while (performance.now() < until)
    return load.stop()
  }

  // the first round compiles code and fills caches
  const first = await suffer(500)
  const before = await atRest(api, postgres.url, metricsPort)
  // longer than any time limit of the API
  const rest = await suffer(4_000, MINUTE)
  const after = await atRest(api, postgres.url, metricsPort)

  const sent = [...first, ...rest]
  expect(sent.filter(({ status }) => status === 503).length).toBeGreaterThan(100)
  expect(sent.filter(({ status }) => status === undefined)).toEqual([])
  await expectNobodyLost(sent, postgres.url, RECOVERY)

  expect(after.memory - before.memory).toBeLessThan(GROWTH)
  expect(after.timers).toBeLessThanOrEqual(before.timers + 2)
  expect(after.sockets).toBeLessThanOrEqual(before.sockets + 2)
  expect(api.errors()).toBe('')
  expect(await api.end('SIGTERM')).toBe(0)
}, 600_000)

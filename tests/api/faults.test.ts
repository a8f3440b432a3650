import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { startApp, type TestApp } from '../support/app.ts'
import { migrateForApi } from '../support/database.ts'
import {
  crowded,
  cutOff,
  type Fault,
  locked,
  paused,
  restarted,
  stopped,
} from '../support/faults.ts'
import { expectNobodyLost, startLoad } from '../support/load.ts'
import { startTestPostgres, type TestPostgres } from '../support/postgres.ts'

/** Work resumes by itself within this. In milliseconds. */
const RECOVERY = 10_000

describe('while visitors keep joining', () => {
  let postgres: TestPostgres
  let app: TestApp

  beforeAll(async () => {
    postgres = await startTestPostgres({ durable: true })
    await migrateForApi(postgres.url)
    app = await startApp(postgres.url)
  })
  afterAll(async () => {
    await app?.close()
    await postgres?.remove()
  })

  /** What must hold before, during and after any fault. */
  async function survive(fault: Fault, duration: number) {
    const load = startLoad(app.origin)
    onTestFinished(async () => void (await load.stop()))
    const joined = () => load.sent.filter(({ status }) => status === 201).length
    await vi.waitFor(() => expect(joined()).toBeGreaterThan(50), { timeout: RECOVERY })

    await fault(async () => {
      await sleep(duration)
      expect((await app.http.get('/api/health')).status).toBe(200)
    })

    const before = joined()
    await vi.waitFor(() => expect(joined()).toBeGreaterThan(before + 50), { timeout: RECOVERY })
    const sent = await load.stop()
    await expectNobodyLost(sent, postgres.url)
    // the API itself was there all the time
    expect(sent.filter(({ status }) => status === undefined)).toEqual([])
    return sent.filter(({ status }) => status === 503)
  }

  test('nobody is lost when the database is stopped and started', async () => {
    expect(await survive(stopped(postgres), 1_000)).not.toEqual([])
  })

  test('nobody is lost when the database is paused', async ({ skip }) => {
    const fault = paused(postgres)
    if (!fault) return skip('only a container can be paused')
    expect(await survive(fault, 4_000)).not.toEqual([])
  })

  test('nobody is lost when the database is locked for 10 seconds', async () => {
    expect(await survive(locked(postgres), 10_000)).not.toEqual([])
  })

  test('nobody is lost when the database is restarted twice', async () => {
    expect(await survive(restarted(postgres), 0)).not.toEqual([])
  })

  test('nobody is lost when connections are cut twenty times', async () => {
    expect(await survive(cutOff(postgres), 0)).not.toEqual([])
  })

  test('nobody is lost when others take all connections', async () => {
    expect(await survive(crowded(postgres), 2_000)).not.toEqual([])
    // three hundred connections are not made in a moment
  }, 90_000)
})

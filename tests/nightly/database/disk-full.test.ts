// Runs by day if a change touches api/src/list/inbox/append.ts, api/src/list/inbox/batcher.ts, api/src/http/errors/, api/src/system/pool.ts.

import { PostgreSqlContainer } from '@testcontainers/postgresql'
import { expect, onTestFinished, test } from 'vitest'
import { expectNobodyLost, startLoad } from '../../database/support/load.ts'
import { startApp } from '../../support/app.ts'
import { migrateForApi, select } from '../../support/database.ts'
import { describeUnless, missingImage } from '../../support/engine.ts'
import { IMAGE } from '../../support/postgres.ts'

/** A separate disk for the tables, which the test can fill without harm. */
const DISK = '/small-disk'

describeUnless(missingImage(IMAGE), "the database's disk is full", () => {
  test('signups on a full disk are refused promptly, and accepted again when there is room', async () => {
    const postgres = await new PostgreSqlContainer(IMAGE)
      .withTmpFs({ [DISK]: 'rw,size=4m' })
      .withLabels({ 'waitlist-test.pid': String(process.pid) })
      .start()
    onTestFinished(async () => void (await postgres.stop()))
    const url = postgres.getConnectionUri()
    await postgres.exec(['chown', 'postgres', DISK], { user: 'root' })
    await migrateForApi(url)
    await select(url, `CREATE TABLESPACE small LOCATION '${DISK}'`)
    await select(url, 'ALTER TABLE inbox SET TABLESPACE small')
    const app = await startApp(url)
    onTestFinished(() => app.close())
    const load = startLoad(app.origin)
    onTestFinished(async () => void (await load.stop()))
    const count = (wanted: number) => load.sent.filter(({ status }) => status === wanted).length
    await expect.poll(() => count(201)).toBeGreaterThan(50)

    await select(url, 'CREATE TABLE filler (text text) TABLESPACE small')
    const fill = "INSERT INTO filler SELECT repeat('x', 1000) FROM generate_series(1, 200)"
    const fillUp = async () => {
      for (;;) await select(url, fill)
    }
    await expect(fillUp()).rejects.toMatchObject({ code: '53100' })
    await expect.poll(() => count(503)).toBeGreaterThan(50)
    expect((await app.http.get('/api/health')).status).toBe(200)

    await select(url, 'DROP TABLE filler')
    await select(url, 'CHECKPOINT')
    const before = count(201)
    await expect.poll(() => count(201)).toBeGreaterThan(before + 50)
    await expectNobodyLost(await load.stop(), url)
  }, 180_000)
})

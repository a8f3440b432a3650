import pg from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
import { startApp } from '../../support/app.ts'
import { freshDatabase, select } from '../../support/database.ts'
import { postgresUrl } from '../../support/shared.ts'

test.each([
  ['a database that is ready', 'SELECT', 200],
  ['a database without its table', 'ALTER TABLE inbox RENAME TO elsewhere', 503],
])('500 readiness checks of %s run at most one statement a second', async (_, sql, status) => {
  const databaseUrl = await freshDatabase(postgresUrl(), 'migrated')
  await select(databaseUrl, sql)
  const app = await startApp(databaseUrl)
  onTestFinished(() => app.close())
  const query = vi.spyOn(pg.Pool.prototype, 'query')
  onTestFinished(() => query.mockRestore())
  const count = () => query.mock.calls.length
  const ready = async () => (await fetch(`${app.origin}/api/ready`)).status

  const start = performance.now()
  const statuses: number[] = []
  while (statuses.length < 500)
    statuses.push(...(await Promise.all(Array.from({ length: 5 }, ready))))
  const seconds = Math.floor((performance.now() - start) / 1_000)
  expect(new Set(statuses)).toEqual(new Set([status]))
  const before = count()
  expect(before).toBeGreaterThan(0)
  expect(before).toBeLessThanOrEqual(1 + seconds)
  // After a second, the API asks the database again.
  await expect.poll(async () => [await ready(), count() > before]).toEqual([status, true])
})

import { readFileSync } from 'node:fs'
import { expect, inject, onTestFinished, test, vi } from 'vitest'
import { KEPT_DAYS } from '../../api/src/waitlist/purge.ts'
import { startApp } from '../support/app.ts'
import { freshDatabase, select } from '../support/database.ts'

const TRAP = `INSERT INTO trapped_signups
  (email, email_key, first_name, last_name, role, website, created_at)
  SELECT days || '@example.com', days || '@example.com', 'Ada', 'Lovelace', 'other', 'x',
    now() - make_interval(days => days)
  FROM unnest(ARRAY[1, 29, 31, 400]) AS days`

/** More than one statement deletes. */
const FLOOD = `INSERT INTO trapped_signups
  (email, email_key, first_name, last_name, role, website, created_at)
  SELECT n, n, 'Ada', 'Lovelace', 'other', 'x', now() - interval '31 days'
  FROM generate_series(1, 12000) AS n`

const POLICY = new URL('../../web/content/legal/privacy/07-how-long.mdx', import.meta.url)

test('trapped signups can be restored for 30 days, then they are deleted', async () => {
  const url = await freshDatabase(inject('postgresUrl'), 'migrated')
  await select(url, TRAP)
  await select(url, FLOOD)
  const app = await startApp(url)
  onTestFinished(() => app.close())
  await vi.waitFor(async () => {
    const emails = (await app.trapped()).map(({ email }) => email)
    expect(emails.length, 'kept').toBe(2)
    expect(emails).toEqual(['1@example.com', '29@example.com'])
  }, 15_000)
})

test('also those that grow old while the process goes on', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const url = await freshDatabase(inject('postgresUrl'), 'migrated')
  const old = async () => (await app.trapped()).filter(({ email }) => email === '31@example.com')
  await select(url, TRAP)
  const app = await startApp(url)
  onTestFinished(() => app.close())
  await expect.poll(old).toEqual([])
  await select(url, TRAP)
  expect(await old()).toHaveLength(1)
  vi.advanceTimersByTime(3_600_000)
  await expect.poll(old).toEqual([])
})

test('and what keeps them from being deleted is in the log', async () => {
  const app = await startApp(await freshDatabase(inject('postgresUrl'), 'empty'))
  onTestFinished(() => app.close())
  const warning = () => app.log.find((line) => line.includes('trapped signups not purged'))
  await expect.poll(warning).toContain('42P01')
})

test('and the privacy policy says so', () => {
  expect(readFileSync(POLICY, 'utf8')).toContain(`erased after ${KEPT_DAYS} days`)
})

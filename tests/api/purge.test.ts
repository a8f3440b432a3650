import { readFileSync } from 'node:fs'
import { expect, inject, onTestFinished, test, vi } from 'vitest'
import { startApp } from '../support/app.ts'
import { freshDatabase, select } from '../support/database.ts'

const POLICY = new URL('../../web/content/legal/privacy/07-how-long.mdx', import.meta.url)

const PERIOD = "SELECT prosrc FROM pg_proc WHERE oid = 'purge_quarantine'::regproc"

/** For each age in days, a listed and a quarantined signup. */
const AGED = `INSERT INTO signups (email, email_key, answers, honeypot, joined_at)
  SELECT days || '@example.com', days || '@example.com', '{}', honeypot,
    now() - make_interval(days => days)
  FROM unnest(ARRAY[1, 29, 31, 400]) AS days, unnest(ARRAY[NULL, 'x']) AS honeypot
  ON CONFLICT DO NOTHING`

/** More rows than one statement deletes. */
const FLOOD = `INSERT INTO signups (email, email_key, answers, honeypot, joined_at)
  SELECT n, n, '{}', 'x', now() - interval '31 days' FROM generate_series(1, 12000) AS n`

const migrated = () => freshDatabase(inject('postgresUrl'), 'migrated')

test('quarantined signups are deleted after 30 days, and listed people never', async () => {
  const url = await migrated()
  await select(url, AGED)
  await select(url, FLOOD)
  const app = await startApp(url)
  onTestFinished(() => app.close())
  const emails = (rows: readonly { email: string }[]) => rows.map(({ email }) => email)
  await vi.waitFor(async () => expect((await app.quarantined()).length).toBe(2), 15_000)
  expect(emails(await app.quarantined())).toEqual(['29@example.com', '1@example.com'])
  expect(await app.signups()).toHaveLength(4)
})

test('a quarantined signup that grows old while the process runs is deleted', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const url = await migrated()
  const old = async () =>
    (await app.quarantined()).filter(({ email }) => email === '31@example.com')
  await select(url, AGED)
  const app = await startApp(url)
  onTestFinished(() => app.close())
  await expect.poll(old).toEqual([])
  await select(url, AGED)
  expect(await old()).toHaveLength(1)
  vi.advanceTimersByTime(3_600_000)
  await expect.poll(old).toEqual([])
})

test('the privacy policy names the same period as the purge', async () => {
  const [row] = await select<{ prosrc: string }>(await migrated(), PERIOD)
  const [, days] = /interval '(\d+) days'/.exec(row?.prosrc ?? '') ?? []
  expect(readFileSync(POLICY, 'utf8')).toContain(`erased after ${days} days`)
})

import { expect, inject, onTestFinished, test, vi } from 'vitest'
import { startApp } from '../support/app.ts'
import { freshDatabase, select } from '../support/database.ts'

const TRAP = `INSERT INTO trapped_signups
  (email, email_key, first_name, last_name, role, website, created_at)
  SELECT days || '@example.com', days || '@example.com', 'Ada', 'Lovelace', 'other', 'x',
    now() - make_interval(days => days)
  FROM unnest(ARRAY[1, 29, 31, 400]) AS days`

test('trapped signups can be restored for 30 days, then they are deleted', async () => {
  const url = await freshDatabase(inject('postgresUrl'), 'migrated')
  await select(url, TRAP)
  const app = await startApp(url)
  onTestFinished(() => app.close())
  await vi.waitFor(async () => {
    const emails = (await app.trapped()).map(({ email }) => email)
    expect(emails).toEqual(['1@example.com', '29@example.com'])
  })
})

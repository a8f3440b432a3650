// Runs by day if a change touches api/src/owner/transfer/, migrations/.

import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { erase } from '../../../api/src/list/people/erase.ts'
import { contents, newInstallation, recorded } from '../../database/support/installations.ts'
import { untilBlocked } from '../../database/support/locks.ts'
import { run, start } from '../../database/support/run-program.ts'
import { test } from '../../database/support/test.ts'
import { backedUp } from '../../database/support/transfers.ts'
import { temporaryFolder } from '../../support/for-a-test.ts'

const IN_BACKUP = 20_000
const FILL = `INSERT INTO people (mailbox, email, answers, joined_at)
  SELECT n || '@example.com', n || '@example.com', '{"first_name": "Backup"}',
    '2026-01-01T00:00:00Z'::timestamptz + n * interval '1 second'
  FROM generate_series(1, ${IN_BACKUP}) AS n`

test('a killed restore has no effect, and a restore under load does not lose people', async ({
  list,
}) => {
  const { session, app } = list
  const url = app.databaseUrl
  const source = await newInstallation()
  await source.query(FILL)
  const file = join(temporaryFolder(), 'backup.gz')
  writeFileSync(file, await backedUp(source))
  const before = await contents(url)
  const leave = await session.transaction(async () => {
    await session.query('LOCK TABLE visits')
    // Everything else has been merged at this point.
    const child = start(['restore', file], { url })
    const ended = once(child, 'exit')
    await untilBlocked(url, 1)
    child.kill('SIGKILL')
    return { ended }
  })
  expect(await leave.ended).toEqual([null, 'SIGKILL'])
  await expect.poll(() => contents(url)).toEqual(before)
  expect(await recorded(url)).toEqual([])

  // While the restore runs, people from the backup and new people sign up.
  const expected = new Set(Array.from({ length: IN_BACKUP }, (_, n) => `${n + 1}@example.com`))
  let isRestoring = true
  const joining = (async () => {
    while (isRestoring) {
      const known = `${randomInt(1_000, IN_BACKUP)}@example.com`
      expected.add((await list.join(randomInt(2) ? {} : { email: known })).email)
    }
  })()
  expect(await run(['restore', file], { url })).toMatchObject({ code: 0 })
  isRestoring = false
  await joining
  await erase(session, '21@example.com')
  expected.delete('21@example.com')
  const rows = await session.query<{ mailbox: string }>('SELECT mailbox FROM people')
  expect(rows.map(({ mailbox }) => mailbox).toSorted()).toEqual([...expected].toSorted())

  const after = await contents(url)
  expect(await run(['restore', file], { url })).toMatchObject({ code: 0 })
  expect(await contents(url)).toEqual(after)
}, 300_000)

// Guards restore-whole.

import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { fold } from '../../../api/src/inbox/fold.ts'
import { erase } from '../../../api/src/people/erase.ts'
import { select } from '../../support/database.ts'
import { test } from '../../support/fixtures/database.ts'
import { temporaryFolder } from '../../support/for-a-test.ts'
import type { List } from '../../support/list.ts'
import { untilBlocked } from '../../support/locks.ts'
import { contents, newInstallation, recorded } from '../../support/program/installations.ts'
import { run, start } from '../../support/program/run-program.ts'
import { backedUp } from '../../support/program/transfers.ts'

const IN_BACKUP = 20_000
const FILL = `INSERT INTO people (email_key, email, answers, joined_at)
  SELECT n || '@example.com', n || '@example.com', '{"first_name": "Backup"}',
    '2026-01-01T00:00:00Z'::timestamptz + n * interval '1 second'
  FROM generate_series(1, ${IN_BACKUP}) AS n`

async function makeBackup(): Promise<string> {
  const source = await newInstallation()
  await select(source.url, FILL)
  const folder = temporaryFolder()
  const file = join(folder, 'backup.gz')
  writeFileSync(file, await backedUp(source))
  return file
}

/** Signs up people of the backup and new people, until it is stopped. */
function keepJoining(list: List) {
  const state = { going: true, joined: [] as string[] }
  const done = (async () => {
    while (state.going) {
      const known = `${randomInt(1_000, IN_BACKUP)}@example.com`
      const { email } = await list.join(randomInt(2) ? {} : { email: known })
      state.joined.push(email)
    }
  })()
  return async () => {
    state.going = false
    await done
    return state.joined
  }
}

test('a restore that is killed changes nothing, and one under load loses, doubles and revives nobody', async ({
  list,
}) => {
  const { session, app } = list
  const [file, url] = [await makeBackup(), app.databaseUrl]
  const before = await contents(url)
  const leave = await session.transaction(async () => {
    await session.query('LOCK TABLE visits')
    // everything else is merged
    const child = start(['restore', file], { url })
    const ended = once(child, 'exit')
    await untilBlocked(url, 1)
    child.kill('SIGKILL')
    return { ended }
  })
  expect(await leave.ended).toEqual([null, 'SIGKILL'])
  await expect.poll(() => contents(url)).toEqual(before)
  expect(await recorded(url)).toEqual([])

  const stop = keepJoining(list)
  expect(await run(['restore', file, '--json'], { url })).toMatchObject({ code: 0 })
  for (const n of [21, 22]) await erase(session, `${n}@example.com`)
  const joined = await stop()
  await fold(session, { events: false })
  const all = Array.from({ length: IN_BACKUP }, (_, n) => `${n + 1}@example.com`)
  const expected = new Set([...all, ...joined])
  for (const n of [21, 22]) expected.delete(`${n}@example.com`)
  const rows = await session.query<{ email_key: string }>('SELECT email_key FROM people')
  expect(rows.map(({ email_key }) => email_key).toSorted()).toEqual([...expected].toSorted())

  const after = await contents(url)
  expect(await run(['restore', file, '--json'], { url })).toMatchObject({ code: 0 })
  expect(await contents(url)).toEqual(after)
}, 300_000)

import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import { erase } from '../../../api/src/people/erase.ts'
import { select } from '../../support/database.ts'
import { type List, test } from '../../support/fixtures/api.ts'
import { hold, untilBlocked } from '../../support/locks.ts'
import { contents, newInstallation } from '../../support/program/installations.ts'
import { run, start } from '../../support/program/run-program.ts'
import { backedUp, restored } from '../../support/program/transfers.ts'

/** Signups in the backup. One in a hundred is quarantined, and some are erased afterwards. */
const IN_BACKUP = 30_000
const FILL = `INSERT INTO signups (email, email_key, answers, honeypot, joined_at)
  SELECT n || '@example.com', n || '@example.com', '{"first_name": "Backup"}',
    CASE WHEN n % 100 = 0 THEN 'x' END, '2026-01-01T00:00:00Z'::timestamptz + n * interval '1 second'
  FROM generate_series(1, ${IN_BACKUP}) AS n`

/** Erased before the backup was made. */
const ERASED_BEFORE = [11, 12, 13].map((n) => `${n}@example.com`)
/** Erased during the restore, in the same database; the last one is quarantined. */
const ERASED_NOW = [21, 22, 100].map((n) => `${n}@example.com`)

async function makeBackup(): Promise<string> {
  const source = await newInstallation()
  await select(source.url, FILL)
  for (const email of ERASED_BEFORE) await erase(source, email)
  const folder = mkdtempSync(join(tmpdir(), 'restore-interrupted-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
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
  const stop = async () => {
    state.going = false
    await done
    return state.joined
  }
  return stop
}

test('a restore that is killed five times under load loses, doubles and resurrects nobody', async ({
  list,
}) => {
  const file = await makeBackup()
  const { session, app } = list
  const restoredSoFar = async () =>
    (await session.query(`SELECT FROM signups WHERE answers->>'first_name' = 'Backup'`)).length
  // listed here since an earlier signup, and erased in the backup
  await select(
    app.databaseUrl,
    `INSERT INTO signups (email, email_key, answers, joined_at)
     SELECT n || '@example.com', n || '@example.com', '{}', '2025-12-31' FROM unnest(ARRAY[11, 12]) AS n`,
  )
  const stop = keepJoining(list)
  /** Kills a restore at a moment of its work. */
  const interrupt = async (moment: () => Promise<unknown>) => {
    const child = start(['restore', file], { url: app.databaseUrl })
    const ended = once(child, 'exit')
    await moment()
    child.kill('SIGKILL')
    expect(await ended).toEqual([null, 'SIGKILL'])
  }
  const release = await hold(
    app.databaseUrl,
    `SELECT FROM signups WHERE email = '11@example.com' FOR UPDATE`,
  )
  // the erasures are stored, and not yet applied
  await interrupt(() => untilBlocked(app.databaseUrl, 1))
  await release()
  for (let attempt = 1; attempt < 5; attempt += 1) {
    const further = (await restoredSoFar()) + randomInt(1_000, IN_BACKUP / 10)
    await interrupt(() => expect.poll(restoredSoFar, { interval: 10 }).toBeGreaterThan(further))
    for (const email of ERASED_NOW) await erase(session, email)
  }
  expect(await run(['restore', file, '--json'], { url: app.databaseUrl })).toMatchObject({
    code: 0,
  })
  for (const email of ERASED_NOW) await erase(session, email)
  const joined = await stop()

  const rows = await app.signups()
  const emails = rows.map(({ email }) => email)
  const erased = [...ERASED_BEFORE, ...ERASED_NOW]
  const expected = Array.from({ length: IN_BACKUP }, (_, n) => n + 1)
    .filter((n) => n % 100 !== 0)
    .map((n) => `${n}@example.com`)
    .filter((email) => !erased.includes(email))
  expect(joined.length).toBeGreaterThan(100)
  expect(emails.toSorted()).toEqual([...new Set([...expected, ...joined])].toSorted())
  expect(await app.quarantined()).toHaveLength(IN_BACKUP / 100 - 1)
  // the first signup of an address stays, which is the backup's
  expect(rows.filter((row) => row['first_name'] === 'Backup')).toHaveLength(expected.length)

  const after = await contents(app.databaseUrl)
  expect(await run(['restore', file, '--json'], { url: app.databaseUrl })).toMatchObject({
    code: 0,
  })
  expect(await contents(app.databaseUrl)).toEqual(after)
  const elsewhere = await newInstallation()
  await restored(elsewhere, await backedUp(session))
  expect(await contents(elsewhere.url)).toEqual(after)
})

// Guards backup-whole, restore-whole, restore-nobody-twice.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { erase } from '../../../api/src/people/erase.ts'
import { LEFT_OUT } from '../../../api/src/transfer/tables.ts'
import { temporaryFolder } from '../../support/for-a-test.ts'
import { untilBlocked } from '../../support/locks.ts'
import { FILL } from '../../support/program/every-table.ts'
import { contents, newInstallation, recorded } from '../../support/program/installations.ts'
import { addPerson } from '../../support/program/mailing.ts'
import { run } from '../../support/program/run-program.ts'
import { backedUp, restored } from '../../support/program/transfers.ts'

async function filled() {
  const here = await newInstallation()
  for (const statement of FILL) await here.query(statement)
  await addPerson(here, { email: 'gone@example.com' })
  await erase(here, 'gone@example.com')
  return here
}

test('a restore elsewhere brings every row of every table back, and a second time changes nothing', async () => {
  const here = await filled()
  const before = await contents(here.url)
  expect(Object.entries(before).filter(([, rows]) => rows.length === 0)).toEqual([])
  const file = await backedUp(here)
  const elsewhere = await newInstallation()
  expect(await restored(elsewhere, file)).toMatchObject({ restored: 1, erased: 0 })
  expect(await contents(elsewhere.url)).toEqual(before)
  expect(await recorded(elsewhere.url)).toEqual(['erase', 'restore'])
  expect(
    await elsewhere.query("SELECT data_by_link('token of a person')->>'email' AS email"),
  ).toEqual([{ email: 'Ada+x@example.com' }])
  for (const session of [elsewhere, here]) {
    expect(await restored(session, file)).toMatchObject({ restored: 0, erased: 0 })
    expect(await contents(session.url)).toEqual(before)
  }
  expect(await recorded(elsewhere.url)).toEqual(['erase', 'restore'])
})

test('a backup leaves out no table but the names of the migrations, which its header has', async () => {
  expect(LEFT_OUT).toEqual(['pgmigrations'])
  const here = await newInstallation()
  const lines = gunzipSync(await backedUp(here))
    .toString()
    .trimEnd()
    .split('\n')
  const [header = '', end = ''] = [lines[0], lines.at(-1)]
  const tables = await here.query(
    `SELECT relname AS name FROM pg_class
     WHERE relnamespace = 'public'::regnamespace AND relkind NOT IN ('i', 'S', 'v')`,
  )
  expect([...LEFT_OUT, ...Object.keys(JSON.parse(end).counts)].toSorted()).toEqual(
    tables.map(({ name }) => name).toSorted(),
  )
  const applied = await here.query('SELECT name FROM pgmigrations ORDER BY name')
  expect(JSON.parse(header).migrations).toEqual(applied.map(({ name }) => name))
})

test('a table that is new is in the backup and comes back', async () => {
  const [here, elsewhere, without] = [
    await newInstallation(),
    await newInstallation(),
    await newInstallation(),
  ]
  const make = `CREATE TABLE "My notes" (id integer PRIMARY KEY, note text NOT NULL,
    length integer GENERATED ALWAYS AS (length(note)) STORED)`
  for (const { query } of [here, elsewhere]) await query(make)
  await here.query(`INSERT INTO "My notes" VALUES (1, E'two\\nlines'), (2, '')`)
  const file = await backedUp(here)
  await restored(elsewhere, file)
  await restored(elsewhere, file)
  expect(await elsewhere.query('SELECT * FROM "My notes" ORDER BY id')).toEqual([
    { id: 1, note: 'two\nlines', length: 9 },
    { id: 2, note: '', length: 0 },
  ])
  await expect(restored(without, file)).rejects.toThrow(
    /^Line \d+ is of a table that is not known here\. Nothing was changed\.$/,
  )
})

test('a backup has the rows of one moment, while others are added', async () => {
  const here = await filled()
  const cwd = temporaryFolder()
  const { running } = await here.transaction(async () => {
    // the last one that a backup reads
    await here.query('LOCK TABLE visits')
    const running = run(['backup', 'all.gz', '--json'], { url: here.url, cwd })
    await untilBlocked(here.url, 1)
    await here.query("INSERT INTO visits VALUES ('2026-02-01', '/', '', 1)")
    return { running }
  })
  expect(JSON.parse((await running).stdout)).toMatchObject({ visits: 2 })
  expect(gunzipSync(readFileSync(join(cwd, 'all.gz'))).toString()).not.toContain('2026-02-01')
})

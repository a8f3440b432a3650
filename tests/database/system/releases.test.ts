import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { gunzipSync } from 'node:zlib'
import { describe, expect, onTestFinished, test } from 'vitest'
import { migrate } from '../../../api/src/system/migrations.ts'
import { openSession } from '../../../api/src/system/session.ts'
import { stage } from '../../../api/src/system/stage.ts'
import { WAITLIST_PATH } from '../../../contract/waitlist.ts'
import { startApp } from '../../support/app.ts'
import { freshDatabase, select } from '../../support/database.ts'
import { bodyOf, newPerson } from '../../support/people.ts'
import { ROOT } from '../../support/repository.ts'
import { postgresUrl } from '../../support/shared.ts'
import { FILL } from '../support/every-table.ts'
import { contents, newInstallation } from '../support/installations.ts'
import { backedUp, restored } from '../support/transfers.ts'

/**
 * A database and a backup of each release, with rows in every table. To add those of a new release, fill a database
 * with `FILL` (tests/database/support/every-table.ts) and erase a person, then run
 * `pg_dump --inserts --no-owner --no-privileges --no-comments` without its comments and SET lines (but for
 * check_function_bodies), compress that with gzip, and run `./waitlist backup`.
 */
const FOLDER = join(import.meta.dirname, 'releases')

const CHANGELOG = readFileSync(join(ROOT, 'CHANGELOG.md'), 'utf8')

const RELEASES = readdirSync(FOLDER)
  .filter((file) => file.endsWith('.sql.gz'))
  .map((file) => file.replace(/\.sql\.gz$/, ''))

const read = (name: string): Buffer => readFileSync(join(FOLDER, name))

interface Line {
  readonly table: string
  readonly row: Record<string, unknown>
}

const rowsOf = (file: Buffer): Line[] =>
  gunzipSync(file)
    .toString()
    .trimEnd()
    .split('\n')
    .slice(1, -1)
    .map((line): Line => JSON.parse(line))

const rowsIn = async (url: string): Promise<Record<string, unknown[]>> =>
  Object.fromEntries(
    Object.entries(await contents(url)).map(([table, rows]) => [
      table,
      rows.map((row) => JSON.parse(row)),
    ]),
  )

/** Columns of reports that a later version has dropped. */
const DROPPED = ['event_id', 'message_id', 'applied_at']

/** Notices to the team have become jobs. */
const DROPPED_TABLE = 'notices'

const isKept = ([column]: readonly [string, unknown]): boolean => !DROPPED.includes(column)

/** Tables that are newer than the release, so that its backup has no rows for them. */
const NEWER: readonly string[] = ['inbox', 'after_letters']

type Row = Readonly<Record<string, unknown>>

/** Returns a row as this version stores it. */
function kept(table: string, row: Row): Row {
  if (table === 'reports') return Object.fromEntries(Object.entries(row).filter(isKept))
  return row['kind'] === 'welcome' ? { ...row, letter: 'welcome' } : row
}

/** Everything that migrations make must be independent of the previous release. */
const schemaOf = (url: string) =>
  select(
    url,
    `SELECT table_name, column_name, data_type, is_nullable, column_default FROM information_schema.columns
     WHERE table_schema = 'public' UNION ALL
     SELECT tablename, indexname, indexdef, '', '' FROM pg_indexes WHERE schemaname = 'public' UNION ALL
     SELECT conrelid::regclass::text, conname, pg_get_constraintdef(oid), '', '' FROM pg_constraint
     WHERE connamespace = 'public'::regnamespace
     ORDER BY 1, 2, 3`,
  )

/** The address that was erased before the release was kept. */
const ERASED = `SELECT ended_at IS NOT NULL AS erased FROM refusals_of(ARRAY['gone@example.com'])`

const emptyTables = (rows: Readonly<Record<string, readonly unknown[]>>): string[] =>
  Object.keys(rows).filter((table) => rows[table]?.length === 0)

test('every release except 0.1.0, which was never deployed, has a database in the tests', () => {
  const released = [...CHANGELOG.matchAll(/^## \[?(\d+\.\d+\.\d+)/gm)].map(([, version]) => version)
  expect(RELEASES).toContain('0.2.0')
  expect(released.filter((version) => ![...RELEASES, '0.1.0'].includes(`${version}`))).toEqual([])
})

describe.each(RELEASES)('release %s', (release) => {
  test('the database of the release is migrated without loss, takes signups and is backed up', async () => {
    const url = await freshDatabase(postgresUrl(), 'empty')
    await select(url, gunzipSync(read(`${release}.sql.gz`)).toString())
    const before = await rowsIn(url)
    expect(emptyTables(before)).toEqual([])
    await migrate(url)
    const after = await rowsIn(url)
    for (const [table, rows] of Object.entries(before)) {
      if (table === DROPPED_TABLE) continue
      expect(after[table], table).toMatchObject(rows.map((row) => kept(table, Object(row))))
    }
    expect(await select(url, ERASED)).toEqual([{ erased: true }])
    expect(await schemaOf(url)).toEqual(await schemaOf((await newInstallation()).url))
    // Tables that are newer than the release get the same rows.
    for (const statement of FILL) {
      const [, table = ''] = /INTO (\w+)/.exec(statement) ?? []
      if (!(table in before)) await select(url, statement)
    }
    expect(emptyTables(await rowsIn(url))).toEqual([])

    const app = await startApp(url)
    onTestFinished(() => app.close())
    await app.http.post(WAITLIST_PATH).send(bodyOf(newPerson())).expect(201)
    // The release had a person and a form, and the new form is the third.
    expect(await app.people()).toHaveLength(3)

    const session = await openSession(url)
    onTestFinished(() => session.close())
    await session.query(
      "UPDATE mails SET state = 'sent', ended_at = now() WHERE kind IN ('announce', 'welcome')",
    )
    // A restore makes everything that waits bulk.
    await session.query("UPDATE mails SET class = 'bulk' WHERE state = 'waiting'")
    const elsewhere = await newInstallation()
    await restored(elsewhere, await backedUp(session))
    expect(await contents(elsewhere.url)).toEqual(await contents(url))
  })

  test('the backup of the release is restored', async () => {
    const { url, ...session } = await newInstallation()
    const file = read(`${release}.waitlist.gz`)
    expect(await restored(session, file)).toMatchObject({ restored: 2 })
    const rows = await rowsIn(url)
    expect(emptyTables(rows).filter((table) => !NEWER.includes(table))).toEqual([])
    for (const { table, row } of rowsOf(file).filter(({ table }) => table in rows)) {
      const isLetter = table === 'mails' && ['announce', 'welcome'].includes(String(row['kind']))
      const withdrawn = isLetter && { state: 'withdrawn', ended_at: expect.any(String) }
      expect(rows[table], table).toContainEqual(
        expect.objectContaining({ ...kept(table, row), ...withdrawn }),
      )
    }
    expect(await select(url, ERASED)).toEqual([{ erased: true }])
  })

  test('the backup of the release gets the indexes of this version', async () => {
    const session = await newInstallation()
    const indexes = (schema: string) =>
      session.query(`SELECT indexname FROM pg_indexes
        WHERE schemaname = ${schema} AND tablename NOT IN ('pgmigrations', 'places') ORDER BY 1`)
    const file = Readable.from([gunzipSync(read(`${release}.waitlist.gz`)).toString()])
    const staged = await session.transaction(async () => {
      await stage(session, file)
      return indexes('pg_my_temp_schema()::regnamespace::text')
    })
    expect(staged).toEqual(await indexes("'public'"))
  })
})

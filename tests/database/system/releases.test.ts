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
import { run } from '../support/run-program.ts'
import { backedUp, restored } from '../support/transfers.ts'

/**
 * A database and a backup of each release, with rows in every table. To add a release, fill a database with `FILL`
 * (tests/database/support/every-table.ts), erase a person, and run
 * `pg_dump --inserts --no-owner --no-privileges --no-comments`. Remove the comments and the SET lines (except
 * check_function_bodies) from its output, and compress it with gzip. Then run `./waitlist backup`.
 */
const FOLDER = join(import.meta.dirname, 'releases')

const CHANGELOG = readFileSync(join(ROOT, 'CHANGELOG.md'), 'utf8')

/** A version whose database and backups no later version can read. */
const REFUSED = '0.2.0'

const RELEASES = readdirSync(FOLDER)
  .filter((file) => file.endsWith('.sql.gz'))
  .map((file) => file.replace(/\.sql\.gz$/, ''))
  .filter((release) => release !== REFUSED)

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

/** The schema, which must be the same whichever release the migrations start from. */
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

/** Selects whether the address that was erased in the release's database still counts as erased. */
const ERASED = `SELECT ended_at IS NOT NULL AS erased FROM suppressions_of(ARRAY['gone@example.com'])`

const emptyTables = (rows: Readonly<Record<string, readonly unknown[]>>): string[] =>
  Object.keys(rows).filter((table) => rows[table]?.length === 0)

test('every release has a database in the tests', () => {
  const released = [...CHANGELOG.matchAll(/^## \[?(\d+\.\d+\.\d+)/gm)].map(([, version]) => version)
  expect(RELEASES).toContain('1.0.0')
  expect(released.filter((version) => !RELEASES.includes(`${version}`))).toEqual([])
})

describe.each(RELEASES)('release %s', (release) => {
  test('the release’s database is migrated without loss, accepts signups and can be backed up', async () => {
    const url = await freshDatabase(postgresUrl(), 'empty')
    await select(url, gunzipSync(read(`${release}.sql.gz`)).toString())
    const before = await rowsIn(url)
    expect(emptyTables(before)).toEqual([])
    await migrate(url)
    const after = await rowsIn(url)
    for (const [table, rows] of Object.entries(before)) {
      expect(after[table], table).toMatchObject(rows.map((row) => Object(row)))
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
      "UPDATE mails SET state = 'sent', ended_at = now() WHERE kind IN ('announce', 'after')",
    )
    // A restore makes everything that waits bulk.
    await session.query("UPDATE mails SET class = 'bulk' WHERE state = 'waiting'")
    const elsewhere = await newInstallation()
    await restored(elsewhere, await backedUp(session))
    expect(await contents(elsewhere.url)).toEqual(await contents(url))
  })

  test('a backup of the release can be restored', async () => {
    const { url, ...session } = await newInstallation()
    const file = read(`${release}.waitlist.gz`)
    expect(await restored(session, file)).toMatchObject({ restored: 2 })
    const rows = await rowsIn(url)
    // A backup is made after the forms have been folded.
    expect(emptyTables(rows)).toEqual(['inbox'])
    for (const { table, row } of rowsOf(file).filter(({ table }) => table in rows)) {
      // A restore makes every email that waits bulk.
      const bulk = table === 'mails' && row['state'] === 'waiting' && { class: 'bulk' }
      expect(rows[table], table).toContainEqual(expect.objectContaining({ ...row, ...bulk }))
    }
    expect(await select(url, ERASED)).toEqual([{ erased: true }])
  })

  test('while a backup of the release is restored, its tables have this version’s indexes', async () => {
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

describe('a list from before 1.0.0', () => {
  const sentence =
    /^This \w+ is from a version before 1\.0\.0, .+ Nothing was changed\. .+docs\/upgrade\.md/

  test('the migration and the program refuse a database from before 1.0.0, and leave it unchanged', async () => {
    const url = await freshDatabase(postgresUrl(), 'empty')
    await select(url, gunzipSync(read(`${REFUSED}.sql.gz`)).toString())
    const before = [await schemaOf(url), await rowsIn(url)]
    await expect(migrate(url)).rejects.toThrow(sentence)
    const { code, stderr } = await run(['stats'], { url })
    expect(stderr).toMatch(sentence)
    expect(code).toBe(1)
    expect([await schemaOf(url), await rowsIn(url)]).toEqual(before)
    const doctor = await run(['doctor'], { url })
    expect(doctor.stdout).toContain('the database is from a version before 1.0.0')
  })

  test('a backup from before 1.0.0 is refused, and the list stays unchanged', async () => {
    const { url, ...session } = await newInstallation()
    await select(url, FILL[0])
    const before = await contents(url)
    await expect(restored(session, read(`${REFUSED}.waitlist.gz`))).rejects.toThrow(sentence)
    expect(await contents(url)).toEqual(before)
  })
})

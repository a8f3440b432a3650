import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { openSession } from '../../../api/src/database/session.ts'
import { migrate } from '../../../api/src/schema/migrations.ts'
import { WAITLIST_PATH } from '../../../contract/waitlist.ts'
import { startApp } from '../../support/app.ts'
import { freshDatabase, select } from '../../support/database.ts'
import { bodyOf, newPerson } from '../../support/people.ts'
import { contents, newInstallation } from '../../support/program/installations.ts'
import { backedUp, restored } from '../../support/program/transfers.ts'
import { postgresUrl } from '../../support/shared.ts'

/**
 * A database and a backup of each release, with rows in every table. To add those of a new release, fill a database
 * with `FILL` (tests/support/program/every-table.ts) and erase a person, then run
 * `pg_dump --inserts --no-owner --no-privileges --no-comments` without its comments and SET lines (but for check_function_bodies), and `./waitlist backup`.
 */
const FOLDER = join(import.meta.dirname, 'releases')

const RELEASES = readdirSync(FOLDER)
  .filter((file) => file.endsWith('.sql'))
  .map((file) => file.replace(/\.sql$/, ''))

const read = (name: string): Buffer => readFileSync(join(FOLDER, name))

/** How many rows each table has. */
const countsOf = async (url: string): Promise<Record<string, number>> =>
  Object.fromEntries(
    Object.entries(await contents(url)).map(([table, rows]) => [table, rows.length]),
  )

const emailsOf = (url: string) =>
  select<{ email: string }>(url, 'SELECT email FROM people ORDER BY email')

test('there is a database of a release', () => {
  expect(RELEASES).not.toEqual([])
})

describe.each(RELEASES)('release %s', (release) => {
  test('its database is migrated without a loss, takes signups and is backed up', async () => {
    const url = await freshDatabase(postgresUrl(), 'empty')
    await select(url, read(`${release}.sql`).toString())
    const before = await countsOf(url)
    expect(Object.entries(before).filter(([, rows]) => rows === 0)).toEqual([])
    await migrate(url)
    expect(await countsOf(url)).toMatchObject(before)

    const app = await startApp(url)
    const { status } = await app.http.post(WAITLIST_PATH).send(bodyOf(newPerson()))
    expect(status).toBe(201)
    const people = await app.people()
    await app.close()
    // a person and a form of that release, and a new form
    expect(people).toHaveLength(3)

    const session = await openSession(url)
    const elsewhere = await newInstallation()
    await restored(elsewhere, await backedUp(session))
    await session.close()
    expect(await contents(elsewhere.url)).toEqual(await contents(url))
  })

  test('its backup is restored', async () => {
    const { url, ...session } = await newInstallation()
    const rows = await restored({ ...session }, read(`${release}.waitlist.gz`))
    expect(rows).toMatchObject({ restored: 2 })
    expect(await emailsOf(url)).toEqual([
      { email: 'Ada+x@example.com' },
      { email: 'bo@example.com' },
    ])
  })
})

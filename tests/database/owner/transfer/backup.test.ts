import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { erase } from '../../../../api/src/list/people/erase.ts'
import type { Session } from '../../../../api/src/system/session.ts'
import { temporaryFolder } from '../../../support/for-a-test.ts'
import { ROOT } from '../../../support/repository.ts'
import { FILL } from '../../support/every-table.ts'
import { contents, newInstallation, recorded } from '../../support/installations.ts'
import { untilBlocked } from '../../support/locks.ts'
import { addPerson } from '../../support/mailing.ts'
import { run } from '../../support/run-program.ts'
import { backedUp, restored } from '../../support/transfers.ts'

async function fillTables(session: Session): Promise<void> {
  for (const statement of FILL) await session.query(statement)
  await erase(session, await addPerson(session))
}

test('a restore into another database brings every row back, and a second restore has no effect', async () => {
  const [here, elsewhere] = [await newInstallation(), await newInstallation()]
  await fillTables(here)
  const before = await contents(here.url)
  expect(Object.entries(before).filter(([, rows]) => rows.length === 0)).toEqual([])
  const file = await backedUp(here)
  expect(await restored(elsewhere, file)).toMatchObject({ restored: 1, erased: 0 })
  for (const session of [elsewhere, here]) {
    expect(await contents(session.url)).toEqual(before)
    expect(await restored(session, file)).toMatchObject({ restored: 0, erased: 0 })
    expect(await contents(session.url)).toEqual(before)
  }
  expect(await recorded(elsewhere.url)).toEqual(['erase', 'restore'])
  expect(
    await elsewhere.query("SELECT data_by_link('token of a person')->>'email' AS email"),
  ).toEqual([{ email: 'Ada+x@example.com' }])
})

test('a restore fills a table that the owner has added, and reports a table that does not exist', async () => {
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
  for (const _ of ['first', 'again']) await restored(elsewhere, file)
  expect(await elsewhere.query('SELECT * FROM "My notes" ORDER BY id')).toEqual([
    { id: 1, note: 'two\nlines', length: 9 },
    { id: 2, note: '', length: 0 },
  ])
  expect(await restored(without, file)).toMatchObject({ skipped: ['My notes'] })
})

const edited = (change: (text: string) => string) => (file: Buffer) =>
  gzipSync(change(gunzipSync(file).toString()))

test.for<[what: string, change: (file: Buffer) => Buffer, reason: RegExp]>([
  ['cut in half', (file) => file.subarray(0, file.length / 2), /unexpected end of file/],
  ['not compressed', gunzipSync, /header check/],
  ['without its end', edited((text) => text.slice(0, -200)), /not a row of a table|incomplete/],
  [
    'from a later version',
    edited((text) => text.replace('"migrations":[', '"migrations":["9999_later",')),
    /^This backup is from a later version\. Restore it with a newer version of the program\.$/,
  ],
  [
    'changed to a value that Postgres refuses',
    edited((text) => text.replace('"joined_at":"2026-01-01', '"joined_at":"2026-13-01')),
    /^The backup contains a row of people that the database refuses \(SQLSTATE 22008\)\./,
  ],
])(
  'a backup that is %s is refused and does not change anything',
  async ([_what, change, reason]) => {
    const [here, elsewhere] = [await newInstallation(), await newInstallation()]
    await fillTables(here)
    const file = await backedUp(here)
    const before = await contents(elsewhere.url)
    // The file has been read to its end when the transaction begins.
    const isBusy = elsewhere.query('SELECT pg_sleep(0.2)')
    await expect(restored(elsewhere, change(file))).rejects.toThrow(reason)
    await isBusy
    expect(await contents(elsewhere.url)).toEqual(before)
    expect(await recorded(elsewhere.url)).toEqual([])
    expect(await restored(elsewhere, file), 'the session goes on').toMatchObject({ restored: 1 })
  },
)

test('a small file that decompresses to an endless line is refused without using much memory', async () => {
  const { url } = await newInstallation()
  const file = join(temporaryFolder(), 'bomb.gz')
  writeFileSync(file, Buffer.concat(Array(4_096).fill(gzipSync('0'.repeat(65_536)))))
  const env = { NODE_OPTIONS: '--max-old-space-size=64' }
  expect(await run(['restore', file], { url, env })).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('Line 1 is longer than 16,777,216 characters.'),
  })
})

test('a backup with a time in the future is refused, unless something is planned for then', async () => {
  const [here, elsewhere] = [await newInstallation(), await newInstallation()]
  await fillTables(here)
  await here.query("UPDATE mails SET due_at = '2099-01-01'")
  expect(await restored(elsewhere, await backedUp(here))).toMatchObject({ restored: 1 })
  await here.query("UPDATE people SET consented_at = '2099-01-01'")
  await expect(restored(elsewhere, await backedUp(here))).rejects.toThrow(
    /^The backup contains a row of people with a time in the future\. /,
  )
})

test('a backup with the key of another installation does not replace the key for new hashes', async () => {
  const [here, there] = [await newInstallation(), await newInstallation()]
  await there.query(
    "UPDATE hash_keys SET id = gen_random_uuid(), secret = sha256(secret), created_at = '2020-01-01'",
  )
  const hash = () => here.value<Buffer>("SELECT hash_of('ada@example.com')")
  const before = await hash()
  await restored(here, await backedUp(there))
  expect(await here.query('SELECT FROM hash_keys')).toHaveLength(2)
  expect(await hash()).toEqual(before)
})

test('a backup is a consistent snapshot, even if rows are added while it runs', async () => {
  const here = await newInstallation()
  const cwd = temporaryFolder()
  const { running } = await here.transaction(async () => {
    // A backup reads this table last.
    await here.query('LOCK TABLE visits')
    const running = run(['backup', 'all.gz'], { url: here.url, cwd })
    await untilBlocked(here.url, 1)
    await here.query("INSERT INTO visits VALUES ('2026-02-01', '/', '', 1)")
    return { running }
  })
  expect((await running).code).toBe(0)
  expect(gunzipSync(readFileSync(join(cwd, 'all.gz'))).toString()).not.toContain('2026-02-01')
})

test('the documented command that deletes backups keeps the newest thirty, however old', () => {
  const docs = readFileSync(join(ROOT, 'docs/backup.md'), 'utf8')
  const [, line = ''] = /^ +\d+ 3 \* \* \* (ls .+)$/m.exec(docs) ?? []
  const folder = temporaryFolder()
  for (let day = 1; day <= 33; day += 1) {
    const file = join(folder, `waitlist-${day}.ndjson.gz`)
    writeFileSync(file, '')
    utimesSync(file, 0, day * 86_400)
  }
  for (const _ of ['first', 'again']) {
    execFileSync('sh', ['-c', line.replaceAll('/backups', folder)])
    expect(readdirSync(folder)).toHaveLength(30)
  }
  expect(existsSync(join(folder, 'waitlist-33.ndjson.gz'))).toBe(true)
})

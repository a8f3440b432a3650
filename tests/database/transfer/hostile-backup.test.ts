// Guards restore-whole.

import { gunzipSync, gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { checkColumns, checkerOf, checkRows } from '../../../api/src/transfer/check-rows.ts'
import { loadRows } from '../../../api/src/transfer/stage.ts'
import { type Column, tablesOf } from '../../../api/src/transfer/tables.ts'
import { contents, newInstallation, recorded } from '../../support/program/installations.ts'
import { addPerson, addSending } from '../../support/program/mailing.ts'
import { backedUp, restored, rowsOf, withRows } from '../../support/program/transfers.ts'

// Anybody can make a file with a good checksum.

async function makeBackup(): Promise<Buffer> {
  const here = await newInstallation()
  for (const email of ['ada@example.com', 'bo@example.com']) await addPerson(here, { email })
  await here.query("INSERT INTO inbox VALUES ('cy@example.com', 'cy@example.com', '{}')")
  await here.query(
    "INSERT INTO quarantine VALUES ('bot@example.com', 'bot@example.com', '{}', 'x', NULL, NULL, now())",
  )
  await here.query("SELECT refuse('bo@example.com', 'left')")
  await here.query("SELECT record_change('correct', 'bo@example.com', '{}')")
  await addSending(here, { kind: 'invite', email_key: 'ada@example.com' })
  await addSending(here, { kind: 'webhook', email_key: 'ada@example.com' })
  await here.query("INSERT INTO letters VALUES ('a1', 'News', '<p>News</p>', 'News')")
  await here.query("INSERT INTO links VALUES ('token', 'ada@example.com')")
  await here.query("INSERT INTO reports (kind, email_key) VALUES ('refused', 'ada@example.com')")
  await here.query("INSERT INTO visits VALUES ('2026-01-31', '/', 'press', 3)")
  await here.query(
    "INSERT INTO notices (kind, counted_until, due_at) VALUES ('week', now(), now())",
  )
  await here.query("INSERT INTO jobs VALUES ('purge', now())")
  return backedUp(here)
}

/** The backup with these values in all rows of a table. */
const withBad = (file: Buffer, table: string, bad: Record<string, unknown>): Buffer =>
  withRows(file, (lines) =>
    lines.map((line) => (line.table === table ? { table, row: { ...line.row, ...bad } } : line)),
  )

/** One hostile row of each table at least. */
const NOT_WRITTEN: readonly (readonly [table: string, row: Record<string, unknown>])[] = [
  ['people', { email: 'ada@example.com\nBcc: x@y.example' }],
  ['people', { email: 'ada@example.com,bo@example.com' }],
  ['people', { email_key: 'other@example.com' }],
  ['people', { answers: { role: '\u001b[2J' } }],
  ['people', { answers: { role: '\u009b2J' } }],
  ['people', { answers: { role: { $: 1 } } }],
  ['people', { answers: { role: 'x'.repeat(10_001) } }],
  ['people', { answers: { '\u001b': 'x' } }],
  ['people', { source: '<script>' }],
  ['people', { referral_code: '../..' }],
  ['people', { joined_at: 'infinity' }],
  ['people', { confirmed_at: '0044-03-15T12:00:00+00:00 BC' }],
  ['people', { joined_at: '12026-01-01T12:00:00+00:00' }],
  ['quarantine', { honeypot: 'two\nlines' }],
  ['quarantine', { email_key: 'Bot@example.com' }],
  ['inbox', { email: 'not an address' }],
  ['inbox', { answers: { role: 'two\nlines' } }],
  ['links', { email_key: 'ada+tag@example.com' }],
  ['mails', { reply: 'two\nlines' }],
  ['mails', { letter: '../a' }],
  ['mails', { code: 'x&y=z' }],
  ['events', { reply: '\u001b' }],
  ['letters', { subject: 'News\r\nBcc: x@y.example' }],
  ['history', { detail: { where: { $: 1 } } }],
  ['history', { command: 'x\ny' }],
  ['hash_keys', { secret: '\\x00' }],
  ['refusals', { mailbox: `\\x${'00'.repeat(600)}` }],
  ['visits', { path: '//elsewhere.example?x' }],
  ['visits', { source: 'a/b' }],
  ['reports', { message_id: 'x\r\ny' }],
  ['notices', { reply: 'two\nlines' }],
  ['jobs', { name: 'two\nlines' }],
]

test('a row of any table that no version of the program has written is found', async () => {
  const [file, elsewhere] = [await makeBackup(), await newInstallation()]
  const tables = await tablesOf(elsewhere, 'public')
  const tried = new Set(NOT_WRITTEN.map(([table]) => table))
  expect(tables.map(({ name }) => name).filter((name) => !tried.has(name))).toEqual([])
  const rows = rowsOf(file)
  for (const { table, row } of rows) {
    const check = checkerOf(tables.find(({ name }) => name === table) ?? { columns: [] })
    expect(check(row), table).toBeUndefined()
    for (const [, bad] of NOT_WRITTEN.filter(([name]) => name === table)) {
      expect(check({ ...row, ...bad }), table).toBe(Object.keys(bad)[0])
    }
  }
  expect(new Set(rows.map(({ table }) => table))).toEqual(tried)
})

const LONG = 'x'.repeat(20_000)

const ofType =
  (pattern: RegExp, value: unknown) =>
  ({ type }: Column): unknown =>
    pattern.test(type) ? value : undefined

/** A value for a column, or undefined if a column of that type cannot have it. */
const HOSTILE: readonly (readonly [what: string, valueFor: (column: Column) => unknown])[] = [
  ['a wrong type', ofType(/^(?!text|bytea)/, [1])],
  // a letter may be long
  [
    'a long text',
    (column) => (/^(html|text)$/.test(column.name) ? undefined : ofType(/text/, LONG)(column)),
  ],
  ['many bytes', ofType(/bytea/, `\\x${'00'.repeat(2_000)}`)],
  ['a long text in JSON', ofType(/jsonb/, { a: LONG })],
  ['a large number', ofType(/int/, 1e30)],
  ['the year 0', ofType(/time|date/, '0000-01-01T00:00:00Z')],
  ['a time without end', ofType(/time|date/, 'infinity')],
  ['NUL', ofType(/text|bytea/, 'x\0y')],
  ['NUL in JSON', ofType(/jsonb/, { a: 'x\0y' })],
  ['no address', ({ name }) => (/^email/.test(name) ? 'nobody' : undefined)],
]

/** One sentence about the file, without a value of it. */
const SENTENCE =
  /^(The backup has|Line \d+ has|Lines \d+ to \d+ have) a row of \w+ [\w (),]+\. Nothing was changed\.$/

test('a hostile row of any table is refused with a sentence', async () => {
  const [file, elsewhere] = [await makeBackup(), await newInstallation()]
  const accepted: string[] = []
  const tables = await tablesOf(elsewhere, 'public')
  for (const table of tables) {
    const { name, columns } = table
    await elsewhere.query(`CREATE TEMPORARY TABLE ${name} (LIKE public.${name} INCLUDING ALL)`)
    const row = rowsOf(file).find((line) => line.table === name)?.row
    const hostile = HOSTILE.flatMap(([what, valueFor]) =>
      columns
        .map((column) => [column.name, valueFor(column)] as const)
        .filter(([, value]) => value !== undefined)
        .map(([column, value]) => [`${column}: ${what}`, [{ ...row, [column]: value }]] as const),
    )
    const others = [
      ['as it was', [row]],
      ['a column that is not known', [{ ...row, shoe_size: 7 }]],
      ['a member of objects', [{ ...row, ...JSON.parse('{"__proto__": {}}') }]],
      ['no object', [[1]]],
      ['a number', [7]],
      // the same form can be sent twice
      ...(name === 'inbox' ? [] : [['two equal rows', [row, row]] as const]),
    ] as const
    for (const [what, rows] of [...hostile, ...others]) {
      const batch = { table: name, rows: rows.map((row) => JSON.stringify(row)), line: 2 }
      const loading = elsewhere.transaction(async () => {
        checkColumns(table, batch)
        await loadRows(elsewhere, table, batch)
        await checkRows(elsewhere, table)
        accepted.push(`${name}: ${what}`)
        await elsewhere.query(`TRUNCATE pg_temp.${name}`)
      })
      await loading.catch(({ message }) => expect(message, `${name}: ${what}`).toMatch(SENTENCE))
    }
  }
  expect(accepted).toEqual(tables.map(({ name }) => `${name}: as it was`))
})

/** Of the first table and of the last. */
test.for<[table: string, bad: Record<string, unknown>]>([
  ['people', { email: 'ada@example.com\nBcc: x@y.example' }],
  ['visits', { source: 'a/b' }],
  ['people', { shoe_size: 7 }],
  ['visits', JSON.parse('{"__proto__": {"count": 1}}')],
])('a row of %s with %j ends a restore with a sentence', async ([table, bad]) => {
  const [file, elsewhere] = [await makeBackup(), await newInstallation()]
  const before = await contents(elsewhere.url)
  await expect(restored(elsewhere, withBad(file, table, bad))).rejects.toThrow(SENTENCE)
  expect(await contents(elsewhere.url)).toEqual(before)
  expect(await elsewhere.query('SELECT FROM hash_keys')).toHaveLength(1)
})

test('a row of an unknown table ends a restore with a sentence', async () => {
  const [file, elsewhere] = [await makeBackup(), await newInstallation()]
  const before = await contents(elsewhere.url)
  for (const table of ['__proto__', 'constructor', 'pgmigrations', 'waitlist', 'pg_class']) {
    const changed = withRows(file, (lines) => [...lines, { table, row: {} }])
    await expect(restored(elsewhere, changed), table).rejects.toThrow(
      /^Line \d+ is of a table that is not known here\. Nothing was changed\.$/,
    )
  }
  expect(await contents(elsewhere.url)).toEqual(before)
})

/** Postgres finds these, after others were loaded. */
test.for<[what: string, table: string, bad: Record<string, unknown>]>([
  ['the year 0', 'people', { joined_at: '0000-01-01T00:00:00Z' }],
  ['a time zone that does not exist', 'people', { joined_at: '2026-01-01T00:00:00+99:99:99' }],
  ['two equal people', 'people', { email: 'ada@example.com', email_key: 'ada@example.com' }],
  ['a state that does not exist', 'mails', { state: 'lost' }],
  [
    'the hash of a key that the file lacks',
    'refusals',
    { key_id: 'f81d4fae-7dec-11d0-a765-00a0c91e6bf6' },
  ],
  ['NUL in a letter', 'letters', { text: 'x\0y' }],
])('a row with %s changes nothing', async ([_what, table, bad]) => {
  const [file, elsewhere] = [await makeBackup(), await newInstallation()]
  const before = await contents(elsewhere.url)
  await expect(restored(elsewhere, withBad(file, table, bad))).rejects.toThrow(
    new RegExp(
      `^Lines \\d+ to \\d+ have a row of ${table} that the database refuses \\(SQLSTATE \\w{5}\\)\\. Nothing`,
    ),
  )
  expect(await contents(elsewhere.url)).toEqual(before)
  expect(await recorded(elsewhere.url)).toEqual([])
})

test('a session that has refused a backup can restore another one', async () => {
  const [file, elsewhere] = [await makeBackup(), await newInstallation()]
  await expect(restored(elsewhere, withBad(file, 'visits', { count: -1 }))).rejects.toThrow()
  expect(await restored(elsewhere, file)).toMatchObject({ restored: 2 })
})

test.for<[what: string, change: (text: string) => string | Buffer, reason: RegExp]>([
  ['cut off', (text) => text.slice(0, -200), /not a row of a table|incomplete/],
  ['not compressed', (text) => Buffer.from(text), /header check/],
  [
    'of a later version',
    (text) => text.replace('"migrations":[', '"migrations":["9999_later",'),
    /^This backup is of a later version\. Restore it with a newer version of the program\.$/,
  ],
])('a backup that is %s is refused, and nothing is changed', async ([_what, change, reason]) => {
  const changed = change(gunzipSync(await makeBackup()).toString())
  const file = typeof changed === 'string' ? gzipSync(changed) : changed
  const elsewhere = await newInstallation()
  const before = await contents(elsewhere.url)
  await expect(restored(elsewhere, file)).rejects.toThrow(reason)
  expect(await contents(elsewhere.url)).toEqual(before)
  expect(await elsewhere.query('SELECT FROM hash_keys')).toHaveLength(1)
})

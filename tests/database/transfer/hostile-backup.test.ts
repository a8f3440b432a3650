// Guards restore-whole.

import { gunzipSync, gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { checkColumns, checkerOf, checkRows } from '../../../api/src/transfer/check-rows.ts'
import { loadRows } from '../../../api/src/transfer/stage.ts'
import { type Column, tablesOf } from '../../../api/src/transfer/tables.ts'
import { fillTables } from '../support/every-table.ts'
import { contents, newInstallation, recorded } from '../support/installations.ts'
import { backedUp, restored, rowsOf, withRows } from '../support/transfers.ts'

// Anybody can make a file with a good checksum.

async function makeBackup(): Promise<Buffer> {
  const here = await newInstallation()
  await fillTables(here)
  return backedUp(here)
}

type Row = Record<string, unknown>

/** Values of each kind that no version of the program has written. */
const NOT_WRITTEN: readonly (readonly [table: string, row: Row])[] = [
  ['people', { email: 'ada@example.com\nBcc: x@y.example' }],
  ['people', { email_key: 'other@example.com' }],
  ['people', { answers: { role: '\u009b2J' } }],
  ['people', { answers: { role: { $: 1 } } }],
  ['people', { answers: { role: 'x'.repeat(10_001) } }],
  ['people', { answers: { '\u001b': 'x' } }],
  ['people', { source: '<script>' }],
  ['people', { referral_code: '../..' }],
  ['people', { joined_at: 'infinity' }],
  ['people', { confirmed_at: '0044-03-15T12:00:00+00:00 BC' }],
  ['people', { joined_at: '12026-01-01T12:00:00+00:00' }],
  ['links', { email_key: 'ada+tag@example.com' }],
  ['mails', { reply: 'two\nlines' }],
  ['mails', { letter: '../a' }],
  ['mails', { code: 'x&y=z' }],
  ['history', { detail: { where: { $: 1 } } }],
  ['history', { command: 'x\ny' }],
  ['hash_keys', { secret: '\\x00' }],
  ['refusals', { mailbox: `\\x${'00'.repeat(600)}` }],
  ['visits', { path: '//elsewhere.example?x' }],
]

test('a row that no version of the program has written is found', async () => {
  const [file, elsewhere] = [await makeBackup(), await newInstallation()]
  const tables = await tablesOf(elsewhere, 'public')
  for (const { table, row } of rowsOf(file)) {
    const check = checkerOf(tables.find(({ name }) => name === table) ?? { columns: [] })
    expect(check(row), table).toBeUndefined()
    for (const [, bad] of NOT_WRITTEN.filter(([name]) => name === table)) {
      expect(check({ ...row, ...bad }), table).toBe(Object.keys(bad)[0])
    }
  }
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
  ['a time without end', ofType(/time|date/, 'infinity')],
  ['NUL', ofType(/text|bytea/, 'x\0y')],
  ['NUL in JSON', ofType(/jsonb/, { a: 'x\0y' })],
  ['no address', ({ name }) => (/^email/.test(name) ? 'nobody' : undefined)],
  // of the same mailbox
  ['no tag', ({ name }) => (name === 'email' ? 'Ada+<b>@example.com' : undefined)],
  ['no text', ({ name }) => (name === 'answers' ? { first_name: 1 } : undefined)],
  ['no command', ({ name }) => (name === 'command' ? 'erase;' : undefined)],
]

/** One sentence about the file, without a value of it. */
const SENTENCE =
  /^(The backup has|Line \d+ has|Lines \d+ to \d+ have) a row of \w+ [\w (),]+\. Nothing was changed\.$/

test('a hostile value in any column of any table is refused with a sentence', async () => {
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
      ['a column that is not known', [{ ...row, ...JSON.parse('{"__proto__": {}}') }]],
      ['no object', [[1]]],
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

/** The backup with these values in all rows of a table. */
const withBad = (table: string, bad: Row) => (file: Buffer) =>
  withRows(file, (lines) =>
    lines.map((line) => (line.table === table ? { table, row: { ...line.row, ...bad } } : line)),
  )

const withTable = (table: string) => (file: Buffer) =>
  withRows(file, (lines) => [...lines, { table, row: {} }])

const edited = (change: (text: string) => string) => (file: Buffer) =>
  gzipSync(change(gunzipSync(file).toString()))

const UNKNOWN = /^Line \d+ is of a table that is not known here\. Nothing was changed\.$/

test.for<[what: string, change: (file: Buffer) => Buffer, reason: RegExp]>([
  ['cut off', edited((text) => text.slice(0, -200)), /not a row of a table|incomplete/],
  ['not compressed', gunzipSync, /header check/],
  [
    'of a later version',
    edited((text) => text.replace('"migrations":[', '"migrations":["9999_later",')),
    /^This backup is of a later version\. Restore it with a newer version of the program\.$/,
  ],
  ['of another system', withTable('pg_class'), UNKNOWN],
  ['of a table that is a member of objects', withTable('__proto__'), UNKNOWN],
  ['forged in an address', withBad('people', { email: 'a@b.example\nBcc: x@y.example' }), SENTENCE],
  ['forged in a column', withBad('visits', { shoe_size: 7 }), SENTENCE],
  [
    'of a time that Postgres refuses',
    withBad('people', { joined_at: '2026-01-01T00:00:00+99' }),
    SENTENCE,
  ],
  [
    'without the key of a hash',
    withBad('refusals', { key_id: 'f81d4fae-7dec-11d0-a765-00a0c91e6bf6' }),
    SENTENCE,
  ],
])(
  'a backup that is %s is refused, changes nothing, and the session can restore another one',
  async ([_what, change, reason]) => {
    const [file, elsewhere] = [await makeBackup(), await newInstallation()]
    const before = await contents(elsewhere.url)
    await expect(restored(elsewhere, change(file))).rejects.toThrow(reason)
    expect(await contents(elsewhere.url)).toEqual(before)
    expect(await recorded(elsewhere.url)).toEqual([])
    expect(await elsewhere.query('SELECT FROM hash_keys')).toHaveLength(1)
    expect(await restored(elsewhere, file)).toMatchObject({ restored: 1 })
  },
)

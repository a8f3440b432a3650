import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { type Batch, readBackup, readRow } from './backup-file.ts'

const HEADER = { format: 'waitlist-backup', migrations: ['0001_first'] }
const ROWS = [
  { table: 'people', row: { email: 'ada@example.com' } },
  { table: 'people', row: { email: 'bo@example.com' } },
  { table: 'links', row: { token: '\\xab' } },
]
const COUNTS = { people: 2, links: 1 }

const json = (lines: readonly object[]): string =>
  lines.map((line) => `${JSON.stringify(line)}\n`).join('')

function backupOf(lines: readonly object[], end: object = {}): string {
  const text = json(lines)
  const sha256 = createHash('sha256').update(text).digest('hex')
  return text + json([{ counts: { ...COUNTS, jobs: 0 }, sha256, ...end }])
}

/** A file's batches, after its header. */
async function read(file: string | AsyncIterable<string>): Promise<Batch[]> {
  const batches: Batch[] = []
  async function* whole() {
    yield* typeof file === 'string' ? [file] : file
  }
  await readBackup(whole(), {
    begin: async (migrations) => expect(migrations).toEqual(['0001_first']),
    load: async (batch) => void batches.push(batch),
  })
  return batches
}

const NO_BACKUP = 'This is not a backup of a waitlist.'
const DAMAGED = 'This backup is damaged: its content does not match its checksum.'
const CUT = 'This backup is incomplete: its end is missing.'

describe('reading backups', () => {
  test('each batch read from a backup contains rows of a single table', async () => {
    expect(await read(backupOf([HEADER, ...ROWS]))).toEqual([
      { table: 'people', rows: ['{"email":"ada@example.com"}', '{"email":"bo@example.com"}'] },
      { table: 'links', rows: ['{"token":"\\\\xab"}'] },
    ])
  })

  test('a backup is read in batches of at most a thousand rows', async () => {
    const rows = Array.from({ length: 2_001 }, (_, id) => ({ table: 'people', row: { id } }))
    const batches = await read(backupOf([HEADER, ...rows], { counts: { people: 2_001 } }))
    expect(batches.map((batch) => batch.rows.length)).toEqual([1_000, 1_000, 1])
  })

  test('a backup is read in batches of about four megabytes', async () => {
    const rows = Array.from({ length: 3 }, () => ({ table: 'people', row: 'x'.repeat(2 ** 21) }))
    const batches = await read(backupOf([HEADER, ...rows], { counts: { people: 3 } }))
    expect(batches.map((batch) => batch.rows.length)).toEqual([2, 1])
  })

  test.each([
    ['text', 'Hello', NO_BACKUP],
    ['in another format', backupOf([{ ...HEADER, format: 'x' }, ...ROWS]), NO_BACKUP],
    ['without migrations', backupOf([{ format: HEADER.format }, ...ROWS]), NO_BACKUP],
    ['an empty file', '', CUT],
    ['a file that ends early', json([HEADER, ...ROWS]), CUT],
    [
      'shorter than its counts',
      backupOf([HEADER, ...ROWS], { counts: { ...COUNTS, links: 2 } }),
      DAMAGED,
    ],
    ['without counts', backupOf([HEADER, ...ROWS], { counts: null }), DAMAGED],
    ['changed on one line', backupOf([HEADER, ...ROWS]).replaceAll('ada@', 'eve@'), DAMAGED],
    [
      'longer than its end',
      backupOf([HEADER, ...ROWS]) + json(ROWS),
      'Line 6 is not a row of a table. Nothing was changed.',
    ],
    [
      'cut off within a line',
      json([HEADER, ...ROWS]).slice(0, -5),
      'Line 4 is not a row of a table. Nothing was changed.',
    ],
  ])('a backup is refused if it is %s', async (_what, file, sentence) => {
    await expect(read(file)).rejects.toThrow(sentence)
  })
})

test.each([
  ['{"table":"people","row":{"a":1}}', { table: 'people', row: '{"a":1}' }],
  ['{"table":"My \\"own\\" table","row":{}}', { table: 'My "own" table', row: '{}' }],
  ['{"row":{},"table":"people"}', undefined],
  ['{"table":"people","row":{"a":', undefined],
  ['{"counts":{}}', undefined],
])('the row in the line %j is %j', (line, row) => {
  expect(readRow(line)).toEqual(row)
})

async function* endless(piece: string) {
  for (;;) yield piece
}

describe('memory limits', () => {
  test('an endless backup of empty lines is refused at its first line', async () => {
    await expect(read(endless('\n'.repeat(1_000)))).rejects.toThrow(NO_BACKUP)
  })

  test('an endless backup is refused when a line is too long', async () => {
    await expect(read(endless('0'.repeat(2 ** 20)))).rejects.toThrow(
      'Line 1 is longer than 16,777,216 characters.',
    )
  })
})

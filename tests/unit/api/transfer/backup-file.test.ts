import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { batchesOf, checkBackup } from '../../../../api/src/transfer/backup-file.ts'

const json = (lines: readonly object[]): string =>
  lines.map((line) => `${JSON.stringify(line)}\n`).join('')

const HEADER = { kind: 'header', format: 'waitlist-backup', version: 2 }

const LINES = [
  { kind: 'hash_key', id: '1' },
  { kind: 'erasure', person: 'a' },
  { kind: 'history', command: 'erase' },
  { kind: 'signup', email: 'ada@example.com' },
  { kind: 'signup', email: 'bo@example.com' },
  { kind: 'link', token: 't' },
]

const COUNTS = { hash_key: 1, erasure: 1, history: 1, signup: 2, link: 1 }

/** A backup with a last line that fits, unless it is given. */
function backupOf(lines: readonly object[], end: object = {}): string {
  const body = json(lines)
  const sha256 = createHash('sha256').update(body).digest('hex')
  return body + json([{ kind: 'end', counts: COUNTS, sha256, ...end }])
}

/** A file that arrives in pieces of a few bytes. */
const stream = (file: string): Readable => {
  const bytes = Buffer.from(file)
  const pieces: Buffer[] = []
  for (let start = 0; start < bytes.length; start += 50)
    pieces.push(bytes.subarray(start, start + 50))
  return Readable.from(pieces)
}

const check = (file: string) => checkBackup(stream(file))

const NO_BACKUP = 'This is not a backup of a waitlist.'
const DAMAGED = 'This backup is damaged: its content does not match its checksum.'
const CUT = 'This backup is incomplete: its end is missing.'

describe('a backup', () => {
  test('that is whole has the counts of its kinds', async () => {
    expect(await check(backupOf([HEADER, ...LINES]))).toEqual(COUNTS)
  })

  test('is whole without an end of line after its last line, and with kinds of a later version', async () => {
    const lines = [HEADER, ...LINES, { kind: 'signup_note' }]
    expect(await check(backupOf(lines).trimEnd())).toEqual(COUNTS)
  })

  test('of version 1 counts no links', async () => {
    const { link, ...counts } = COUNTS
    const lines = [{ ...HEADER, version: 1 }, ...LINES.filter(({ kind }) => kind !== 'link')]
    expect(await check(backupOf(lines, { counts }))).toEqual({ ...counts, link: 0 })
  })

  test.each([
    ['another file', 'email,first_name\nada@example.com,Ada\n', NO_BACKUP],
    ['JSON without kinds', json([{}]), NO_BACKUP],
    ['JSON that is no object', 'null\n', NO_BACKUP],
    ['a file without a header', backupOf(LINES), NO_BACKUP],
    [
      'a line of another kind first',
      backupOf([{ ...HEADER, kind: 'signup' }, ...LINES]),
      NO_BACKUP,
    ],
    ['a file of another format', backupOf([{ ...HEADER, format: 'x' }, ...LINES]), NO_BACKUP],
    [
      'a later version',
      backupOf([{ ...HEADER, version: 3 }, ...LINES]),
      'This backup has version 3. Restore it with a newer version of the program.',
    ],
    [
      'no version',
      backupOf([{ ...HEADER, version: 'x' }, ...LINES]),
      'This backup has version x. Restore it with a newer version of the program.',
    ],
    [
      'version 0',
      backupOf([{ ...HEADER, version: 0 }, ...LINES]),
      'This backup has version 0. Restore it with a newer version of the program.',
    ],
    ['an empty file', '', CUT],
    ['a header only', json([HEADER]), CUT],
    ['a file that ends early', json([HEADER, ...LINES]), CUT],
    ['a wrong checksum', backupOf([HEADER, ...LINES], { sha256: '00' }), DAMAGED],
    ['a wrong count', backupOf([HEADER, ...LINES], { counts: { ...COUNTS, signup: 3 } }), DAMAGED],
    ['no counts', backupOf([HEADER, ...LINES], { counts: undefined }), DAMAGED],
    ['a changed line', backupOf([HEADER, ...LINES]).replace('ada@', 'eve@'), DAMAGED],
    ['a line that is no JSON at the end', `${json([HEADER, ...LINES])}{"kind":"end"`, NO_BACKUP],
  ])('is refused when it is %s', async (_what, file, sentence) => {
    await expect(check(file)).rejects.toThrow(sentence)
  })
})

describe('the lines of one kind', () => {
  const linesOf = async (file: string, kind: Parameters<typeof batchesOf>[1]) => {
    const batches: (readonly object[])[] = []
    for await (const batch of batchesOf(stream(file), kind)) batches.push(batch)
    return batches
  }

  test('come in one batch when they are few', async () => {
    const file = backupOf([HEADER, ...LINES])
    expect(await linesOf(file, 'signup')).toEqual([LINES.slice(3, 5)])
    expect(await linesOf(file, 'link')).toEqual([LINES.slice(5)])
  })

  test('come in no batch when there are none', async () => {
    expect(await linesOf(backupOf([HEADER, ...LINES.slice(1)]), 'hash_key')).toEqual([])
  })

  test('come in batches of a thousand', async () => {
    const signups = (count: number) =>
      Array.from({ length: count }, (_, number) => ({ kind: 'signup', number }))
    const sizes = (await linesOf(json(signups(2_001)), 'signup')).map(({ length }) => length)
    expect(sizes).toEqual([1_000, 1_000, 1])
    expect(await linesOf(json(signups(1_000)), 'signup')).toHaveLength(1)
  })

  test('are read no further than the first line of a later kind', async () => {
    const file = `${json(LINES)}{"kind":"signup"} and no JSON`
    expect(await linesOf(file, 'signup')).toEqual([LINES.slice(3, 5)])
    expect(await linesOf(file, 'hash_key')).toEqual([LINES.slice(0, 1)])
  })

  test('may have a space around the colon, as Postgres writes them', async () => {
    const file = '{"kind" : "link", "token" : "t"}\n{"kind":"link","token":"u"}\n'
    expect(await linesOf(file, 'link')).toEqual([
      [
        { kind: 'link', token: 't' },
        { kind: 'link', token: 'u' },
      ],
    ])
  })

  test('are not those that only mention the kind', async () => {
    expect(await linesOf('{"id":1,"kind":"link"}\n {"kind":"link"}\n', 'link')).toEqual([])
  })
})

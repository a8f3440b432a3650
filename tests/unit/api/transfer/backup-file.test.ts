import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { type Batch, batchesOf, checkBackup } from '../../../../api/src/transfer/backup-file.ts'
import { atMost } from '../../../../api/src/transfer/limits.ts'

const json = (lines: readonly object[]): string =>
  lines.map((line) => `${JSON.stringify(line)}\n`).join('')

const HEADER = { kind: 'header', format: 'waitlist-backup', version: 4 }

const ID = '80aaaafe-70db-46fb-9d3b-33134c4a4026'
const TIME = '2026-01-31T12:00:00.5+00:00'

const signup = (changes: object) => ({
  kind: 'signup',
  email: 'ada@example.com',
  email_key: 'ada@example.com',
  answers: { role: 'baker', former_question: 'x' },
  honeypot: null,
  joined_at: TIME,
  confirmed_at: null,
  ...changes,
})

const LINES = [
  { kind: 'hash_key', id: ID, secret: 'ab', created_at: TIME },
  { kind: 'erasure', person: 'ab', key_id: ID, erased_at: TIME },
  { kind: 'history', at: TIME, command: 'erase', key_id: ID, person: 'ab', detail: { signups: 1 } },
  signup({}),
  signup({ email: 'Bo@example.com', email_key: 'bo@example.com', honeypot: 'x' }),
  { kind: 'link', token: 'ab', email_key: 'ada@example.com', created_at: TIME },
]

const COUNTS = {
  hash_key: 1,
  erasure: 1,
  history: 1,
  signup: 2,
  link: 1,
  announcement: 0,
  delivery: 0,
  task: 0,
  arrival: 0,
  visit: 0,
}

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
    expect(await check(backupOf([HEADER, ...LINES]))).toEqual({ counts: COUNTS, version: 4 })
  })

  test('is whole without an end of line after its last line', async () => {
    const file = backupOf([HEADER, ...LINES]).trimEnd()
    expect(await check(file)).toEqual({ counts: COUNTS, version: 4 })
  })

  test('of version 1 counts no links', async () => {
    const { link, ...counts } = COUNTS
    const lines = [{ ...HEADER, version: 1 }, ...LINES.filter(({ kind }) => kind !== 'link')]
    expect(await check(backupOf(lines, { counts }))).toEqual({
      counts: { ...counts, link: 0 },
      version: 1,
    })
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
      backupOf([{ ...HEADER, version: 5 }, ...LINES]),
      'This backup has version 5. Restore it with a newer version of the program.',
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
    ['a changed line', backupOf([HEADER, ...LINES]).replaceAll('ada@', 'eve@'), DAMAGED],
    ['a line that is no JSON at the end', `${json([HEADER, ...LINES])}{"kind":"end"`, NO_BACKUP],
  ])('is refused when it is %s', async (_what, file, sentence) => {
    await expect(check(file)).rejects.toThrow(sentence)
  })
})

const INVALID: readonly (readonly [what: string, line: object, reason: string])[] = [
  [
    'a second header in an address',
    signup({ email: 'ada@example.com\nBcc: x@y.example' }),
    'email',
  ],
  ['two addresses', signup({ email: 'ada@example.com,bo@example.com' }), 'email'],
  ['the identity of another address', signup({ email_key: 'bo@example.com' }), 'email_key'],
  ['a control character in an answer', signup({ answers: { role: '\u001b[2J' } }), 'answers'],
  ['a control character of ISO 8859', signup({ answers: { role: '\u009b2J' } }), 'answers'],
  ['an answer that is an object', signup({ answers: { role: { $: 1 } } }), 'answers'],
  ['an endless answer', signup({ answers: { role: 'x'.repeat(10_001) } }), 'answers'],
  ['a control character in a name', signup({ answers: { '\u001b': 'x' } }), 'answers'],
  ['a lone surrogate', signup({ honeypot: '\ud800' }), 'honeypot'],
  ['a day that no month has', signup({ joined_at: '2026-02-30T12:00:00+00:00' }), 'joined_at'],
  ['an endless time', signup({ joined_at: 'infinity' }), 'joined_at'],
  ['an object in a later column', signup({ later: {} }), 'later'],
]

describe('a backup with a good checksum', () => {
  test.each(INVALID)('is refused when it has %s', async (_what, line, reason) => {
    await expect(check(backupOf([HEADER, ...LINES.slice(0, 3), line]))).rejects.toThrow(
      `Line 5 is not valid: ${reason}. Nothing was changed.`,
    )
  })

  test('is refused when a line lacks a member, is of no known kind, or is not in its place', async () => {
    const end = (line: object) => check(backupOf([HEADER, ...LINES, line]))
    await expect(end({ kind: 'link' })).rejects.toThrow('Line 8 is not valid: a missing member')
    await expect(end({ kind: 'signup_note' })).rejects.toThrow('Line 8 is of no known kind')
    await expect(end(signup({}))).rejects.toThrow('Line 8 is not in its place')
  })

  test('is refused when it lacks the key of a hash', async () => {
    const other = ID.replace('8', '9')
    const wrong = [
      { kind: 'erasure', person: 'ab', key_id: other, erased_at: TIME },
      { kind: 'history', at: TIME, command: 'erase', key_id: other, person: 'ab', detail: {} },
    ]
    for (const line of wrong) {
      await expect(check(backupOf([HEADER, ...LINES.slice(0, 1), line, line]))).rejects.toThrow(
        'Line 3 names a key that the file lacks. Nothing was changed.',
      )
    }
  })

  test('may have a column of a later version', async () => {
    const lines = [HEADER, ...LINES.slice(0, 4), signup({ later: 'x' }), ...LINES.slice(5)]
    expect(await check(backupOf(lines))).toMatchObject({ counts: COUNTS })
  })
})

/** A stream without an end, in pieces. */
async function* endless(piece: string) {
  for (;;) yield Buffer.from(piece)
}

describe('a file without an end', () => {
  test('is refused at its first line when the lines are empty', async () => {
    await expect(checkBackup(endless('\n'.repeat(1_000)))).rejects.toThrow(NO_BACKUP)
  })

  test('is refused when a line is too long', async () => {
    await expect(checkBackup(endless('0'.repeat(2 ** 20)))).rejects.toThrow(
      'Line 1 is longer than 16,777,216 bytes.',
    )
  })

  test('is refused when it is longer than any backup', async () => {
    const read = async () => {
      for await (const chunk of atMost(endless('x'.repeat(1_000)), 10_000))
        expect(chunk).toHaveLength(1_000)
    }
    await expect(read()).rejects.toThrow('This file has more than 10,000 bytes')
  })
})

describe('the lines of one kind', () => {
  const linesOf = async (file: string, wanted: Batch['kind']) => {
    const batches: (readonly object[])[] = []
    for await (const { kind, lines } of batchesOf(stream(file))) {
      if (kind === wanted) batches.push(lines)
    }
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
    const file = '{"id":1,"kind":"link"}\n {"kind":"link"}\n{"kind":"end"}\n'
    const kinds: string[] = []
    for await (const { kind } of batchesOf(stream(file))) kinds.push(kind)
    expect(kinds).toEqual([])
  })
})

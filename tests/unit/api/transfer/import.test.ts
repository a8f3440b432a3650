import { Readable } from 'node:stream'
import { FIELD_NAMES, FIELDS, messagesOf } from '@ad-kit/api/contract'
import { describe, expect, test } from 'vitest'
import { readRecords } from '../../../../api/src/transfer/import-file.ts'
import {
  columnName,
  type ReadOptions,
  readRecord,
} from '../../../../api/src/transfer/import-record.ts'
import { splitLines } from '../../../../api/src/transfer/split-lines.ts'
import { newPerson, ROLES } from '../../../support/people.ts'

const collect = async <T>(values: AsyncIterable<T>): Promise<T[]> => {
  const all: T[] = []
  for await (const value of values) all.push(value)
  return all
}

/** The bytes in pieces of a length. */
function piecesOf(bytes: Buffer, length: number): Buffer[] {
  const pieces: Buffer[] = []
  for (let start = 0; start < bytes.length; start += length) {
    pieces.push(bytes.subarray(start, start + length))
  }
  return pieces
}

/** The records of a file that arrives in one piece. */
const recordsOf = (file: string | Buffer) =>
  collect(readRecords(Readable.from([Buffer.from(file)])))

describe('the lines of a stream', () => {
  test.each([1, 2, 3, 100])('are the same in pieces of %i bytes', async (length) => {
    const bytes = Buffer.from('one\n\nzwö\nthree')
    const lines = await collect(splitLines(Readable.from(piecesOf(bytes, length)), 5))
    expect(lines.map(String)).toEqual(['one', '', 'zwö', 'three'])
  })

  test('an end of line at the end of the file begins no further line', async () => {
    expect(await collect(splitLines(Readable.from([Buffer.from('one\n')]), 5))).toHaveLength(1)
    expect(await collect(splitLines(Readable.from([]), 5))).toEqual([])
  })

  test.each([1, 100])('have a limit, in pieces of %i bytes', async (length) => {
    const bytes = Buffer.from('one\nseven!\n')
    await expect(collect(splitLines(Readable.from(piecesOf(bytes, length)), 5))).rejects.toThrow(
      'Line 2 is longer than 5 bytes.',
    )
  })
})

describe('the name of a column', () => {
  test.each([
    ['first_name', 'first_name'],
    [' First  Name ', 'first_name'],
    ['last-name', 'last_name'],
    ['LAST NAME', 'last_name'],
    ['Email', 'email'],
    ['E-Mail', 'email'],
    ['email_address', 'email'],
    ['Email Address', 'email'],
    ['e_mail', 'email'],
    ['Joined at', 'joined_at'],
    ['confirmed_at', 'confirmed_at'],
    ['Source', 'source'],
    ['emailbox', undefined],
    ['my email', undefined],
    ['website', undefined],
    ['left_at', undefined],
    ['', undefined],
  ])('%j stands for %s', (column, name) => {
    expect(columnName(column)).toBe(name)
  })
})

describe('a CSV file', () => {
  test.each([
    ['commas', ','],
    ['semicolons', ';'],
    ['tabs', '\t'],
  ])('may have %s between its cells', async (_what, sign) => {
    const rows = [
      ['email', 'Company', 'role'],
      ['ada@example.com', 'Kiln', 'other'],
    ]
    expect(await recordsOf(rows.map((cells) => cells.join(sign)).join('\n'))).toEqual([
      { line: 2, columns: { email: 'ada@example.com', Company: 'Kiln', role: 'other' } },
    ])
  })

  test('with one column is read', async () => {
    expect(await recordsOf('email\nada@example.com\n')).toEqual([
      { line: 2, columns: { email: 'ada@example.com' } },
    ])
  })

  test('from Windows is the same in pieces of any length', async () => {
    const file = Buffer.from(
      '\uFEFFemail,company\r\nzoë@example.com,"two\r\nlines"\r\nbo@example.com,Kiln\r\n',
    )
    // the first piece holds the header
    const head = 20
    for (const length of [1, 2, 3, 5, 100]) {
      const pieces = [file.subarray(0, head), ...piecesOf(file.subarray(head), length)]
      expect(await collect(readRecords(Readable.from(pieces))), `${length}`).toEqual([
        { line: 2, columns: { email: 'zoë@example.com', company: 'two\nlines' } },
        { line: 4, columns: { email: 'bo@example.com', company: 'Kiln' } },
      ])
    }
  })

  test('keeps a return that ends no line', async () => {
    const pieces = ['email,company\n', 'a@example.com,"x\r', 'y"\nb@example.com,"z\r"'].map(
      (text) => Buffer.from(text),
    )
    const records = await collect(readRecords(Readable.from(pieces)))
    expect(records).toMatchObject([
      { columns: { company: 'x\ry' } },
      { columns: { company: 'z\r' } },
    ])
  })

  test('may have short lines, empty lines, and lines of empty cells, which are no records', async () => {
    expect(await recordsOf('\n\nemail,company\nada@example.com\n\n , \nbo@example.com,')).toEqual([
      { line: 4, columns: { email: 'ada@example.com', company: '' } },
      { line: 7, columns: { email: 'bo@example.com', company: '' } },
    ])
  })

  test('may have quotes within a cell', async () => {
    expect(await recordsOf('email,company\na@example.com,the "best" shop')).toEqual([
      { line: 2, columns: { email: 'a@example.com', company: 'the "best" shop' } },
    ])
  })

  test('loses the quote that an export puts before a formula, and no other', async () => {
    const cells = ["'=1", "'+1", "'-1", "'@x", "'＝1", "'quoted'", "x'=1"]
    const file = cells.map((cell) => `a@example.com,${cell}`).join('\n')
    const records = await recordsOf(`email,company\n${file}`)
    expect(records.map((record) => 'columns' in record && record.columns['company'])).toEqual([
      '=1',
      '+1',
      '-1',
      '@x',
      '＝1',
      "'quoted'",
      "x'=1",
    ])
  })

  test('has its bad lines reported after the good ones', async () => {
    const file =
      'email,company\na@example.com,x,y\nb@example.com,x\n"c@example.com,x\nd@example.com,x'
    expect(await recordsOf(file)).toEqual([
      { line: 3, columns: { email: 'b@example.com', company: 'x' } },
      { line: 2, reason: 'more cells than the first line has' },
      { line: 4, reason: 'a quote is opened here and never closed' },
    ])
  })

  test('without a column for the address is refused with the columns that it has', async () => {
    await expect(recordsOf('Vorname,Nachname\nAda,Lovelace\n')).rejects.toThrow(
      'No column of this file is named email. Its columns: Vorname, Nachname.',
    )
  })

  test('names no control character and not everything when it is refused', async () => {
    const columns = ['\u001b]0;x\u0007Name', 'x'.repeat(50), ...Array(30).fill('y')]
    await expect(recordsOf(`${columns.join(',')}\n`)).rejects.toThrow(
      /Its columns: [^\p{Cc}]*Name, x{40}…(, y){18} and 12 more\.$/u,
    )
  })

  test('is refused where it has too long a line, as behind a quote that is never closed', async () => {
    const sentence = /What begins at line 3 is longer than 100,000 characters\..*Is a quote/
    const rest = 'b@example.com,x\n'.repeat(10_000)
    for (const start of ['"', 'x'.repeat(100_001)]) {
      await expect(
        recordsOf(`email,company\na@example.com,x\nb@example.com,${start}${rest}`),
      ).rejects.toThrow(sentence)
    }
  })

  test('that is empty has no records', async () => {
    expect(await collect(readRecords(Readable.from([])))).toEqual([])
  })
})

describe('an NDJSON file', () => {
  test('has a record for each object, and a reason for each other line', async () => {
    const file = '\uFEFF \n{"email":"ada@example.com","id":7}\n\n[1]\nnull\n"x"\n{"cut'
    const reason = 'expected a JSON object'
    expect(await recordsOf(file.replace('\uFEFF \n', ''))).toEqual([
      { line: 1, columns: { email: 'ada@example.com', id: 7 } },
      { line: 3, reason },
      { line: 4, reason },
      { line: 5, reason },
      { line: 6, reason },
    ])
  })

  test('may begin with spaces and empty lines', async () => {
    expect(await recordsOf('\n  {"email":"ada@example.com"}\n  \n')).toEqual([
      { line: 2, columns: { email: 'ada@example.com' } },
    ])
  })
})

const CHOICES = FIELDS.role.options.map(({ value }) => value).join(', ')
const ADA = newPerson({ email: 'ada@example.com', company: '' })

const read = (columns: Readonly<Record<string, unknown>>, options: ReadOptions = {}) =>
  readRecord({ ...ADA, ...columns }, options)

describe('a record of a file', () => {
  test('is a signup without a consent; its cells are tidied and its columns named freely', () => {
    const { first_name, last_name, email: _email, company: _company, website, ...others } = ADA
    expect(
      readRecord(
        {
          ...others,
          website,
          'First Name': ` ${first_name} `,
          'last-name': last_name,
          'E-Mail': 'ADA@example.com ',
          Company: 7,
          Tags: 'vip',
          Source: ' press ',
        },
        {},
      ),
    ).toEqual({
      email: 'ADA@example.com',
      emailKey: 'ada@example.com',
      answers: { ...others, first_name, last_name, company: '7' },
      confirmed: false,
      columns: { source: 'press' },
    })
  })

  test('has no source when that is no word', () => {
    expect(read({ source: 'a/b' })).toHaveProperty('columns', {})
    expect(read({})).toHaveProperty('columns', {})
  })

  test('keeps a referral code of the right shape only', () => {
    expect(read({ referral_code: 'bcdfghjklm' })).toHaveProperty('columns', {
      referral_code: 'bcdfghjklm',
    })
    expect(read({ referral_code: 'press' })).toHaveProperty('columns', {})
  })

  test('takes the answers of empty and missing cells from the defaults', () => {
    const [role] = ROLES
    const defaults = { role, company: 'Kiln' }
    const { role: _role, ...others } = ADA
    for (const nothing of ['', undefined, { nested: true }, ['list'], null]) {
      expect(readRecord({ ...others, role: nothing, company: 'Own' }, { defaults })).toMatchObject({
        answers: { role, company: 'Own' },
      })
    }
  })

  test.each(FIELDS.role.options)('takes $label as the choice $value', ({ label, value }) => {
    for (const role of [value, label, ` ${label.toUpperCase()} `]) {
      expect(read({ role })).toMatchObject({ answers: { role: value } })
    }
  })

  test('names each bad cell with its problem', () => {
    expect(read({ first_name: '', role: 'wizard' })).toBe(
      `first_name: ${FIELDS.first_name.messages.tooShort}; role: “wizard” is not one of ${CHOICES}`,
    )
    const required = FIELD_NAMES.filter((name) => FIELDS[name].required)
    expect(readRecord({}, {})).toBe(
      required.map((name) => `${name}: ${messagesOf(FIELDS[name]).tooShort}`).join('; '),
    )
  })

  test('says when a cell is not UTF-8, and when no mail can reach the address', () => {
    expect(read({ company: 'Caf\uFFFD' })).toBe('company: this is not UTF-8')
    expect(read({ email: 'ada@xn--a.com' })).toBe(`email: ${FIELDS.email.messages.malformed}`)
  })
})

const MALFORMED = 'expected a time such as 2026-01-31T12:00:00Z'

describe('the time of a record', () => {
  test.each([
    ['2024-02-29', '2024-02-29T00:00:00.0Z'],
    ['2024-02-29 12:30', '2024-02-29T12:30:00.0Z'],
    [' 2024-02-29T12:30:59 ', '2024-02-29T12:30:59.0Z'],
    ['2024-02-29T12:30:59Z', '2024-02-29T12:30:59.0Z'],
    ['2024-02-29T12:30:59.123456Z', '2024-02-29T12:30:59.123456Z'],
    ['2024-02-29T12:30:59.1234567899+02:00', '2024-02-29T10:30:59.123456Z'],
    ['1999-12-31T23:30-01:00', '2000-01-01T00:30:00.0Z'],
  ])('%j is %s', (joined_at, time) => {
    expect(read({ joined_at })).toMatchObject({ columns: { joined_at: time } })
  })

  test.each([
    'yesterday',
    '2025-02-29',
    '2025-13-01',
    '2025-01-01T25:00:00Z',
    '2025-01-01T12:00:00+99:00',
    '1899-01-01',
    '2025-01-01T12',
    '2025-01-01T12:00:00Z and more',
    'on 2025-01-01',
    '2025-1-1',
  ])('%j is refused', (joined_at) => {
    expect(read({ joined_at })).toBe(`joined_at: ${MALFORMED}`)
  })

  test('cannot be in the future', () => {
    expect(read({ joined_at: '2099-01-01' })).toBe('joined_at: expected a time in the past')
  })
})

describe('the confirmation of a record', () => {
  const confirmed = true
  const time = '2024-02-29T12:00:00Z'
  const state = (columns: Readonly<Record<string, unknown>>, options: ReadOptions = {}) => {
    const { confirmed, columns: parsed } = Object(read(columns, options))
    return [confirmed, parsed.confirmed_at]
  }

  test('counts only if the operator says that the other tool asked for it', () => {
    expect(state({ confirmed_at: time })).toEqual([false, undefined])
    expect(state({ confirmed_at: 'nonsense' })).toEqual([false, undefined])
    expect(state({ confirmed_at: time }, { confirmed })).toEqual([true, '2024-02-29T12:00:00.0Z'])
  })

  test('is missing when the column is there and its cell is empty', () => {
    expect(state({ 'Confirmed At': '' }, { confirmed })).toEqual([false, undefined])
    expect(state({}, { confirmed })).toEqual([true, undefined])
  })

  test('needs a valid time', () => {
    expect(read({ confirmed_at: 'last week' }, { confirmed })).toBe(`confirmed_at: ${MALFORMED}`)
  })
})

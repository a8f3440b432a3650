import { Readable } from 'node:stream'
import { describe, expect, test } from 'vitest'
import type { DayOrder } from '../../system/parse-time.ts'
import { readRecords } from './import-file.ts'

function piecesOf(bytes: Buffer, length: number): Buffer[] {
  const pieces: Buffer[] = []
  for (let start = 0; start < bytes.length; start += length) {
    pieces.push(bytes.subarray(start, start + length))
  }
  return pieces
}

/** Each line's number, with its columns or the reason why it is refused. */
async function linesOf(pieces: readonly Buffer[], dates?: DayOrder) {
  const records = await Array.fromAsync(readRecords(Readable.from(pieces), dates))
  return records.map(({ line, ...record }) =>
    'cells' in record ? { line, columns: Object.fromEntries(record.cells) } : { line, ...record },
  )
}

/** The records of a file, which must be the same however its stream is cut. */
async function recordsOf(file: string | Buffer) {
  const bytes = Buffer.from(file)
  const whole = await linesOf([bytes])
  if (bytes.length > 10_000) return whole
  for (const length of [1, 2, 3, 5]) {
    const cut = await linesOf(piecesOf(bytes, length))
    expect(cut, `in pieces of ${length} bytes`).toEqual(whole)
  }
  return whole
}

const ADA = { email: 'ada@example.com', company: 'Kiln, Co' }

test.each<[file: string, line: number, columns: Readonly<Record<string, string>>]>([
  ['email,company\nada@example.com,"Kiln, Co"', 2, ADA],
  ['email;company\nada@example.com;Kiln, Co', 2, ADA],
  ['email\tcompany\nada@example.com\tKiln, Co', 2, ADA],
  // A column name can contain commas, quotes and line breaks.
  [
    'email;a, b, c, d?;company\r\nada@example.com;x, y;Kiln, Co\r\n',
    2,
    { ...ADA, 'a, b, c, d?': 'x, y' },
  ],
])('the separator of a CSV file is recognized: %j', async (file, line, columns) => {
  expect(await recordsOf(file)).toEqual([{ line, columns }])
})

test('a byte order mark is not part of the first column', async () => {
  expect(await recordsOf('\uFEFFemail,company\nada@example.com,"Kiln, Co"')).toEqual([
    { line: 2, columns: ADA },
  ])
})

const COLUMNS = 'email,company'

/** A variant of CSV, a file that uses it, and the file's records: line number, address and company. */
test.each<
  [what: string, file: string, ...records: [line: number, name: string, company: string][]]
>([
  [
    'spaces and tabs around quotes, even in the header',
    'email , "company" \na@example.com,\t"Pad, ""Han"""  \nb@example.com, "" \n',
    [2, 'a', 'Pad, "Han"'],
    [3, 'b', ''],
  ],
  [
    'CRLF line endings, even inside a cell, where they count once',
    `${COLUMNS}\r\na@example.com,"two\r\nlines"\r\nb@example.com,Kiln\r\n`,
    [2, 'a', 'two\nlines'],
    [4, 'b', 'Kiln'],
  ],
  [
    'short lines, empty lines and lines of empty cells, which are skipped',
    `\n\n${COLUMNS}\na@example.com\n\n " ", \nb@example.com,`,
    [4, 'a', ''],
    [7, 'b', ''],
  ],
  [
    'empty cells after its columns, and columns without a name',
    'email,,company,,\r\na@example.com,7,x,,,,\r\nb@example.com,,y,z\r\n',
    [2, 'a', 'x'],
    [3, 'b', 'y'],
  ],
])('a CSV file may contain %s', async (_what, file, ...records) => {
  expect(await recordsOf(file)).toEqual(
    records.map(([line, name, company]) => ({
      line,
      columns: { email: `${name}@example.com`, company },
    })),
  )
})

describe('parsing CSV', () => {
  test.each(['Caf\xe9\nc@example.com,Z\xfcrich\n', '\xf0\x9f\n', '\xc3', '\x80\n'])(
    'a CSV file that is not UTF-8 is refused, and the error points to the first bad line: %j',
    async (bad) => {
      const file = Buffer.from(`${COLUMNS}\na@example.com,\xc3\xb6\nb@example.com,${bad}`, 'latin1')
      for (const length of [1, 2, 3, 5, 1_000]) {
        await expect(linesOf(piecesOf(file, length))).rejects.toThrow(
          /^Line 3 is not UTF-8\. In a spreadsheet, save the file as “CSV UTF-8”\.$/,
        )
      }
    },
  )

  test('each bad line of a CSV file is reported with a reason', async () => {
    const file = `${COLUMNS}\na@example.com,x,y\nb@example.com,x`
    expect(await recordsOf(file)).toEqual([
      { line: 2, reason: 'more cells than the first line' },
      { line: 3, columns: { email: 'b@example.com', company: 'x' } },
    ])
  })

  test('a CSV file without an address column is refused, and the error lists its columns without control characters', async () => {
    await expect(recordsOf('Vorname,,Nachname\nAda,,Lovelace\n')).rejects.toThrow(
      'This file has no column named email. Its columns: Vorname, Nachname.',
    )
    const columns = ['\u001b]0;x\u0007Name', 'x'.repeat(50), ...Array(30).fill('y')]
    await expect(recordsOf(`${columns.join(',')}\n`)).rejects.toThrow(
      /Its columns: [^\p{Cc}]*Name, x{40}…(, y){18} and 12 more\.$/u,
    )
  })

  test('a CSV file with an unclosed quote or an overlong line is refused, and the error points to the line', async () => {
    const sentence =
      /^A quote is opened at line 3 and never closed, or the line is longer than 100,000/
    const rest = 'b@example.com,x\n'.repeat(10_000)
    for (const bad of [
      '"b@example.com,x\nc@example.com,x',
      `"${rest}`,
      `${'x'.repeat(100_001)}${rest}`,
    ]) {
      const file = `${COLUMNS}\na@example.com,x\n${bad}\n`
      await expect(recordsOf(file)).rejects.toThrow(sentence)
    }
  })
})

const NO_TEXT = 'This is not a text file. In a spreadsheet, save it as “CSV UTF-8”.'

test.each<[what: string, file: string | Buffer, sentence: string]>([
  ['UTF-16', Buffer.from('\uFEFFemail\nada@example.com', 'utf16le'), 'Line 1 is not UTF-8.'],
  ['UTF-16 without a mark', Buffer.from('email\nada@example.com', 'utf16le'), NO_TEXT],
  ['a workbook', 'PK\u0003\u0004\u0014\0', NO_TEXT],
  [
    'a JSON array',
    ' [\n {"email":"a@b.example"}]',
    'This is a JSON array. Write one object per line.',
  ],
])(
  'an import file that is %s is refused, and the message says how to fix it',
  async (_what, file, sentence) => {
    await expect(recordsOf(file)).rejects.toThrow(sentence)
  },
)

describe('parsing NDJSON', () => {
  test('each NDJSON object is read as a record, and every other line is refused with a reason', async () => {
    const file = '\n  {"email":"ada@example.com","id":7}\n  \n[1]\nnull\n"x"\n{"cut'
    const reason = 'expected a JSON object'
    expect(await recordsOf(file)).toEqual([
      { line: 2, columns: { email: 'ada@example.com', id: 7 } },
      ...[4, 5, 6, 7].map((line) => ({ line, reason })),
    ])
  })

  test('an NDJSON file that is not UTF-8 is refused, and the error points to the first bad line', async () => {
    const file = '{"email":"b@example.com"}\n{"email":"a@example.com","company":"Caf\xe9"}\n'
    await expect(linesOf([Buffer.from(file, 'latin1')])).rejects.toThrow('Line 2 is not UTF-8.')
  })

  test('an NDJSON file with an overlong line is refused', async () => {
    const file = `{"email":"a@b.example"}\n{"company":"${'x'.repeat(100_000)}"}\n`
    await expect(recordsOf(file)).rejects.toThrow('Line 2 is longer than 100,000 characters.')
  })
})

describe('the order of day and month', () => {
  const timesOf = async (dates: readonly string[], order?: DayOrder) => {
    const file = ['email,Created', ...dates.map((date, n) => `${n}@example.com,"${date}"`)].join(
      '\n',
    )
    const lines = await linesOf([Buffer.from(file)], order)
    return lines.map((each) => ('columns' in each ? each.columns['Created'] : each.reason))
  }

  test('a single clear date decides the order of day and month for the whole file', async () => {
    const dates = ['', '5/5/2026', '3/4/2026 9:05pm', 'May 6, 2026']
    expect(await timesOf([...dates, '31/1/2026'])).toEqual([
      ...['', '2026-05-05T00:00:00.0Z', '2026-04-03T21:05:00.0Z', 'May 6, 2026'],
      '2026-01-31T00:00:00.0Z',
    ])
    expect(await timesOf(['1/31/2026', ...dates])).toEqual([
      ...['2026-01-31T00:00:00.0Z', '', '2026-05-05T00:00:00.0Z', '2026-03-04T21:05:00.0Z'],
      'May 6, 2026',
    ])
  })

  test('a file whose dates do not show the order of day and month is refused, and the message suggests --dates', async () => {
    const dates = ['5/5/2026', '3/4/2026', '12/1/2026']
    await expect(timesOf(dates)).rejects.toThrow(
      'The dates of this file, such as 3/4/2026, do not show whether the day or the month comes first. Add --dates day-first or --dates month-first.',
    )
    expect(await timesOf(dates, 'day-first')).toEqual([
      ...['2026-05-05T00:00:00.0Z', '2026-04-03T00:00:00.0Z', '2026-01-12T00:00:00.0Z'],
    ])
    expect(await timesOf(['5/5/2026'])).toEqual(['2026-05-05T00:00:00.0Z'])
  })

  test('at most ten thousand lines wait in memory for a date that shows the order', async () => {
    const unclear = (lines: number) => Array.from({ length: lines }, () => '3/4/2026')
    const [last] = (await timesOf([...unclear(9_999), '31/1/2026'])).slice(-2)
    expect(last).toBe('2026-04-03T00:00:00.0Z')
    await expect(timesOf([...unclear(10_001), '31/1/2026'])).rejects.toThrow('Add --dates')
  })

  test('only time columns decide the order of day and month, even in NDJSON', async () => {
    const file = '{"email":"a@example.com","company":"3/4/2026","created_at":"1/31/2026"}\n'
    expect(await linesOf([Buffer.from(file)])).toMatchObject([
      { columns: { company: '3/4/2026', created_at: '2026-01-31T00:00:00.0Z' } },
    ])
  })

  test('a date that contradicts the order is left unchanged, so that its line is refused', async () => {
    expect(await timesOf(['31/1/2026', '1/31/2026'])).toEqual([
      ...['2026-01-31T00:00:00.0Z', '1/31/2026'],
    ])
  })
})

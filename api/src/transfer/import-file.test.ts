// Guards import-files.

import { Readable } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { readRecords } from './import-file.ts'

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

/** The records of a file, which must not depend on how its stream is cut. */
async function recordsOf(file: string | Buffer) {
  const bytes = Buffer.from(file)
  const whole = await collect(readRecords(Readable.from([bytes])))
  if (bytes.length > 10_000) return whole
  for (const length of [1, 2, 3, 5]) {
    const cut = await collect(readRecords(Readable.from(piecesOf(bytes, length))))
    expect(cut, `in pieces of ${length} bytes`).toEqual(whole)
  }
  return whole
}

describe('the separator of a CSV file', () => {
  test.each([
    ['a comma', ','],
    ['a semicolon', ';'],
    ['a tab', '\t'],
  ])('may be %s', async (_what, sign) => {
    const rows = [
      ['email', 'Company', 'role'],
      ['ada@example.com', 'Kiln', 'other'],
    ]
    expect(await recordsOf(rows.map((cells) => cells.join(sign)).join('\n'))).toEqual([
      { line: 2, columns: { email: 'ada@example.com', Company: 'Kiln', role: 'other' } },
    ])
  })

  test.each([
    ['commas', 'Figma, Canva, Sketch, none?', 'Figma, Canva, Sketch, none?'],
    ['quoted commas', '"Figma, Canva, Sketch, none?"', 'Figma, Canva, Sketch, none?'],
    ['quotes and commas', '"The ""best"", tool, ever"', 'The "best", tool, ever'],
  ])('is a semicolon in spite of %s in the name of a column', async (_what, written, name) => {
    const file = `email;${written};company\r\nada@example.com;Figma, none;Kiln, Co\r\n`
    expect(await recordsOf(file)).toEqual([
      {
        line: 2,
        columns: { email: 'ada@example.com', [name]: 'Figma, none', company: 'Kiln, Co' },
      },
    ])
  })

  test('is found in a first line with line breaks', async () => {
    const file = '"Tools, tools,\r\ntools, tools";"email"\r\n"Figma";"ada@example.com"\r\n'
    expect(await recordsOf(file)).toEqual([
      { line: 3, columns: { 'Tools, tools,\ntools, tools': 'Figma', email: 'ada@example.com' } },
    ])
  })

  test('is a tab in spite of commas and semicolons everywhere', async () => {
    const file = 'Email\tWhere, when; why?\tcompany\nada@example.com\there, now; so\tKiln, Co;\n'
    expect(await recordsOf(file)).toEqual([
      {
        line: 2,
        columns: {
          Email: 'ada@example.com',
          'Where, when; why?': 'here, now; so',
          company: 'Kiln, Co;',
        },
      },
    ])
  })

  test('is found when no line has a good address', async () => {
    expect(await recordsOf('email;one, two, three\nnobody;x\n')).toEqual([
      { line: 2, columns: { email: 'nobody', 'one, two, three': 'x' } },
    ])
  })

  test.each([
    ['sep=;', ';'],
    ['sep=,', ','],
    ['SEP=\t', '\t'],
    ['"sep=;"', ';'],
  ])('may be said in the first line, as Excel does: %j', async (first, sign) => {
    const rows = [['Email', 'First name'].join(sign), ['ada@example.com', 'Ada'].join(sign)]
    expect(await recordsOf(`\uFEFF${[first, ...rows].join('\r\n')}\r\n`)).toEqual([
      { line: 3, columns: { Email: 'ada@example.com', 'First name': 'Ada' } },
    ])
  })
})

describe.each([
  ['UTF-8', (text: string) => Buffer.from(`\uFEFF${text}`)],
  ['UTF-16 (little end first)', (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le')],
  ['UTF-16 (big end first)', (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le').swap16()],
])('a file in %s with a byte order mark', (_encoding, encode) => {
  test('is read as CSV', async () => {
    const text = 'Email\tFirst name\r\nzoe@example.com\tZoë 🙂\r\n'
    expect(await recordsOf(encode(text))).toEqual([
      { line: 2, columns: { Email: 'zoe@example.com', 'First name': 'Zoë 🙂' } },
    ])
  })

  test('is read as NDJSON', async () => {
    expect(await recordsOf(encode('{"email":"zoe@example.com","company":"Zoë 🙂"}\n'))).toEqual([
      { line: 1, columns: { email: 'zoe@example.com', company: 'Zoë 🙂' } },
    ])
  })
})

describe('the quotes of a CSV file', () => {
  test('may have spaces and tabs around them, in the header too', async () => {
    const file =
      'email, "First name" , company\nhan@example.com,\t"Pad, ""Han""" , "Kiln" \nbo@example.com, "", Co\n'
    expect(await recordsOf(file)).toEqual([
      {
        line: 2,
        columns: { email: 'han@example.com', 'First name': 'Pad, "Han"', company: 'Kiln' },
      },
      { line: 3, columns: { email: 'bo@example.com', 'First name': '', company: 'Co' } },
    ])
  })

  test('may stand behind a byte order mark in the middle, as in two files that were joined', async () => {
    const file =
      '\uFEFF"email","role"\r\n"wes@example.com","other"\r\n\uFEFF"x,en@example.com","other"'
    expect(await recordsOf(file)).toEqual([
      { line: 2, columns: { email: 'wes@example.com', role: 'other' } },
      { line: 3, columns: { email: 'x,en@example.com', role: 'other' } },
    ])
  })

  test('may stand for themselves', async () => {
    const companies = ['the "best" shop', '"Kiln" & Co', '"""Kiln"""']
    const file = companies.map((company) => `a@example.com,${company}`).join('\n')
    expect(await recordsOf(`email,company\n${file}`)).toMatchObject([
      { columns: { company: 'the "best" shop' } },
      { columns: { company: '"Kiln" & Co' } },
      { columns: { company: '"Kiln"' } },
    ])
  })
})

describe('a CSV file', () => {
  test('with one column is read', async () => {
    expect(await recordsOf('email\nada@example.com\n')).toEqual([
      { line: 2, columns: { email: 'ada@example.com' } },
    ])
  })

  test('from Windows has its lines counted once', async () => {
    const file = '\uFEFFemail,company\r\nzoë@example.com,"two\r\nlines"\r\nbo@example.com,Kiln\r\n'
    expect(await recordsOf(file)).toEqual([
      { line: 2, columns: { email: 'zoë@example.com', company: 'two\nlines' } },
      { line: 4, columns: { email: 'bo@example.com', company: 'Kiln' } },
    ])
  })

  test('keeps a return that ends no line', async () => {
    const file = 'email,company\na@example.com,"x\ry"\nb@example.com,"z\r"'
    expect(await recordsOf(file)).toMatchObject([
      { columns: { company: 'x\ry' } },
      { columns: { company: 'z\r' } },
    ])
  })

  test('may have short lines, empty lines, and lines of empty cells, which are no records', async () => {
    const file = '\n\nemail,company\nada@example.com\n\n , \nbo@example.com,'
    expect(await recordsOf(file)).toEqual([
      { line: 4, columns: { email: 'ada@example.com', company: '' } },
      { line: 7, columns: { email: 'bo@example.com', company: '' } },
    ])
  })

  test('may have empty cells behind its columns, and columns without a name', async () => {
    const file = 'email,,role,,\r\nada@example.com,7,other,,,,\r\nbo@example.com,,other,x\r\n'
    expect(await recordsOf(file)).toEqual([
      { line: 2, columns: { email: 'ada@example.com', role: 'other' } },
      { line: 3, columns: { email: 'bo@example.com', role: 'other' } },
    ])
  })

  test('with two columns of one name has the first cell that is not empty', async () => {
    const file = 'Email,Email,role\nfay@example.com,fay@b.example,\n ,gil@example.com,other\n'
    expect(await recordsOf(file)).toEqual([
      { line: 2, columns: { Email: 'fay@example.com', role: '' } },
      { line: 3, columns: { Email: 'gil@example.com', role: 'other' } },
    ])
  })

  test('may have columns that are named as members of an object', async () => {
    const [record] = await recordsOf(
      'email,__proto__,constructor,toString\nada@example.com,a,b,c\n',
    )
    expect(Object.entries(Object(record).columns)).toEqual([
      ['email', 'ada@example.com'],
      ['__proto__', 'a'],
      ['constructor', 'b'],
      ['toString', 'c'],
    ])
  })

  test('keeps its lines apart when bytes are no UTF-8', async () => {
    const latin = Buffer.from(
      'email,company\na@example.com,Caf\xe9\nb@example.com,\xf0\x9f\nc@example.com,\xc3',
      'latin1',
    )
    expect(await recordsOf(latin)).toEqual([
      { line: 2, columns: { email: 'a@example.com', company: 'Caf\uFFFD' } },
      { line: 3, columns: { email: 'b@example.com', company: '\uFFFD' } },
      { line: 4, columns: { email: 'c@example.com', company: '\uFFFD' } },
    ])
  })

  test('loses the quote that an export puts before a formula, and no other', async () => {
    const cells = ["'=1", "'+1", "'-1", "'@x", "'＝1", "''=1", "'quoted'", "x'=1"]
    const file = cells.map((cell) => `a@example.com,${cell}`).join('\n')
    const records = await recordsOf(`email,company\n${file}`)
    expect(records.map((record) => 'columns' in record && record.columns['company'])).toEqual([
      '=1',
      '+1',
      '-1',
      '@x',
      '＝1',
      "'=1",
      "'quoted'",
      "x'=1",
    ])
  })

  test('has a reason for each bad line', async () => {
    const file =
      'email,company\na@example.com,x,y\nb@example.com,x\n"c@example.com,x\nd@example.com,x'
    expect(await recordsOf(file)).toEqual([
      { line: 2, reason: 'more cells than the first line has' },
      { line: 3, columns: { email: 'b@example.com', company: 'x' } },
      { line: 4, reason: 'a quote is opened here and never closed' },
    ])
  })

  test('without a column for the address is refused with the columns that it has', async () => {
    await expect(recordsOf('Vorname;Nachname\nAda;Lovelace\n')).rejects.toThrow(
      'No column of this file is named email. Its columns: Vorname, Nachname.',
    )
  })

  test('names no control character and not everything when it is refused', async () => {
    const columns = ['\u001b]0;x\u0007Name', 'x'.repeat(50), ...Array(30).fill('y')]
    await expect(recordsOf(`${columns.join(',')}\n`)).rejects.toThrow(
      /Its columns: [^\p{Cc}]*Name, x{40}…(, y){18} and 12 more\.$/u,
    )
  })

  test('whose first two lines are as long as a line may be is read', async () => {
    const filler = `"${'x, '.repeat(33_000)}"`
    const [record] = await recordsOf(`email;${filler}\nada@example.com;${filler}\n`)
    expect(record).toMatchObject({ line: 2, columns: { email: 'ada@example.com' } })
  })

  test('is refused where it has too long a line, as behind a quote that is never closed', async () => {
    const sentence =
      /A line or cell that begins at line 3 is longer than 100,000 characters\..*Is a quote/
    const rest = 'b@example.com,x\n'.repeat(10_000)
    for (const start of ['"', 'x'.repeat(100_001)]) {
      await expect(
        recordsOf(`email,company\na@example.com,x\nb@example.com,${start}${rest}`),
      ).rejects.toThrow(sentence)
    }
  })

  test('that is empty has no records', async () => {
    expect(await collect(readRecords(Readable.from([])))).toEqual([])
    for (const file of ['\n', '\uFEFF', '\uFEFF\r\n\r\n']) expect(await recordsOf(file)).toEqual([])
  })
})

const NO_TEXT =
  'This is not a text file in UTF-8, or in UTF-16 with a byte order mark. Save it as CSV in UTF-8.'

test.each<[what: string, file: string | Buffer, sentence: string]>([
  ['UTF-16 without its mark', Buffer.from('email\nada@example.com', 'utf16le'), NO_TEXT],
  [
    'UTF-16, big end first, without its mark',
    Buffer.from('email\nada@b.example', 'utf16le').swap16(),
    NO_TEXT,
  ],
  ['a picture', Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1'), NO_TEXT],
  ['a database', 'SQLite format 3\0\x10\0', NO_TEXT],
  ['a workbook', 'PK\u0003\u0004\u0014\0', 'This is a workbook or an archive. Save it as CSV.'],
  ['a JSON array', ' [{"email":"a@b.example"}]', 'This is a JSON array. Write an object per line.'],
])('%s is refused with the way out', async (_what, file, sentence) => {
  await expect(recordsOf(file)).rejects.toThrow(sentence)
})

describe('an NDJSON file', () => {
  test('has a record for each object, and a reason for each other line', async () => {
    const file = '{"email":"ada@example.com","id":7}\n\n[1]\nnull\n"x"\n{"cut'
    const reason = 'expected a JSON object'
    expect(await recordsOf(file)).toEqual([
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

  test('may have keys that are named as members of an object', async () => {
    const [record] = await recordsOf('{"email":"a@b.example","__proto__":{},"constructor":"x"}')
    expect(Object.keys(Object(record).columns)).toEqual(['email', '__proto__', 'constructor'])
  })

  test('keeps its lines apart when bytes are no UTF-8', async () => {
    const file = '{"email":"a@example.com","company":"Caf\xe9"}\n{"email":"b@example.com"}\n'
    expect(await recordsOf(Buffer.from(file, 'latin1'))).toEqual([
      { line: 1, columns: { email: 'a@example.com', company: 'Caf\uFFFD' } },
      { line: 2, columns: { email: 'b@example.com' } },
    ])
  })

  test('is refused where it has too long a line', async () => {
    const file = `{"email":"a@b.example"}\n{"company":"${'x'.repeat(100_000)}"}\n`
    await expect(recordsOf(file)).rejects.toThrow('Line 2 is longer than 100,000 bytes.')
  })
})

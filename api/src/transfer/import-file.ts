import { pipeline, type Readable } from 'node:stream'
import { type CsvError, parse } from 'csv-parse'
import { number, shortList } from '../operator/format.ts'
import { type BadLine, NotImportable } from './import.ts'
import { columnName, type ImportedRecord } from './import-record.ts'
import { atMost, IMPORT_LIMITS, TooLarge } from './limits.ts'
import { splitLines } from './split-lines.ts'

type Records = AsyncGenerator<ImportedRecord | BadLine>

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

async function* readNdjson(input: AsyncIterable<Buffer>): Records {
  let line = 0
  for await (const bytes of splitLines(input, IMPORT_LIMITS.line)) {
    line += 1
    const text = bytes.toString().trim()
    if (text === '') continue
    try {
      const columns: unknown = JSON.parse(text)
      yield isObject(columns) ? { line, columns } : { line, reason: 'expected a JSON object' }
    } catch {
      yield { line, reason: 'expected a JSON object' }
    }
  }
}

/** Spreadsheets use the list separator of their locale. */
const delimiterOf = (header: string): string =>
  [',', ';', '\t'].toSorted(
    (one, other) => header.split(other).length - header.split(one).length,
  )[0] ?? ','

/** The parser counts a CRLF within quotes as two lines, so it gets LF. */
async function* withoutCrlf(input: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const chunk of input) {
    const text = rest + decoder.decode(chunk, { stream: true })
    rest = text.endsWith('\r') ? '\r' : ''
    yield text.slice(0, text.length - rest.length).replaceAll('\r\n', '\n')
  }
  yield rest + decoder.decode()
}

/** Removes the quotes that an export puts before formulas (see export-file.ts). */
const undefuse = (cell: string): string =>
  cell.replace(/^'(?=[=+\-@\t\r＝＋－＠])/, '').replace(/([;\t])'(?=[=+\-@＝＋－＠])/g, '$1')

function readHeader(cells: readonly string[]): string[] {
  if (cells.some((cell) => columnName(cell) === 'email')) return [...cells]
  throw new NotImportable(
    `No column of this file is named email. Its columns: ${shortList(cells)}.`,
  )
}

const REASONS: Readonly<Partial<Record<string, string>>> = {
  CSV_RECORD_INCONSISTENT_COLUMNS: 'more cells than the first line has',
  CSV_QUOTE_NOT_CLOSED: 'a quote is opened here and never closed',
}

interface CsvRecord {
  readonly record: Record<string, string>
  readonly raw: string
  readonly info: { readonly lines: number }
}

const tooLong = (line: number): TooLarge =>
  new TooLarge(
    `What begins at line ${number(line)} is longer than ${number(IMPORT_LIMITS.line)} characters. ` +
      'Is a quote opened there and never closed? Correct the file and import it again.',
  )

const firstLine = (last: number, raw: string): number => last - (raw.trim().split('\n').length - 1)

async function* readCsv(input: AsyncIterable<Buffer>, header: string): Records {
  const bad: BadLine[] = []
  let names: string[] = []
  const parser = parse({
    columns: (cells: readonly string[]) => {
      names = readHeader(cells)
      return names
    },
    delimiter: delimiterOf(header),
    info: true,
    max_record_size: IMPORT_LIMITS.line,
    raw: true,
    relax_column_count_less: true,
    relax_quotes: true,
    skip_empty_lines: true,
    skip_records_with_error: true,
    on_skip: (error, raw = '') => {
      const { code, lines } = error as CsvError
      const line = firstLine(Number(lines), raw)
      // the parser cannot go on behind it
      if (code === 'CSV_MAX_RECORD_SIZE') throw tooLong(line)
      bad.push({ line, reason: REASONS[code] ?? 'not a line of CSV' })
    },
  })
  // the reader of the last stream gets the error
  const records: AsyncIterable<CsvRecord> = pipeline(withoutCrlf(input), parser, () => {})
  for await (const { record, raw, info } of records) {
    const cells = Object.entries(record)
    if (cells.every(([, cell]) => cell.trim() === '')) continue
    // a short line has empty cells at its end
    const columns = Object.fromEntries(names.map((name) => [name, undefuse(record[name] ?? '')]))
    yield { line: firstLine(info.lines, raw), columns }
  }
  yield* bad
}

async function* chain(first: Buffer, rest: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  yield first
  for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value
}

/**
 * The records of a CSV or NDJSON file. NDJSON starts with `{`.
 * @throws NotImportable, TooLarge
 */
export async function* readRecords(input: Readable): Records {
  const chunks = atMost(input, IMPORT_LIMITS.whole)
  const { value, done } = await chunks.next()
  if (done) return
  // a byte order mark counts as a space
  const start = value.toString().trimStart()
  const all = chain(value, chunks)
  yield* start.startsWith('{') ? readNdjson(all) : readCsv(all, start.split('\n', 1)[0] ?? '')
}

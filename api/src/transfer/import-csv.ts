import { pipeline } from 'node:stream'
import { type CsvError, type Options, parse } from 'csv-parse'
import { parse as parseNow } from 'csv-parse/sync'
import { OwnerError } from '../../../contract/owner-error.ts'
import { findProblem } from '../../../contract/waitlist.ts'
import { number, shortList } from '../text/format.ts'
import { undefuse } from './formulas.ts'
import type { BadLine } from './import.ts'
import { columnName, type ImportedRecord } from './import-record.ts'
import { IMPORT_LIMITS } from './limits.ts'

/** The parser counts a CRLF within quotes as two lines, so it gets LF. */
async function* withoutCrlf(input: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = ''
  for await (const chunk of input) {
    const text = rest + chunk
    rest = text.endsWith('\r') ? '\r' : ''
    yield text.slice(0, text.length - rest.length).replaceAll('\r\n', '\n')
  }
  yield rest
}

/** A line without columns is an array, so that two columns may have one name. */
const READING: Options = {
  // a space before a quote
  ltrim: true,
  // spaces behind it, which leave the quotes to the cell
  cast: (cell) => /^"(.*)"\s+$/s.exec(cell)?.[1] ?? cell,
  relax_column_count: true,
  relax_quotes: true,
  skip_empty_lines: true,
  skip_records_with_error: true,
}

interface CsvRecord {
  readonly record: readonly string[]
  readonly raw: string
  readonly info: { readonly lines: number }
}

const isEmpty = (cells: readonly string[]): boolean => cells.every((cell) => cell.trim() === '')

/** Excel writes its separator before the names of the columns. */
const isSeparatorLine = (cells: readonly string[]): boolean => /^sep=.?$/i.test(cells.join(''))

const isHeader = (cells: readonly string[]): boolean => !isEmpty(cells) && !isSeparatorLine(cells)

const LINES_TRIED = 30

const isAddress = (cell: string): boolean => findProblem('email', cell) === undefined

/** An address speaks for a separator more than all known columns, and one of these more than all columns. */
function evidenceFor(delimiter: string, start: string): number {
  const lines = parseNow(start, { ...READING, delimiter, to: LINES_TRIED })
  const header = lines.find(isHeader) ?? []
  const names = header.map(columnName)
  const known = names.filter((name) => name !== undefined)
  const addresses = lines.filter((cells) =>
    cells.some((cell, index) => names[index] === 'email' && isAddress(cell)),
  )
  return (addresses.length * start.length + known.length) * start.length + header.length
}

/** Spreadsheets use the list separator of their locale. */
function findDelimiter(start: string): string {
  const evidence = (delimiter: string) => evidenceFor(delimiter, start)
  return [',', ';', '\t'].reduce((best, other) => (evidence(other) > evidence(best) ? other : best))
}

function readHeader(cells: readonly string[]): readonly string[] {
  const names = cells.map((cell) => cell.trim())
  if (names.some((name) => columnName(name) === 'email')) return names
  const columns = shortList(names.filter((name) => name !== ''))
  throw new OwnerError(`No column of this file is named email. Its columns: ${columns}.`)
}

/** The first cell that is not empty stands for columns of one name. */
function columnsOf(header: readonly string[], cells: readonly string[]) {
  const columns = new Map<string, string>()
  for (const [index, name] of header.entries()) {
    if (name === '' || columns.get(name)?.trim()) continue
    columns.set(name, undefuse(cells[index] ?? ''))
  }
  return Object.fromEntries(columns)
}

const tooLong = (line: number): OwnerError =>
  new OwnerError(
    `A line or cell that begins at line ${number(line)} is longer than ${number(IMPORT_LIMITS.line)} characters. ` +
      'Is a quote opened there and never closed? Correct the file and import it again.',
  )

const firstLine = (last: number, raw: string): number => last - (raw.trim().split('\n').length - 1)

/**
 * @param start of the text, from which the separator is found
 * @throws OwnerError
 */
export async function* readCsv(
  text: AsyncIterable<string>,
  start: string,
): AsyncGenerator<ImportedRecord | BadLine> {
  const bad: BadLine[] = []
  const parser = parse({
    ...READING,
    delimiter: findDelimiter(start),
    info: true,
    raw: true,
    max_record_size: IMPORT_LIMITS.line,
    on_skip: (error, raw = '') => {
      const { code, lines } = error as CsvError
      const line = firstLine(Number(lines), raw)
      // the parser cannot go on behind it; with these options it skips nothing else but an open quote
      if (code === 'CSV_MAX_RECORD_SIZE') throw tooLong(line)
      bad.push({ line, reason: 'a quote is opened here and never closed' })
    },
  })
  // the reader of the last stream gets the error
  const records: AsyncIterable<CsvRecord> = pipeline(withoutCrlf(text), parser, () => {})
  let header: readonly string[] | undefined
  for await (const { record: cells, raw, info } of records) {
    const line = firstLine(info.lines, raw)
    if (header === undefined) {
      if (isHeader(cells)) header = readHeader(cells)
    } else if (!isEmpty(cells.slice(header.length))) {
      yield { line, reason: 'more cells than the first line has' }
    } else if (!isEmpty(cells)) yield { line, columns: columnsOf(header, cells) }
  }
  yield* bad
}

import { pipeline } from 'node:stream'
import { type CsvError, type Options, parse } from 'csv-parse'
import { parse as parseNow } from 'csv-parse/sync'
import { OwnerError } from '../../../../contract/owner-error.ts'
import { number, shortList } from '../../system/format.ts'
import { IMPORT_LIMITS } from '../../system/text-file.ts'
import { undefuse } from './formulas.ts'
import type { BadLine } from './import.ts'
import { meaningOf } from './import-columns.ts'
import type { ImportedRecord } from './import-record.ts'

/** Reads a line as an array, so that two columns may share a name. */
const READING: Options = {
  // Removes spaces before a quote.
  ltrim: true,
  // If spaces follow a quoted cell, the parser keeps the quotes. This removes quotes and spaces.
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

const hasEmail = (columns: readonly string[]): boolean =>
  columns.some((column) => meaningOf(column) === 'email')

/**
 * Finds the separator, which depends on the spreadsheet's locale. It is the one that yields a column with the address.
 * The `delimiter_auto` option of csv-parse 7.0.3 throws on non-ASCII letters.
 */
const findDelimiter = (start: string): string =>
  [',', ';', '\t'].find((delimiter) =>
    hasEmail(parseNow(start, { ...READING, delimiter, to: 1 }).flat()),
  ) ?? ','

function checkHeader(columns: readonly string[]): readonly string[] {
  if (hasEmail(columns)) return columns
  const names = shortList(columns.filter((name) => name !== ''))
  throw new OwnerError(`This file has no column named email. Its columns: ${names}.`)
}

const firstLine = (last: number, raw: string): number => last - (raw.trim().split('\n').length - 1)

/**
 * Reads a CSV file.
 * @param start the start of the text, with its first line
 * @throws OwnerError
 */
export async function* readCsv(
  text: AsyncIterable<string>,
  start: string,
): AsyncGenerator<ImportedRecord | BadLine> {
  const parser = parse({
    ...READING,
    delimiter: findDelimiter(start),
    info: true,
    raw: true,
    max_record_size: IMPORT_LIMITS.line,
    // With these options, the parser skips a line only if it has an unclosed quote or is too long.
    on_skip: (error, raw = '') => {
      const line = number(firstLine(Number((error as CsvError)['lines']), raw))
      throw new OwnerError(
        `A quote is opened at line ${line} and never closed, or the line is longer than ${number(IMPORT_LIMITS.line)} characters. ` +
          'Correct the file and import it again.',
      )
    },
  })
  // The callback ignores errors, because the reader of the last stream gets them.
  const records: AsyncIterable<CsvRecord> = pipeline(text, parser, () => {})
  let header: readonly string[] | undefined
  for await (const { record: cells, raw, info } of records) {
    const line = firstLine(info.lines, raw)
    if (header === undefined) header = checkHeader(cells.map((name) => name.trim()))
    else if (!isEmpty(cells.slice(header.length))) {
      yield { line, reason: 'more cells than the first line' }
    } else if (!isEmpty(cells)) {
      const all = header.map((name, index) => [name, undefuse(cells[index] ?? '')] as const)
      yield { line, cells: all.filter(([name]) => name !== '') }
    }
  }
}

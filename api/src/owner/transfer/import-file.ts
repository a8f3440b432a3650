import { OwnerError } from '../../../../contract/owner-error.ts'
import type { DayOrder } from '../../system/parse-time.ts'
import { decode, IMPORT_LIMITS, splitLines } from '../../system/text-file.ts'
import type { BadLine } from './import.ts'
import { readCsv } from './import-csv.ts'
import { settleDates } from './import-dates.ts'
import type { ImportedRecord } from './import-record.ts'

type Records = AsyncGenerator<ImportedRecord | BadLine>

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

async function* readNdjson(text: AsyncIterable<string>): Records {
  let line = 0
  for await (const each of splitLines(text, IMPORT_LIMITS)) {
    line += 1
    if (each.trim() === '') continue
    try {
      const columns: unknown = JSON.parse(each)
      yield isObject(columns)
        ? { line, cells: Object.entries(columns) }
        : { line, reason: 'expected a JSON object' }
    } catch {
      yield { line, reason: 'expected a JSON object' }
    }
  }
}

/** Binary files contain NUL within their first characters. A later NUL in a text file only makes its line invalid. */
const HEAD_LENGTH = 1_000

/** Refuses files that people mistake for CSV or NDJSON, and says what they are. */
function refuseOthers(start: string): void {
  if (start.slice(0, HEAD_LENGTH).includes('\0')) {
    throw new OwnerError('This is not a text file. In a spreadsheet, save it as “CSV UTF-8”.')
  }
  if (/^\s*\[\s*\{/.test(start)) {
    throw new OwnerError('This is a JSON array. Write one object per line.')
  }
}

/** The size of a block, which has room for the column names and one line. */
const BLOCK_LENGTH = 2 * IMPORT_LIMITS.line

/**
 * Yields blocks with LF as their only line break. If a CRLF within quotes were cut in two, the CSV parser would count
 * two lines.
 */
async function* inBlocks(text: AsyncIterable<string>): AsyncGenerator<string, void> {
  let block = ''
  for await (const piece of text) {
    block += piece
    if (block.length < BLOCK_LENGTH || block.endsWith('\r')) continue
    yield block.replaceAll('\r\n', '\n')
    block = ''
  }
  yield block.replaceAll('\r\n', '\n')
}

/**
 * Yields the records of a CSV or NDJSON file. NDJSON starts with `{`.
 * @param dates the order of day and month, if the owner knows it
 * @throws OwnerError
 */
export async function* readRecords(input: AsyncIterable<Buffer>, dates?: DayOrder): Records {
  const blocks = inBlocks(decode(input, IMPORT_LIMITS))
  const start = (await blocks.next()).value ?? ''
  refuseOthers(start)
  async function* whole() {
    yield start
    yield* blocks
  }
  const records = start.trimStart().startsWith('{') ? readNdjson(whole()) : readCsv(whole(), start)
  yield* settleDates(records, dates)
}

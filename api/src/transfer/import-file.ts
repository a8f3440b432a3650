import type { Readable } from 'node:stream'
import { OwnerError } from '../../../contract/owner-error.ts'
import type { BadLine } from './import.ts'
import { readCsv } from './import-csv.ts'
import type { ImportedRecord } from './import-record.ts'
import { decode, peek } from './import-text.ts'
import { atMost, IMPORT_LIMITS } from './limits.ts'
import { splitLines } from './split-lines.ts'

type Records = AsyncGenerator<ImportedRecord | BadLine>

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

async function* encode(text: AsyncIterable<string>): AsyncGenerator<Buffer> {
  for await (const chunk of text) yield Buffer.from(chunk)
}

async function* readNdjson(text: AsyncIterable<string>): Records {
  let line = 0
  for await (const bytes of splitLines(encode(text), IMPORT_LIMITS.line)) {
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

/** In characters. Files that are no text have NUL near their start; in a text it spoils one line. */
const HEAD = 1_000

/** Names what people take for CSV or NDJSON. */
function refuseOthers(start: string): void {
  if (start.startsWith('PK\u0003\u0004')) {
    throw new OwnerError('This is a workbook or an archive. Save it as CSV.')
  }
  if (start.slice(0, HEAD).includes('\0')) {
    throw new OwnerError(
      'This is not a text file in UTF-8, or in UTF-16 with a byte order mark. Save it as CSV in UTF-8.',
    )
  }
  if (/^\[\s*\{/.test(start)) {
    throw new OwnerError('This is a JSON array. Write an object per line.')
  }
}

/** Room for the names of the columns and a line. */
const READ_AHEAD = 2 * IMPORT_LIMITS.line

/**
 * The records of a CSV or NDJSON file. NDJSON starts with `{`.
 * @throws OwnerError
 */
export async function* readRecords(input: Readable): Records {
  const { start, whole } = await peek(decode(atMost(input, IMPORT_LIMITS.whole)), READ_AHEAD)
  const first = start.trimStart()
  refuseOthers(first)
  yield* first.startsWith('{') ? readNdjson(whole) : readCsv(whole, start)
}

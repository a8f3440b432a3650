import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { OwnerError } from '../../../contract/owner-error.ts'
import { number } from '../text/format.ts'
import { BACKUP_FORMAT, type Counts } from './backup.ts'
import { BACKUP_LIMITS } from './limits.ts'
import { splitLines } from './split-lines.ts'

export interface Header {
  /** The names of the migrations that have made the tables. */
  readonly migrations: readonly string[]
}

/** Rows of one table that stand together in a file. */
export interface Batch {
  readonly table: string
  /** Each is a JSON object as Postgres has written it, which is not parsed here. */
  readonly rows: readonly string[]
  /** The number of the first line. */
  readonly line: number
}

export interface Reader {
  begin(header: Header): Promise<void>
  load(batch: Batch): Promise<void>
}

/** What goes to the database at once. */
const MOST_ROWS = 1_000
const MOST_CHARACTERS = 2 ** 22

const NO_BACKUP = 'This is not a backup of a waitlist.'
const INCOMPLETE = 'This backup is incomplete: its end is missing.'

function parse(line: string, otherwise: string): Readonly<Record<string, unknown>> {
  try {
    return Object(JSON.parse(line))
  } catch {
    throw new OwnerError(otherwise)
  }
}

function readHeader(line: string): Header {
  const { format, migrations } = parse(line, NO_BACKUP)
  const names: unknown[] = Array.isArray(migrations) ? migrations : []
  if (format !== BACKUP_FORMAT || names.length === 0) throw new OwnerError(NO_BACKUP)
  return { migrations: names.map(String) }
}

const ROW = /^\{"table":("(?:[^"\\]|\\.)+"),"row":/

/** The table and the row of a line. */
export function readRow(
  line: string,
): { readonly table: string; readonly row: string } | undefined {
  const name = ROW.exec(line.slice(0, 200))?.[1]
  if (name === undefined || !line.endsWith('}')) return undefined
  return { table: JSON.parse(name), row: line.slice(`{"table":${name},"row":`.length, -1) }
}

/** Collects rows of one table. */
export function batches(load: Reader['load']) {
  let batch: { readonly table: string; readonly rows: string[]; readonly line: number } | undefined
  let characters = 0
  const flush = async (): Promise<void> => {
    const full = batch
    batch = undefined
    characters = 0
    if (full !== undefined) await load(full)
  }
  return {
    flush,
    async add(table: string, row: string, line: number): Promise<void> {
      if (batch?.table !== table || batch.rows.length === MOST_ROWS || characters > MOST_CHARACTERS)
        await flush()
      batch ??= { table, rows: [], line }
      batch.rows.push(row)
      characters += row.length
    },
  }
}

function checkEnd(end: string | undefined, counts: Counts, sha256: string): void {
  const claimed = parse(end ?? '', INCOMPLETE)
  const found = Object.entries(Object(claimed['counts'])).filter(([, rows]) => rows !== 0)
  if (claimed['sha256'] !== sha256 || !isDeepStrictEqual(Object.fromEntries(found), counts)) {
    throw new OwnerError('This backup is damaged: its content does not match its checksum.')
  }
}

/**
 * Reads a backup to its end. Only the last line tells whether it is complete, so what was read before must
 * not be kept after a failure.
 * @returns the number of rows by table
 * @throws OwnerError when it is incomplete, changed, or not a backup
 */
export async function readBackup(input: AsyncIterable<Buffer>, reader: Reader): Promise<Counts> {
  const digest = createHash('sha256')
  const counts: Record<string, number> = {}
  const { add, flush } = batches(reader.load)
  let at = 0
  let end: string | undefined
  for await (const bytes of splitLines(input, BACKUP_LIMITS.line)) {
    at += 1
    const line = bytes.toString()
    const found = readRow(line)
    if (at === 1) await reader.begin(readHeader(line))
    else if (end !== undefined || (!found && !line.startsWith('{"counts":'))) {
      throw new OwnerError(`Line ${number(at)} is not a row of a table. Nothing was changed.`)
    } else if (found) {
      counts[found.table] = (counts[found.table] ?? 0) + 1
      await add(found.table, found.row, at)
    } else {
      end = line
      continue
    }
    digest.update(bytes).update('\n')
  }
  await flush()
  checkEnd(end, counts, digest.digest('hex'))
  return counts
}

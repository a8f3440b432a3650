import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { OwnerError } from '../../../contract/owner-error.ts'
import { BACKUP_FORMAT, type Counts } from './backup.ts'
import { number } from './format.ts'
import { BACKUP_LIMITS, splitLines } from './text-file.ts'

/** Consecutive rows of one table. */
export interface Batch {
  readonly table: string
  /** JSON objects as Postgres wrote them. They are not parsed here. */
  readonly rows: readonly string[]
}

interface Reader {
  /** @param migrations the names of the migrations that had created the tables */
  begin(migrations: readonly string[]): Promise<void>
  load(batch: Batch): Promise<void>
}

/** The maximum number of rows per statement. */
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

function readHeader(line: string): string[] {
  const { format, migrations } = parse(line, NO_BACKUP)
  const names: unknown[] = Array.isArray(migrations) ? migrations : []
  if (format !== BACKUP_FORMAT || names.length === 0) throw new OwnerError(NO_BACKUP)
  return names.map(String)
}

const ROW = /^\{"table":("(?:[^"\\]|\\.)+"),"row":/

/** Returns a line's table and row. */
export function readRow(
  line: string,
): { readonly table: string; readonly row: string } | undefined {
  const name = ROW.exec(line.slice(0, 200))?.[1]
  if (name === undefined || !line.endsWith('}')) return undefined
  return { table: JSON.parse(name), row: line.slice(`{"table":${name},"row":`.length, -1) }
}

export function batches(load: Reader['load']) {
  let table = ''
  let rows: string[] = []
  let characters = 0
  const flush = async (): Promise<void> => {
    if (rows.length > 0) await load({ table, rows })
    rows = []
    characters = 0
  }
  return {
    flush,
    async add(line: { readonly table: string; readonly row: string }): Promise<void> {
      if (table !== line.table || rows.length === MOST_ROWS || characters > MOST_CHARACTERS)
        await flush()
      table = line.table
      rows.push(line.row)
      characters += line.row.length
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
 * Reads a backup to its end. Only the last line shows whether it is complete, so discard everything if this fails.
 * @returns the number of rows by table
 * @throws OwnerError if it is incomplete, altered or not a backup
 */
export async function readBackup(text: AsyncIterable<string>, reader: Reader): Promise<Counts> {
  const digest = createHash('sha256')
  const counts: Record<string, number> = {}
  const { add, flush } = batches(reader.load)
  let at = 0
  let end: string | undefined
  for await (const line of splitLines(text, BACKUP_LIMITS)) {
    at += 1
    const found = readRow(line)
    if (at === 1) await reader.begin(readHeader(line))
    else if (end !== undefined || (!found && !line.startsWith('{"counts":'))) {
      throw new OwnerError(`Line ${number(at)} is not a row of a table. Nothing was changed.`)
    } else if (found) {
      counts[found.table] = (counts[found.table] ?? 0) + 1
      await add(found)
    } else {
      end = line
      continue
    }
    digest.update(`${line}\n`)
  }
  await flush()
  checkEnd(end, counts, digest.digest('hex'))
  return counts
}

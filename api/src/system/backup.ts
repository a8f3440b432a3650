import { createHash } from 'node:crypto'
import { APPLIED_MIGRATIONS } from './migrations.ts'
import type { Session } from './session.ts'
import { quote, tablesOf } from './tables.ts'

export const BACKUP_FORMAT = 'waitlist-backup'

export type Counts = Readonly<Record<string, number>>

/** Returns SQL for a table's lines. Postgres writes the JSON, because that is faster than writing it here. */
export const linesOf = (table: string): string => {
  const start = `{"table":${JSON.stringify(table)},"row":`
  return `SELECT '${start.replaceAll("'", "''")}' || row_to_json(entry)::text || '}' AS line
    FROM public.${quote(table)} AS entry`
}

/**
 * Yields every row of every table as NDJSON. Needs a snapshot transaction. The first line lists the migrations. The
 * last line contains the counts and the SHA-256 of all lines before it, which reveal an incomplete or altered file.
 * @returns the number of rows by table
 */
export async function* backup(session: Session): AsyncGenerator<string, Counts> {
  const digest = createHash('sha256')
  const seal = (text: string): string => {
    digest.update(text)
    return text
  }
  const applied = await session.query<{ name: string }>(APPLIED_MIGRATIONS)
  const migrations = applied.map(({ name }) => name).sort()
  const header = { format: BACKUP_FORMAT, created_at: new Date(), migrations }
  yield seal(`${JSON.stringify(header)}\n`)
  const counts: Record<string, number> = {}
  for (const { name } of await tablesOf(session, 'public')) {
    counts[name] = 0
    for await (const chunk of session.chunks<{ line: string }>(linesOf(name))) {
      counts[name] += chunk.length
      yield seal(chunk.map(({ line }) => `${line}\n`).join(''))
    }
  }
  yield `${JSON.stringify({ counts, sha256: digest.digest('hex') })}\n`
  return counts
}

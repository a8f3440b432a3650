import type { Session } from '../../database/session.ts'

/** Rows per statement, so that it ends soon and holds few locks. */
const ROWS = 5_000

/**
 * Deletes the rows of a table that match a condition, in portions. Skips rows that are locked: the
 * next run finds them.
 * @param condition SQL in which the table is called `leftover`, and `$1` is the time `before`
 */
export async function deleteBefore(
  session: Session,
  table: string,
  condition: string,
  before: Date,
): Promise<void> {
  const statement = `
    DELETE FROM ${table} WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM ${table} AS leftover WHERE ${condition} LIMIT ${ROWS} FOR UPDATE SKIP LOCKED
    ))
    RETURNING 1`
  let deleted = ROWS
  while (deleted === ROWS) {
    deleted = (await session.transaction(() => session.query(statement, [before]))).length
  }
}

/** In milliseconds. */
const DAY = 86_400_000

export const daysBefore = (now: Date, days: number): Date => new Date(now.getTime() - days * DAY)

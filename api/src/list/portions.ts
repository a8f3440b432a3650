import type { Session } from '../system/session.ts'

/** Rows per statement, so that it ends soon and holds few locks. */
const ROWS = 5_000

/**
 * Deletes the rows of a table that match a condition, in portions. Skips rows that are locked: the
 * next run finds them.
 * @param condition SQL in which the table is called `leftover`
 */
export async function deleteRows(
  session: Session,
  table: string,
  condition: string,
): Promise<void> {
  const statement = `
    DELETE FROM ${table} WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM ${table} AS leftover WHERE ${condition} LIMIT ${ROWS} FOR UPDATE SKIP LOCKED
    ))
    RETURNING 1`
  let deleted = ROWS
  while (deleted === ROWS) {
    deleted = (await session.transaction(() => session.query(statement))).length
  }
}

/** A time in SQL, by the database's clock: that of the worker's machine may be wrong. */
export const daysAgo = (days: number): string => `now() - interval '${days} days'`

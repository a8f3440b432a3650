import type { Session } from '../system/session.ts'

/** Limits the rows per statement, so that it ends soon and holds few locks. */
const ROWS = 5_000

/**
 * Deletes the rows of a table that match a condition, in chunks. Locked rows are skipped until the next run.
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

/** SQL for a time by the database's clock, because the worker's clock may be wrong. */
export const daysAgo = (days: number): string => `now() - interval '${days} days'`

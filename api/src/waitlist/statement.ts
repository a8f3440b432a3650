import type { Statement } from '../db.ts'
import type { Signup } from './store.ts'

/** A signup as it is written; `website` is null unless the trap field was filled. */
export type SignupRow = Signup & { readonly website: string | null }

const COLUMNS = 'email, email_key, first_name, last_name, company, role'

/**
 * Writes any number of signups, each to where it belongs, in one transaction. New ones,
 * duplicates and trapped ones share it, and so they take the same time. Of two with the same
 * address the first one stays, also within one statement.
 *
 * A duplicate changes nothing, so its commit would not wait for the disk, and the time of
 * an answer would tell who is listed. The message, which nobody reads, makes it wait.
 */
export const WRITE_SIGNUPS: Statement = {
  name: 'write-signups',
  text: `
    WITH arrived AS (
      SELECT * FROM unnest(
        $1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[]
      ) AS arrived (${COLUMNS}, website)
    ), listed AS (
      INSERT INTO signups (${COLUMNS})
      SELECT ${COLUMNS} FROM arrived WHERE website IS NULL
      ON CONFLICT (email_key) DO NOTHING
    ), trapped AS (
      INSERT INTO trapped_signups (${COLUMNS}, website)
      SELECT ${COLUMNS}, website FROM arrived WHERE website IS NOT NULL
    )
    SELECT pg_logical_emit_message(true, 'signup', '')`,
}

const byKey = (one: SignupRow, other: SignupRow): number => {
  if (one.emailKey === other.emailKey) return 0
  return one.emailKey < other.emailKey ? -1 : 1
}

/**
 * One array a column, for `WRITE_SIGNUPS`. Ordered by key, so that two statements that hold the
 * same addresses wait for each other in one order and never in a circle; so `id` tells the order
 * of batches. The sort is stable: the first of two equal ones stays the first.
 */
export function columnsOf(rows: readonly SignupRow[]): unknown[] {
  const sorted = rows.length > 1 ? [...rows].sort(byKey) : rows
  return [
    sorted.map((row) => row.email),
    sorted.map((row) => row.emailKey),
    sorted.map((row) => row.firstName),
    sorted.map((row) => row.lastName),
    sorted.map((row) => row.company),
    sorted.map((row) => row.role),
    sorted.map((row) => row.website),
  ]
}

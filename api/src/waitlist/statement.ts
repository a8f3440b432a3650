import type { Statement } from '../db.ts'
import type { Signup } from './store.ts'

/** A signup whose trap field was filled. */
export type TrappedSignup = Signup & { readonly website: string }

const COLUMNS = 'email, email_key, first_name, last_name, company, role'

const arrays = (count: number): string =>
  Array.from({ length: count }, (_, index) => `$${index + 1}::text[]`).join(', ')

/**
 * Writes any number of signups. Of two with the same address the first one stays, also
 * within one statement.
 *
 * A duplicate changes nothing, so its commit would not wait for the disk, and the time of
 * an answer would tell who is listed. The message, which nobody reads, makes it wait.
 */
export const ADD: Statement = {
  name: 'add-signups',
  text: `
    INSERT INTO signups (${COLUMNS})
    SELECT arrived.* FROM unnest(${arrays(6)}) AS arrived, pg_logical_emit_message(true, 'signup', '')
    ON CONFLICT (email_key) DO NOTHING`,
}

/** Writes any number of trapped signups, each time. */
export const TRAP: Statement = {
  name: 'trap-signups',
  text: `
    INSERT INTO trapped_signups (${COLUMNS}, website)
    SELECT * FROM unnest(${arrays(7)})`,
}

const byKey = (one: Signup, other: Signup): number => {
  if (one.emailKey === other.emailKey) return 0
  return one.emailKey < other.emailKey ? -1 : 1
}

const columnsOf = (signups: readonly Signup[]): unknown[] => [
  signups.map((signup) => signup.email),
  signups.map((signup) => signup.emailKey),
  signups.map((signup) => signup.firstName),
  signups.map((signup) => signup.lastName),
  signups.map((signup) => signup.company),
  signups.map((signup) => signup.role),
]

/**
 * The arrays of `ADD`. Ordered by key, so that two statements that hold the same addresses
 * wait for each other in one order and never in a circle; so `id` tells the order of
 * batches. The sort is stable: the first of two equal ones stays the first.
 */
export const valuesOfAdd = (signups: readonly Signup[]): unknown[] =>
  columnsOf(signups.toSorted(byKey))

/** The arrays of `TRAP`. */
export const valuesOfTrap = (trapped: readonly TrappedSignup[]): unknown[] => [
  ...columnsOf(trapped),
  trapped.map(({ website }) => website),
]

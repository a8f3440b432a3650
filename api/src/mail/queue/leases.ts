import { DURABLE } from '../../system/pool.ts'
import type { Session } from '../../system/session.ts'
import type { Kind } from '../kinds.ts'
import type { Delivery } from '../transport/smtp.ts'
import { MOST_ATTEMPTS, waitAfter } from './retry-schedule.ts'

// Emails and webhook events share this code, because both tables have a state, a lease and attempts.

const TABLES = {
  mails: {
    columns: 'kind, letter AS about, wanted_at::text AS at',
    // An erasure clears `mailbox`, but `mailbox_hash` stays for the daily budget.
    whenTaken: ', mailbox_hash = coalesce(hash_of(mailbox), mailbox_hash)',
  },
  events: {
    columns: `'webhook' AS kind, event AS about, created_at::text AS at`,
    whenTaken: '',
  },
} as const

export type Table = keyof typeof TABLES

/** A row that this worker has taken. */
export interface Claimed {
  /** The email's Message-ID or the webhook's id. A retry reuses it if an earlier attempt may have been accepted. */
  readonly id: string
  /** Identifies the attempt. Each time that the row is taken, it gets a new one. */
  readonly lease: string
  readonly kind: Kind
  /** Null if the person was erased during an attempt. */
  readonly mailbox: string | null
  /** The letter, the number of friends, or the event. */
  readonly about: string
  /** When the row was queued, as a string from the database, to the microsecond. */
  readonly at: string
  /** The number of attempts, including this one. */
  readonly attempts: number
}

/** A worker that has not renewed a lease for this long counts as dead, and another worker sends the email again. */
export const LEASE_MS = 60_000

export const RENEWAL_MS = 20_000

/** Matches rows whose next attempt is due or whose lease has expired. */
export const IS_DUE = "state IN ('waiting', 'sending') AND due_at <= now()"

/** Matches rows with a valid lease, which no other worker may take. */
export const IS_UNDER_WAY = "state = 'sending' AND due_at > now()"

export const take = (table: Table, ids: string): string => `
  UPDATE ${table} SET state = 'sending', lease = gen_random_uuid(), attempts = attempts + 1,
    due_at = now() + interval '${LEASE_MS} milliseconds'${TABLES[table].whenTaken}
  WHERE id = ANY (ARRAY(${ids}))
  RETURNING id, lease, ${TABLES[table].columns}, mailbox, attempts`

/** @returns the ids of the rows that this worker still holds */
export async function renew(
  session: Session,
  table: Table,
  claimed: readonly Claimed[],
): Promise<ReadonlySet<string>> {
  const rows = await session.query<{ id: string }>(
    `UPDATE ${table} SET due_at = now() + interval '${LEASE_MS} milliseconds' WHERE lease = ANY($1) AND id = ANY($2)
     RETURNING id`,
    [claimed.map(({ lease }) => lease), claimed.map(({ id }) => id)],
  )
  return new Set(rows.map(({ id }) => id))
}

export type EndState = 'sent' | 'written' | 'failed' | 'withdrawn'

/**
 * Gives a row its final state.
 * @returns false if another worker has taken the row, so nothing was changed
 */
export async function end(
  session: Session,
  table: Table,
  { id, lease }: Claimed,
  state: EndState,
  reply?: string,
): Promise<boolean> {
  const ended = await session.query(
    `UPDATE ${table} SET state = $3, lease = NULL, ended_at = now(),
       reply = coalesce($4, reply)
     FROM ${DURABLE} WHERE id = $1 AND lease = $2 RETURNING 1`,
    [id, lease, state, reply ?? null],
  )
  return ended.length > 0
}

/**
 * Puts a row back for another attempt.
 * @param isTried false if the server accepts no email: the attempt does not count, and the row is due immediately.
 * Unless an earlier attempt may have been accepted, it also gets a new id, because mail APIs use the id as an
 * idempotency key, and do not say whether a refused request uses it up
 */
async function giveBack(
  session: Session,
  table: Table,
  { id, lease, attempts }: Claimed,
  reply: string,
  isTried: boolean,
): Promise<void> {
  await session.query(
    `UPDATE ${table} SET state = 'waiting', lease = NULL, reply = $3, attempts = $4,
       id = CASE WHEN $6 THEN id ELSE gen_random_uuid() END,
       due_at = now() + make_interval(secs => $5)
     WHERE id = $1 AND lease = $2`,
    [
      id,
      lease,
      reply,
      isTried ? attempts : attempts - 1,
      isTried ? waitAfter(attempts) : 0,
      isTried || attempts > 1,
    ],
  )
}

type Outcome = Exclude<EndState, 'withdrawn'>

/** Called for each email or event that was sent, was written to a file, or failed for good. */
export type OnOutcome = (claimed: Claimed, outcome: Outcome, reply?: string) => void

export interface Attempts {
  readonly table: Table
  readonly onOutcome: OnOutcome
}

/**
 * Records an attempt. After a temporary failure, another attempt follows, unless this was the last one.
 * @returns the outcome, or undefined if another attempt follows or another worker has taken the row
 */
export async function recordOutcome(
  session: Session,
  claimed: Claimed,
  delivery: Delivery,
  { table, onOutcome }: Attempts,
): Promise<Outcome | undefined> {
  const reply = 'reply' in delivery ? delivery.reply : undefined
  const isAway = delivery.kind === 'away'
  if (isAway || (delivery.kind === 'later' && claimed.attempts < MOST_ATTEMPTS[table])) {
    await giveBack(session, table, claimed, delivery.reply, !isAway)
    return undefined
  }
  const outcome = delivery.kind === 'later' ? 'failed' : delivery.kind
  if (!(await end(session, table, claimed, outcome, reply))) return undefined
  onOutcome(claimed, outcome, reply)
  return outcome
}

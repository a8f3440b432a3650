import { DURABLE } from '../system/pool.ts'
import type { Session } from '../system/session.ts'
import type { Kind } from './mails.ts'
import type { Delivery } from './transport.ts'

// The same for emails and for the events of webhooks, whose tables have these columns in common.

/** What differs between the two tables. */
const TABLES = {
  mails: {
    columns: 'kind, letter AS about, wanted_at::text AS at',
    // an erasure has left the hash only
    whenTaken: ', mailbox = coalesce(hash_of(email_key), mailbox)',
    whenEnded: ', network = NULL',
  },
  events: {
    columns: `'webhook' AS kind, event AS about, created_at::text AS at`,
    whenTaken: '',
    whenEnded: '',
  },
} as const

export type Table = keyof typeof TABLES

/** A row that this worker has taken. */
export interface Claimed {
  /** The Message-ID of an email, the same in each attempt. */
  readonly id: string
  /** Names the attempt. The row has another one when another worker has taken it since. */
  readonly lease: string
  readonly kind: Kind
  /** Null when the person was erased during an attempt. */
  readonly email_key: string | null
  /** The letter, or the event. */
  readonly about: string
  /** When it was wanted, as the database writes it, to the microsecond. */
  readonly at: string
  /** Including this one. */
  readonly attempts: number
}

/** The emails of a worker that died are repeated after this time. A living worker renews its leases. In milliseconds. */
export const LEASE = 60_000

/** How often a worker renews its leases. In milliseconds. */
export const RENEWAL = 20_000

/** What is due: the next attempt, or one whose worker does not renew its lease. */
export const IS_DUE = "state IN ('waiting', 'sending') AND due_at <= now()"

/** What another worker may not repeat yet. */
export const IS_UNDER_WAY = "state = 'sending' AND due_at > now()"

/** Takes the rows of a list of ids. */
export const take = (table: Table, ids: string): string => `
  UPDATE ${table} SET state = 'sending', lease = gen_random_uuid(), attempts = attempts + 1,
    due_at = now() + interval '${LEASE} milliseconds'${TABLES[table].whenTaken}
  WHERE id = ANY (ARRAY(${ids}))
  RETURNING id, lease, ${TABLES[table].columns}, email_key, attempts`

/** @returns the ids of the rows that no other worker has taken meanwhile */
export async function renew(
  session: Session,
  table: Table,
  claimed: readonly Claimed[],
): Promise<ReadonlySet<string>> {
  const rows = await session.query<{ id: string }>(
    `UPDATE ${table} SET due_at = now() + interval '${LEASE} milliseconds' WHERE lease = ANY($1) AND id = ANY($2)
     RETURNING id`,
    [claimed.map(({ lease }) => lease), claimed.map(({ id }) => id)],
  )
  return new Set(rows.map(({ id }) => id))
}

export type EndState = 'sent' | 'written' | 'failed' | 'withdrawn'

/**
 * Ends a row for good, so that nothing is sent again.
 * @returns false when another worker has taken it, and nothing was changed
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
       reply = coalesce($4, reply)${TABLES[table].whenEnded}
     FROM ${DURABLE} WHERE id = $1 AND lease = $2 RETURNING 1`,
    [id, lease, state, reply ?? null],
  )
  return ended.length > 0
}

/** Attempts come after 1, 2, 4 … minutes, at most 6 hours apart. In seconds. */
export const waitAfter = (attempts: number): number => Math.min(60 * 2 ** (attempts - 1), 21_600)

/**
 * Gives a row back for another attempt.
 * @param isTried false when the server cannot be reached: the attempt does not count, and there is no wait
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
       due_at = now() + make_interval(secs => $5)
     WHERE id = $1 AND lease = $2`,
    [id, lease, reply, isTried ? attempts : attempts - 1, isTried ? waitAfter(attempts) : 0],
  )
}

type Outcome = Exclude<EndState, 'withdrawn'>

/** Called for each email and each event that was sent or has failed. */
export type OnOutcome = (claimed: Claimed, outcome: Outcome, reply?: string) => void

export interface Attempts {
  readonly table: Table
  /** How many there are. */
  readonly most: number
  readonly onOutcome: OnOutcome
}

/**
 * Records an attempt: it is repeated later unless it was the last one.
 * @returns the outcome, or undefined when there will be another attempt or another worker has taken it
 */
export async function recordOutcome(
  session: Session,
  claimed: Claimed,
  delivery: Delivery,
  { table, most, onOutcome }: Attempts,
): Promise<Outcome | undefined> {
  const reply = 'reply' in delivery ? delivery.reply : undefined
  const isAway = delivery.kind === 'away'
  if (isAway || (delivery.kind === 'later' && claimed.attempts < most)) {
    await giveBack(session, table, claimed, delivery.reply, !isAway)
    return undefined
  }
  const outcome = delivery.kind === 'later' ? 'failed' : delivery.kind
  if (!(await end(session, table, claimed, outcome, reply))) return undefined
  onOutcome(claimed, outcome, reply)
  return outcome
}

import { DURABLE } from '../database/durable.ts'
import type { Session } from '../database/session.ts'

/** The more urgent kind first. */
export const MAIL_KINDS = ['confirm', 'invite', 'announce'] as const
export type MailKind = (typeof MAIL_KINDS)[number]
export const KINDS = [...MAIL_KINDS, 'webhook', 'erase'] as const
export type Kind = (typeof KINDS)[number]

/** Something that the worker has to do about a person. */
export interface Task {
  /** The Message-ID of a mail, the same in each attempt. */
  readonly id: string
  readonly kind: Kind
  readonly email_key: string
  /** The announcement, or the event. */
  readonly about: string
  readonly created_at: Date
  /** Including this one. */
  readonly attempts: number
}

/** Mails per mailbox in 24 hours. */
const MAILS_PER_ADDRESS = 3

/** Due mails whose mailbox is looked at for a flood at once. */
const POSTPONED = 100

/** The tasks of a worker that died are repeated after this time. A living worker renews them. */
const LEASE = '1 minute'

/** How often a worker renews the leases of tasks under way. In milliseconds. */
export const RENEWAL = 20_000

/** The share of the hourly budget that is for confirmations only. */
const RESERVE = 0.1

/** How many mails of a kind are sent in an hour. */
export const budgetOf = (kind: MailKind, perHour: number): number =>
  kind === 'confirm' ? perHour : Math.max(1, Math.floor(perHour * (1 - RESERVE)))

const LOCK = 7_303_014_154

/** A mail that was sent or is being sent. */
const COUNTED = `kind IN (${MAIL_KINDS.map((kind) => `'${kind}'`).join(', ')})
  AND (outcome = 'sent' OR (finished_at IS NULL AND leased_until > now()))`

/** The mails to a mailbox in the last 24 hours. */
const LAST_DAY = `${COUNTED} AND (finished_at IS NULL OR finished_at > now() - interval '1 day')`

/**
 * @param goesFirst when another task of the same person and kind is done before this one
 * @param condition a further condition
 */
const claimUnless = (goesFirst: string, condition = 'true'): string => `
  UPDATE outbox SET attempts = attempts + 1, leased_until = now() + interval '${LEASE}',
    due_at = now() + interval '${LEASE}'
  WHERE id = ANY (ARRAY(
    SELECT id FROM outbox
    WHERE kind = $1 AND finished_at IS NULL AND due_at <= now() AND ${condition}
      AND NOT EXISTS (
        SELECT FROM outbox AS other
        WHERE other.mailbox = outbox.mailbox AND other.kind = outbox.kind
          AND other.finished_at IS NULL AND ${goesFirst}
      )
    ORDER BY due_at LIMIT $2 FOR UPDATE SKIP LOCKED
  ))
  RETURNING id, kind, email_key, about, created_at, attempts`

/** One mail for each mailbox at a time, or its budget could be exceeded. */
const CLAIM_MAILS = claimUnless(
  'other.due_at <= now() AND other.id < outbox.id',
  `(SELECT count(*) FROM outbox AS earlier
     WHERE earlier.mailbox = outbox.mailbox AND ${LAST_DAY}) < ${MAILS_PER_ADDRESS}`,
)

/** In their order: a receiver must not learn that a person left before it knows that person. */
const CLAIM = claimUnless('other.created_at < outbox.created_at')

/** Takes tasks that are no mails. Another worker does not get them before their lease ends. */
export const claim = (
  session: Session,
  kind: 'webhook' | 'erase',
  limit: number,
): Promise<Task[]> => session.query<Task & Record<string, unknown>>(CLAIM, [kind, limit])

/** Mailboxes that have had all their mails are looked at again in an hour. */
const POSTPONE_FLOODED = `
  UPDATE outbox SET due_at = now() + interval '1 hour'
  FROM (
    SELECT mailbox FROM outbox
    WHERE mailbox IN (
      SELECT mailbox FROM outbox WHERE kind = $1 AND finished_at IS NULL AND due_at <= now()
      ORDER BY due_at LIMIT $2
    ) AND ${LAST_DAY}
    GROUP BY mailbox HAVING count(*) >= ${MAILS_PER_ADDRESS}
  ) AS flooded
  WHERE outbox.mailbox = flooded.mailbox AND kind = $1 AND finished_at IS NULL AND due_at <= now()`

const COUNT_LAST_HOUR = `
  SELECT (SELECT count(*) FROM outbox WHERE finished_at > now() - interval '1 hour' AND ${COUNTED})::integer
    + (SELECT count(*) FROM outbox WHERE finished_at IS NULL AND due_at > now() AND ${COUNTED})::integer
    AS used`

/**
 * Takes mails to send, within the budgets per hour and per mailbox. A tenth of the hour's budget
 * is for confirmations, so that they need not wait for invitations and announcements.
 */
export function claimMails(session: Session, perHour: number, limit: number): Promise<Task[]> {
  return session.transaction(async () => {
    // two workers must not count the same budget at once
    await session.query(`SELECT pg_advisory_xact_lock(${LOCK})`)
    const [count] = await session.query<{ used: number }>(COUNT_LAST_HOUR)
    const claimed: Task[] = []
    for (const kind of MAIL_KINDS) {
      const left = Math.min(limit, budgetOf(kind, perHour) - (count?.used ?? 0)) - claimed.length
      if (left <= 0) break
      await session.query(POSTPONE_FLOODED, [kind, POSTPONED])
      claimed.push(
        ...(await session.query<Task & Record<string, unknown>>(CLAIM_MAILS, [kind, left])),
      )
    }
    return claimed
  })
}

/**
 * Renews the leases of tasks under way.
 * @returns the ids of the tasks that no other worker has taken meanwhile
 */
export async function renew(
  session: Session,
  tasks: readonly Task[],
): Promise<ReadonlySet<string>> {
  const rows = await session.query<{ id: string }>(
    `UPDATE outbox SET leased_until = now() + interval '${LEASE}', due_at = now() + interval '${LEASE}'
     FROM unnest($1::uuid[], $2::integer[]) AS held (id, attempts)
     WHERE outbox.id = held.id AND outbox.attempts = held.attempts
       AND finished_at IS NULL AND leased_until IS NOT NULL
     RETURNING outbox.id`,
    [tasks.map(({ id }) => id), tasks.map(({ attempts }) => attempts)],
  )
  return new Set(rows.map(({ id }) => id))
}

/** Records the outcome of a task for good, so that no mail is sent again. The row stays for 90 days. */
export async function finish(
  session: Session,
  { id }: Task,
  outcome: 'sent' | 'failed',
  reply?: string,
): Promise<void> {
  await session.query(
    `UPDATE outbox SET finished_at = clock_timestamp(), outcome = $2, leased_until = NULL,
       reply = coalesce($3, reply)
     FROM ${DURABLE}
     WHERE id = $1 AND finished_at IS NULL`,
    [id, outcome, reply ?? null],
  )
}

/** Deletes a task that there is no reason for any more. */
export async function drop(session: Session, { id }: Task): Promise<void> {
  await session.query('DELETE FROM outbox WHERE id = $1', [id])
}

/** Attempts come after 1, 2, 4 … minutes, at most 6 hours apart. In seconds. */
const waitAfter = (attempts: number): number => Math.min(60 * 2 ** (attempts - 1), 21_600)

/** Repeats a task later. */
export async function repeatLater(session: Session, task: Task, reply: string): Promise<void> {
  await session.query(
    `UPDATE outbox SET leased_until = NULL, reply = $2, due_at = now() + make_interval(secs => $3)
     WHERE id = $1 AND finished_at IS NULL`,
    [task.id, reply, waitAfter(task.attempts)],
  )
}

/** Gives tasks back that were not tried, because the server cannot be reached. */
export async function giveBack(
  session: Session,
  tasks: readonly Task[],
  reply: string,
): Promise<void> {
  await session.query(
    `UPDATE outbox SET leased_until = NULL, attempts = attempts - 1, reply = $2, due_at = now()
     WHERE id = ANY($1) AND finished_at IS NULL`,
    [tasks.map(({ id }) => id), reply],
  )
}

/** The tasks of these that are waiting or recorded. */
export async function findRecorded(
  session: Session,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await session.query<{ id: string }>('SELECT id FROM outbox WHERE id = ANY($1)', [
    ids,
  ])
  return new Set(rows.map(({ id }) => id))
}

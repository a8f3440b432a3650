import type { Session } from '../session.ts'

/** The more urgent kind first. */
export const MAIL_KINDS = ['confirm', 'invite', 'announce'] as const
export type MailKind = (typeof MAIL_KINDS)[number]
export type Kind = MailKind | 'webhook' | 'erase'

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

/** Mails per address in 24 hours. */
const MAILS_PER_ADDRESS = 3

/** A crashed attempt is repeated after this time, which is longer than any attempt. */
const LEASE = '5 minutes'

/** The share of the hourly budget that announcements leave to other mails. */
export const RESERVE = 0.1

const LOCK = 7_303_014_154

/** A mail that was sent or is being sent. */
const COUNTED = `kind IN ('confirm', 'invite', 'announce')
  AND (outcome = 'sent' OR (finished_at IS NULL AND leased_until > now()))`

/** @param goesFirst when another task of the same person and kind is done before this one */
const claimUnless = (goesFirst: string): string => `
  UPDATE outbox SET attempts = attempts + 1, leased_until = now() + interval '${LEASE}',
    due_at = now() + interval '${LEASE}'
  WHERE id IN (
    SELECT id FROM outbox
    WHERE kind = $1 AND finished_at IS NULL AND due_at <= now()
      AND NOT EXISTS (
        SELECT FROM outbox AS other
        WHERE other.email_key = outbox.email_key AND other.kind = outbox.kind
          AND other.finished_at IS NULL AND ${goesFirst}
      )
    ORDER BY due_at LIMIT $2 FOR UPDATE SKIP LOCKED
  )
  RETURNING id, kind, email_key, about, created_at, attempts`

/** One mail for each person at a time, or the budget of an address could be exceeded. */
const CLAIM_MAILS = claimUnless('other.due_at <= now() AND other.id < outbox.id')

/** In their order: a receiver must not learn that a person left before it knows that person. */
const CLAIM = claimUnless('other.created_at < outbox.created_at')

/** Takes tasks that are no mails. Another worker does not get them before their lease ends. */
export const claim = (
  session: Session,
  kind: 'webhook' | 'erase',
  limit: number,
): Promise<Task[]> => session.query<Task & Record<string, unknown>>(CLAIM, [kind, limit])

/** Addresses that have had all their mails are looked at again in an hour. */
const POSTPONE_FLOODED = `
  UPDATE outbox SET due_at = now() + interval '1 hour'
  FROM (
    SELECT email_key FROM outbox
    WHERE email_key IN (
      SELECT email_key FROM outbox WHERE kind = $1 AND finished_at IS NULL AND due_at <= now()
      ORDER BY due_at LIMIT $2
    ) AND ${COUNTED} AND (finished_at IS NULL OR finished_at > now() - interval '1 day')
    GROUP BY email_key HAVING count(*) >= ${MAILS_PER_ADDRESS}
  ) AS flooded
  WHERE outbox.email_key = flooded.email_key AND kind = $1 AND finished_at IS NULL AND due_at <= now()`

const COUNT_LAST_HOUR = `
  SELECT (SELECT count(*) FROM outbox WHERE finished_at > now() - interval '1 hour' AND ${COUNTED})::integer
    + (SELECT count(*) FROM outbox WHERE finished_at IS NULL AND due_at > now() AND ${COUNTED})::integer
    AS used`

/**
 * Takes mails to send, within the budgets per hour and per address. Announcements come last and
 * leave a tenth of the hour's budget, so that a confirmation need not wait for them.
 */
export function claimMails(session: Session, perHour: number, limit: number): Promise<Task[]> {
  return session.transaction(async () => {
    // two workers must not count the same budget at once
    await session.query(`SELECT pg_advisory_xact_lock(${LOCK})`)
    const [count] = await session.query<{ used: number }>(COUNT_LAST_HOUR)
    const claimed: Task[] = []
    for (const kind of MAIL_KINDS) {
      const budget = kind === 'announce' ? Math.ceil(perHour * (1 - RESERVE)) : perHour
      const left = Math.min(limit, budget - (count?.used ?? 0)) - claimed.length
      if (left <= 0) break
      await session.query(POSTPONE_FLOODED, [kind, left])
      claimed.push(
        ...(await session.query<Task & Record<string, unknown>>(CLAIM_MAILS, [kind, left])),
      )
    }
    return claimed
  })
}

/** Records the outcome of a task. The row stays for 90 days. */
export async function finish(
  session: Session,
  { id }: Task,
  outcome: 'sent' | 'failed',
  reply?: string,
): Promise<void> {
  await session.query(
    `UPDATE outbox SET finished_at = clock_timestamp(), outcome = $2, leased_until = NULL,
       reply = coalesce($3, reply)
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

import { DURABLE } from '../database/durable.ts'
import type { Session } from '../database/session.ts'

export const MAIL_KINDS = ['confirm', 'welcome', 'invite', 'announce'] as const
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
  /** As the database writes it, to the microsecond. */
  readonly created_at: string
  /** Including this one. */
  readonly attempts: number
}

/** The tasks of a worker that died are repeated after this time. A living worker renews them. */
const LEASE = '1 minute'

/** A task that no worker has taken. What is under way cannot be stopped, and its record must stay. */
export const NOT_UNDER_WAY = '(leased_until IS NULL OR leased_until < now())'

/** How often a worker renews the leases of tasks under way. In milliseconds. */
export const RENEWAL = 20_000

/** Takes the tasks of a list of ids: another worker does not get them before their lease ends. */
export const take = (ids: string): string => `
  UPDATE tasks SET attempts = attempts + 1, leased_until = now() + interval '${LEASE}',
    due_at = now() + interval '${LEASE}'
  WHERE id = ANY (ARRAY(${ids}))
  RETURNING id, kind, email_key, about, created_at::text, attempts`

/** In their order: a receiver must not learn that a person left before it knows that person. */
const CLAIM = take(`
  SELECT id FROM tasks
  WHERE kind = $1 AND due_at <= now() AND NOT EXISTS (
    SELECT FROM tasks AS earlier
    WHERE earlier.email_key = tasks.email_key AND earlier.kind = tasks.kind
      AND earlier.created_at < tasks.created_at
  )
  ORDER BY turn, due_at LIMIT $2 FOR UPDATE SKIP LOCKED`)

/** Takes tasks that are no mails. */
export const claim = (
  session: Session,
  kind: 'webhook' | 'erase',
  limit: number,
): Promise<Task[]> => session.query<Task & Record<string, unknown>>(CLAIM, [kind, limit])

/**
 * Renews the leases of tasks under way.
 * @returns the ids of the tasks that no other worker has taken meanwhile
 */
export async function renew(
  session: Session,
  tasks: readonly Task[],
): Promise<ReadonlySet<string>> {
  const rows = await session.query<{ id: string }>(
    `UPDATE tasks SET leased_until = now() + interval '${LEASE}', due_at = now() + interval '${LEASE}'
     FROM unnest($1::uuid[], $2::integer[]) AS held (id, attempts)
     WHERE tasks.id = held.id AND tasks.attempts = held.attempts AND leased_until IS NOT NULL
     RETURNING tasks.id`,
    [tasks.map(({ id }) => id), tasks.map(({ attempts }) => attempts)],
  )
  return new Set(rows.map(({ id }) => id))
}

/** Nobody is welcomed twice, also when the record is deleted. */
const WELCOMED = `
  UPDATE signups SET welcomed_at = now() FROM done
  WHERE signups.email_key = done.email_key AND honeypot IS NULL AND done.kind = 'welcome'
    AND $2 = 'sent'`

/** Moves a task to the record for good, so that no mail is sent again. */
export async function finish(
  session: Session,
  { id }: Task,
  outcome: 'sent' | 'failed',
  reply?: string,
): Promise<void> {
  await session.query(
    `WITH done AS (
       DELETE FROM tasks USING ${DURABLE} WHERE id = $1 RETURNING tasks.*
     ), welcomed AS (${WELCOMED}
     )
     INSERT INTO deliveries (id, kind, email_key, mailbox, about, outcome, attempts, reply)
     SELECT id, kind, email_key, mailbox_hash(email_key), about, $2, attempts, coalesce($3, reply)
     FROM done
     ON CONFLICT DO NOTHING`,
    [id, outcome, reply ?? null],
  )
}

/** Deletes a task that there is no reason for any more. */
export async function drop(session: Session, { id }: Task): Promise<void> {
  await session.query('DELETE FROM tasks WHERE id = $1', [id])
}

/** Attempts come after 1, 2, 4 … minutes, at most 6 hours apart. In seconds. */
export const waitAfter = (attempts: number): number => Math.min(60 * 2 ** (attempts - 1), 21_600)

/** Repeats a task later. */
export async function repeatLater(session: Session, task: Task, reply: string): Promise<void> {
  await session.query(
    `UPDATE tasks SET leased_until = NULL, reply = $2, due_at = now() + make_interval(secs => $3)
     WHERE id = $1`,
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
    `UPDATE tasks SET leased_until = NULL, attempts = attempts - 1, reply = $2, due_at = now()
     WHERE id = ANY($1)`,
    [tasks.map(({ id }) => id), reply],
  )
}

/** Which of these tasks wait or are recorded. */
export async function findRecorded(
  session: Session,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await session.query<{ id: string }>(
    `SELECT id FROM tasks WHERE id = ANY($1)
     UNION ALL SELECT id FROM deliveries WHERE id = ANY($1) AND email_key IS NOT NULL`,
    [ids],
  )
  return new Set(rows.map(({ id }) => id))
}

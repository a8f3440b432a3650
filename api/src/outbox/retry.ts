import type { Session } from '../database/session.ts'
import { GROUPS } from '../people/groups.ts'
import { loadHashKeys } from '../people/hash.ts'
import { changeList, REACHABLE_AGAIN, recordBulkChange, recordChange } from '../people/history.ts'
import { MAIL_KINDS } from './leases.ts'

/**
 * Failures that can be repeated now. A newer task or delivery of the same thing replaces a failed one,
 * and no mail goes to a person who has left since, who cannot be reached, or whose announcement is
 * deleted. $1 is a person or null, $2 the kinds that are mails.
 */
const RETRYABLE = `
  SELECT DISTINCT ON (email_key, kind, about) id FROM deliveries AS failure
  WHERE outcome = 'failed' AND email_key IS NOT NULL AND ($1::text IS NULL OR email_key = $1)
    AND NOT EXISTS (
      SELECT FROM tasks
      WHERE tasks.email_key = failure.email_key AND tasks.kind = failure.kind
        AND tasks.about = failure.about
    )
    AND NOT EXISTS (
      SELECT FROM deliveries AS newer
      WHERE newer.email_key = failure.email_key AND newer.kind = failure.kind
        AND newer.about = failure.about AND newer.outcome = 'sent' AND newer.at > failure.at
    )
    AND (kind <> ALL($2) OR EXISTS (
      SELECT FROM signups
      WHERE signups.email_key = failure.email_key AND honeypot IS NULL
        AND (left_at IS NULL OR left_at < failure.at)
        AND (undeliverable_at IS NULL OR $1 IS NOT NULL)
    ))
    AND (kind <> 'announce' OR EXISTS (
      SELECT FROM announcements WHERE announcements.id = about AND html IS NOT NULL
    ))
  ORDER BY email_key, kind, about, at DESC`

/** Moves failures back to the queue, with their ids. A mailbox has one confirmation there, and the record of another stays. */
const RETRY = `
  WITH queued AS (
    INSERT INTO tasks (id, kind, email_key, about, reply)
    SELECT id, kind, email_key, about, reply FROM deliveries WHERE id IN (${RETRYABLE})
    ON CONFLICT DO NOTHING
    RETURNING id
  )
  DELETE FROM deliveries USING queued WHERE deliveries.id = queued.id
  RETURNING 1`

const CLEAR_REFUSAL = `
  UPDATE signups SET undeliverable_at = NULL
  WHERE email_key = $1 AND ${GROUPS.undeliverable}
  RETURNING 1`

export interface Retryable {
  /** Failed tasks that would become due. */
  readonly tasks: number
  /** Whether the person is marked as unreachable. */
  readonly refused: boolean
}

/** Counts what `retry` would change. */
export async function findRetryable(session: Session, emailKey?: string): Promise<Retryable> {
  const [row] = await session.query<{ tasks: number; refused: boolean }>(
    `SELECT (SELECT count(*) FROM (${RETRYABLE}) AS found)::integer AS tasks, EXISTS (
       SELECT FROM signups
       WHERE email_key = $1 AND ${GROUPS.undeliverable}
     ) AS refused`,
    [emailKey ?? null, MAIL_KINDS],
  )
  return row ?? { tasks: 0, refused: false }
}

/**
 * Makes failed tasks due again: those of everybody who can be reached, or all of one person, who
 * counts as reachable from now on.
 */
export function retry(session: Session, emailKey?: string): Promise<Retryable> {
  return changeList(session, async () => {
    const cleared = emailKey === undefined ? [] : await session.query(CLEAR_REFUSAL, [emailKey])
    const retried = await session.query(RETRY, [emailKey ?? null, MAIL_KINDS])
    const done = { tasks: retried.length, refused: cleared.length > 0 }
    if (emailKey === undefined) {
      if (done.tasks > 0) await recordBulkChange(session, 'mail retry', { tasks: done.tasks })
    } else if (done.tasks > 0 || done.refused) {
      const keys = await loadHashKeys(session)
      await recordChange(session, keys, 'mail retry', emailKey, {
        tasks: done.tasks,
        ...(done.refused && REACHABLE_AGAIN),
      })
    }
    return done
  })
}

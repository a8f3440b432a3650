import { changeList, recordBulkChange, recordChange } from '../../list/history.ts'
import type { Session } from '../../system/session.ts'
import { again, IS_REPEATABLE } from './wanted.ts'

/** Reads an email's person. With $1, reads them as if they were no longer marked as unreachable. */
const PEOPLE = `jsonb_populate_record(
  (SELECT person FROM people AS person WHERE person.mailbox = mails.mailbox),
  CASE WHEN $1::text IS NOT NULL THEN '{"undeliverable_at": null}'::jsonb END
) AS people`

/** Selects when the address $1 bounced, or NULL if it didn't or is reachable again. */
const BOUNCED = `
  SELECT max(at) FROM suppressions, people AS bounced
  WHERE bounced.mailbox = $1 AND mailbox_hash IN (SELECT hashes_of($1) UNION SELECT hashes_of(spelling(bounced)))
    AND reason = 'bounced' AND (cleared_at IS NULL OR cleared_at < at)`

/**
 * Selects failed emails that the person should still get. If $1 is not null, selects only that person's emails,
 * including a confirmation or an invitation that was sent before the address bounced.
 */
const MAILS = `
  SELECT mails.id FROM mails JOIN ${PEOPLE} USING (mailbox)
  WHERE ($1 IS NULL OR mailbox = $1) AND (${IS_REPEATABLE})
    AND (state = 'failed' OR state = 'sent' AND kind IN ('confirm', 'invite') AND ended_at < (${BOUNCED}))`

/** Selects each person's latest failed event of each type, because every event carries the person's current state. */
const EVENTS = `
  SELECT DISTINCT ON (mailbox, event) id FROM events AS failure
  WHERE state = 'failed' AND ($1::text IS NULL OR mailbox = $1) AND NOT EXISTS (
    SELECT FROM events AS newer WHERE newer.mailbox = failure.mailbox AND newer.event = failure.event
      AND (newer.state IN ('waiting', 'sending') OR newer.ended_at > failure.ended_at)
  )
  ORDER BY mailbox, event, ended_at DESC`

const RETRY_MAILS = `
  UPDATE mails SET ${again('mails')} WHERE id IN (${MAILS}) RETURNING 1`

/** Makes events due again. The worker sends a person's events in order of creation. */
const RETRY_EVENTS = `
  UPDATE events SET state = 'waiting', due_at = now(), ended_at = NULL, attempts = 0
  WHERE id IN (${EVENTS}) RETURNING 1`

const COUNT = `
  SELECT ((SELECT count(*) FROM (${MAILS}) AS mails)
    + (SELECT count(*) FROM (${EVENTS}) AS events))::integer AS retried,
    (SELECT undeliverable_at FROM suppressions_of(ARRAY[$1::text])) IS NOT NULL AS refused`

export interface Retryable {
  /** The number of failed emails and webhooks that become due again. */
  readonly retried: number
  /** True if the person is marked as unreachable. */
  readonly refused: boolean
}

/** Returns what `retry` would change. */
export const findRetryable = (session: Session, mailbox?: string): Promise<Retryable> =>
  session.row(COUNT, [mailbox ?? null])

/** @returns whether the person was marked as unreachable */
const acceptAgain = (session: Session, mailbox: string): Promise<boolean> =>
  session.value("SELECT lift($1, 'bounced', 'complained')", [mailbox])

/**
 * Makes failed emails and webhooks due again, either for all reachable people or for one person, who is then marked as
 * reachable.
 */
export function retry(session: Session, mailbox?: string): Promise<Retryable> {
  return changeList(session, async () => {
    const person = [mailbox ?? null]
    // This comes first, because an address that is accepted again no longer counts as bounced.
    const mails = await session.query(RETRY_MAILS, person)
    const refused = mailbox !== undefined && (await acceptAgain(session, mailbox))
    const events = await session.query(RETRY_EVENTS, person)
    const retried = mails.length + events.length
    if (mailbox === undefined) {
      if (retried > 0) await recordBulkChange(session, 'mail retry', { retried })
    } else if (retried > 0 || refused) {
      await recordChange(session, 'mail retry', mailbox, {
        retried,
        ...(refused && { reachable: 'again' }),
      })
    }
    return { retried, refused }
  })
}

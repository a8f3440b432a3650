import { changeList, recordBulkChange, recordChange } from '../list/history.ts'
import type { Session } from '../system/session.ts'
import { MAIL_KINDS, REACHABLE } from './mails.ts'

/** Reads people as if the given address were no longer marked as unreachable. */
const PEOPLE = `(
  SELECT email_key, confirmed_at, left_at, pending_form,
    CASE WHEN $1::text IS NULL THEN undeliverable_at END AS undeliverable_at
  FROM people
) AS people`

const IS_REACHABLE = MAIL_KINDS.map((kind) => `kind = '${kind}' AND ${REACHABLE[kind]}`).join(
  ' OR ',
)

/**
 * Selects failed emails that can be repeated now. Leaves out people who left or are unreachable, and letters whose text
 * is deleted. Of a person's confirmations, repeats the newest, or none if a newer one waits or was sent. $1 may be null.
 */
const MAILS = `
  SELECT DISTINCT ON (email_key, kind, letter) id
  FROM mails AS failure JOIN ${PEOPLE} USING (email_key)
  WHERE state = 'failed' AND ($1 IS NULL OR email_key = $1)
    AND (left_at IS NULL OR left_at < ended_at) AND (${IS_REACHABLE})
    AND (kind <> 'announce' OR EXISTS (SELECT FROM letters WHERE id = letter AND html IS NOT NULL))
    AND (kind <> 'confirm' OR NOT EXISTS (
      SELECT FROM mails AS newer WHERE newer.email_key = failure.email_key AND newer.kind = 'confirm'
        AND (newer.state IN ('waiting', 'sending')
          OR newer.state IN ('sent', 'written') AND newer.ended_at > failure.ended_at)
    ))
  ORDER BY email_key, kind, letter, ended_at DESC`

/** Selects the newest failed event of each type and person, because every event carries the person's current state. */
const EVENTS = `
  SELECT DISTINCT ON (email_key, event) id FROM events AS failure
  WHERE state = 'failed' AND ($1::text IS NULL OR email_key = $1) AND NOT EXISTS (
    SELECT FROM events AS newer WHERE newer.email_key = failure.email_key AND newer.event = failure.event
      AND (newer.state IN ('waiting', 'sending')
        OR newer.state = 'sent' AND newer.ended_at > failure.ended_at)
  )
  ORDER BY email_key, event, ended_at DESC`

const RETRY_MAILS = `
  UPDATE mails SET state = 'waiting', wanted_at = now(), due_at = now(), ended_at = NULL, attempts = 0
  WHERE id IN (${MAILS}) RETURNING 1`

/** Makes events due again, in order of creation. */
const RETRY_EVENTS = `
  UPDATE events SET state = 'waiting', due_at = now(), ended_at = NULL, attempts = 0
  WHERE id IN (${EVENTS}) RETURNING 1`

const COUNT = `
  SELECT ((SELECT count(*) FROM (${MAILS}) AS mails)
    + (SELECT count(*) FROM (${EVENTS}) AS events))::integer AS retried,
    (SELECT undeliverable_at FROM refusals_of(ARRAY[$1::text])) IS NOT NULL AS refused`

export interface Retryable {
  /** The number of failed emails and webhooks that become due again. */
  readonly retried: number
  /** True if the person is marked as unreachable. */
  readonly refused: boolean
}

/** Returns what `retry` would change. */
export const findRetryable = (session: Session, emailKey?: string): Promise<Retryable> =>
  session.row(COUNT, [emailKey ?? null])

/** @returns whether the person was marked as unreachable */
const acceptAgain = (session: Session, emailKey: string): Promise<boolean> =>
  session.value("SELECT accept($1, 'bounced', 'complained')", [emailKey])

/**
 * Makes failed emails and webhooks due again: for all reachable people, or for one person, who is then marked as
 * reachable.
 */
export function retry(session: Session, emailKey?: string): Promise<Retryable> {
  return changeList(session, async () => {
    const refused = emailKey !== undefined && (await acceptAgain(session, emailKey))
    const person = [emailKey ?? null]
    const mails = await session.query(RETRY_MAILS, person)
    const events = await session.query(RETRY_EVENTS, person)
    const retried = mails.length + events.length
    if (emailKey === undefined) {
      if (retried > 0) await recordBulkChange(session, 'mail retry', { retried })
    } else if (retried > 0 || refused) {
      await recordChange(session, 'mail retry', emailKey, {
        retried,
        ...(refused && { reachable: 'again' }),
      })
    }
    return { retried, refused }
  })
}

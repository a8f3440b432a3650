import { GROUPS } from '../list/groups.ts'
import { changeList } from '../list/history.ts'
import type { Session } from '../system/session.ts'
import { REACHABLE } from './mails.ts'
import { again } from './wanted.ts'

const WANT_CONFIRMATION = `
  INSERT INTO mails (kind, email_key)
  SELECT 'confirm', email_key FROM people
  WHERE email_key = $1 AND ${GROUPS.unconfirmed} AND ${REACHABLE.confirm}
  ON CONFLICT DO NOTHING`

/** Queues a confirmation for a listed person, unless one is waiting already. */
export async function wantConfirmation(session: Session, emailKey: string): Promise<void> {
  await session.query(WANT_CONFIRMATION, [emailKey])
}

/** Matches, in `mails` and `people`, those whose form waits for a confirmation that was only written to a file. */
const IS_OWED = `
  kind = 'confirm' AND state = 'written' AND people.email_key = mails.email_key
  AND ${GROUPS.pending} AND ${REACHABLE.confirm}
  AND NOT EXISTS (
    SELECT FROM mails AS newer WHERE newer.email_key = mails.email_key AND newer.kind = 'confirm'
      AND newer.state <> 'withdrawn' AND newer.wanted_at > mails.wanted_at
  )`

const OWE = `
  UPDATE mails SET state = 'waiting', wanted_at = now(), due_at = now(), ended_at = NULL, attempts = 0,
    class = 'bulk'
  FROM people WHERE ${IS_OWED}`

/**
 * Queues the confirmations that were written to files while no mail server was set, one for each person who has not
 * confirmed.
 */
export const sendOwed = (session: Session): Promise<unknown> =>
  changeList(session, () => session.query(OWE))

/** Counts people whose confirmation was only written to a file. */
export const countOwed = (session: Session): Promise<number> =>
  session.value(`SELECT count(*)::integer FROM mails, people WHERE ${IS_OWED}`)

/** The time between the first confirmation email and the reminder. */
const PATIENCE = "interval '2 days'"

/**
 * Queues one reminder for each person who has not confirmed two days after the first email. The rows of reminders are
 * never deleted, so that each person gets at most one. A withdrawn one becomes due again.
 */
const WANT_REMINDERS = `
  INSERT INTO mails AS before (kind, email_key)
  SELECT 'remind', email_key FROM people
  WHERE ${REACHABLE.remind} AND EXISTS (
    SELECT FROM mails
    WHERE mails.email_key = people.email_key AND kind = 'confirm' AND state = 'sent'
      AND ended_at < now() - ${PATIENCE}
  )
  ON CONFLICT (email_key, kind, letter) WHERE kind <> 'confirm' DO UPDATE SET ${again('before')}
    WHERE before.state = 'withdrawn' AND before.cancelled_at IS NULL`

export const remind = (session: Session): Promise<unknown> =>
  changeList(session, () => session.query(WANT_REMINDERS))

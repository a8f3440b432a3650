import { changeList } from '../list/history.ts'
import { GROUPS } from '../list/people/groups.ts'
import type { Session } from '../system/session.ts'
import { REACHABLE } from './kinds.ts'
import { again } from './queue/wanted.ts'

const WANT_CONFIRMATION = `
  INSERT INTO mails (kind, mailbox)
  SELECT 'confirm', mailbox FROM people
  WHERE mailbox = $1 AND ${GROUPS.unconfirmed} AND ${REACHABLE.confirm}
  ON CONFLICT DO NOTHING`

/** Queues a confirmation for an unconfirmed person, unless one is already under way. */
export async function wantConfirmation(session: Session, mailbox: string): Promise<void> {
  await session.query(WANT_CONFIRMATION, [mailbox])
}

/** The days between the first confirmation email and the reminder. */
export const REMIND_DAYS = 2

/**
 * Queues one reminder for each person who has not confirmed two days after the first email. The rows of sent reminders
 * are never deleted, so each person gets at most one. A withdrawn reminder becomes due again, unless the owner
 * cancelled it.
 */
const WANT_REMINDERS = `
  INSERT INTO mails AS before (kind, mailbox)
  SELECT 'remind', mailbox FROM people
  WHERE ${REACHABLE.remind} AND EXISTS (
    SELECT FROM mails
    WHERE mails.mailbox = people.mailbox AND kind = 'confirm' AND state = 'sent'
      AND ended_at < now() - interval '${REMIND_DAYS} days'
  )
  ON CONFLICT (mailbox, kind, letter) WHERE kind <> 'confirm' DO UPDATE SET ${again('before')}
    WHERE before.state = 'withdrawn' AND before.cancelled_at IS NULL`

export const remind = (session: Session): Promise<unknown> =>
  changeList(session, () => session.query(WANT_REMINDERS))

import { changeList } from '../list/history.ts'
import type { Session } from '../system/session.ts'
import { REACHABLE } from './reachable.ts'

/** From the first confirmation email that left to the reminder. */
const PATIENCE = "interval '2 days'"

/** The row of a reminder stays, whatever became of it, so that nobody is reminded twice. */
const WANT = `
  INSERT INTO mails (kind, email_key)
  SELECT 'remind', email_key FROM people
  WHERE ${REACHABLE.remind} AND EXISTS (
    SELECT FROM mails
    WHERE mails.email_key = people.email_key AND kind = 'confirm' AND state = 'sent'
      AND ended_at < now() - ${PATIENCE}
  )
  ON CONFLICT DO NOTHING`

const WITHDRAW = `
  UPDATE mails SET state = 'withdrawn', ended_at = now() WHERE kind = 'remind' AND state = 'waiting'`

/**
 * Queues one reminder for each person who has not confirmed two days after the first email.
 * @param isOn with REMIND=off, those that wait are withdrawn
 */
export const remind = (session: Session, isOn: boolean): Promise<unknown> =>
  changeList(session, () => session.query(isOn ? WANT : WITHDRAW))

import type { Session } from '../../system/session.ts'
import { changeList } from '../history.ts'

/** The maximum number of people per transaction, because other changes to the list wait until it ends. */
const ERASED = 500

/**
 * Returns an SQL condition for people who have not responded for $1 days since both their last form and the last email
 * that asked them to confirm (reminders included). It spares imported people who were never asked, and people whose
 * confirmation is still waiting or was only written to a file. The database's clock decides, because the worker's may
 * be wrong.
 * @param form the time of the last form
 */
const isSilent = (form: string): string => `
  NOT EXISTS (
    SELECT FROM mails WHERE mails.mailbox = people.mailbox AND kind = 'confirm'
      AND state IN ('waiting', 'sending', 'written')
  ) AND greatest(${form}, (
    SELECT max(ended_at) FROM mails WHERE mails.mailbox = people.mailbox AND kind IN ('confirm', 'remind')
      AND (state = 'sent' OR state = 'failed' AND undeliverable_at IS NOT NULL)
  )) < now() - make_interval(days => $1)`

const ERASE = `
  SELECT erase(mailbox) FROM (
    SELECT mailbox FROM people WHERE confirmed_at IS NULL AND ${isSilent('consented_at')}
    LIMIT ${ERASED} FOR UPDATE SKIP LOCKED
  ) AS silent`

/**
 * Erases people who do not confirm. They can join again, but restoring an older backup does not add them. A person who
 * is confirming at that moment has locked their row, so they are skipped.
 */
export async function eraseUnconfirmed(session: Session, days: number): Promise<void> {
  let erased = ERASED
  while (erased === ERASED) {
    erased = (await changeList(session, () => session.query(ERASE, [days]))).length
  }
}

const FORGET = `
  UPDATE people SET pending_form = NULL
  WHERE pending_form IS NOT NULL AND ${isSilent("(pending_form->>'consented_at')::timestamptz")}`

/** Deletes the forms that people sent after leaving and did not confirm. The people themselves stay as they were. */
export const forgetForms = (session: Session, days: number): Promise<unknown> =>
  changeList(session, () => session.query(FORGET, [days]))

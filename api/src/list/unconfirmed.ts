import type { Session } from '../system/session.ts'
import { changeList } from './history.ts'

/** People per transaction, which other changes of the list wait for. */
const ERASED = 500

/**
 * People who have been silent for $1 days since the last email that asked them to confirm, the reminder included, and since their last form. An import that
 * asked nobody waits for no answer. A person to whom a confirmation is owed, because it waits or is only a file,
 * has not been asked yet. By the database's clock: that of the worker's machine may be wrong.
 */
const SILENT = `
  SELECT email_key FROM people
  WHERE confirmed_at IS NULL AND NOT EXISTS (
    SELECT FROM mails WHERE mails.email_key = people.email_key AND kind = 'confirm'
      AND state IN ('waiting', 'sending', 'written')
  ) AND greatest(agreed_at, (
    SELECT max(ended_at) FROM mails WHERE mails.email_key = people.email_key AND kind IN ('confirm', 'remind')
      AND (state = 'sent' OR state = 'failed' AND undeliverable_at IS NOT NULL)
  )) < now() - make_interval(days => $1)`

const ERASE = `
  SELECT erase(email_key) FROM (${SILENT} LIMIT ${ERASED} FOR UPDATE SKIP LOCKED) AS silent`

/**
 * Erases people who do not confirm. They can join again, but no restore of an older backup brings them back. A
 * person who confirms meanwhile has locked the row, and stays.
 */
export async function eraseUnconfirmed(session: Session, days: number): Promise<void> {
  let erased = ERASED
  while (erased === ERASED) {
    erased = (await changeList(session, () => session.query(ERASE, [days]))).length
  }
}

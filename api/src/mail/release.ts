import { findListed } from '../list/find.ts'
import { GROUPS } from '../list/groups.ts'
import { changeList, recordChange } from '../list/history.ts'
import type { Person } from '../list/person.ts'
import type { Session } from '../system/session.ts'
import { REACHABLE } from './reachable.ts'

const WANT_CONFIRMATION = `
  INSERT INTO mails (kind, email_key)
  SELECT 'confirm', email_key FROM people
  WHERE email_key = $1 AND ${GROUPS.unconfirmed} AND ${REACHABLE.confirm}
  ON CONFLICT DO NOTHING`

/** Queues the email that asks a person on the list to confirm the address, unless one waits. */
export async function wantConfirmation(session: Session, emailKey: string): Promise<void> {
  await session.query(WANT_CONFIRMATION, [emailKey])
}

/**
 * The form that is released has the answers; a person who is listed already keeps their own. The earliest
 * one has the time of joining.
 */
const RELEASE = `
  WITH released AS (
    DELETE FROM quarantine WHERE email_key = $1 RETURNING *
  ), newest AS (
    SELECT DISTINCT ON (email_key) *, min(joined_at) OVER () AS first_at
    FROM released ORDER BY email_key, joined_at DESC
  ), added AS (
    INSERT INTO people (email_key, email, answers, joined_at, source, agreed_to, agreed_at)
    SELECT email_key, email, answers, first_at, source, agreed_to, joined_at FROM newest
    ON CONFLICT DO NOTHING
    RETURNING email_key
  ), heard AS (
    SELECT add_event(email_key, 'joined') FROM added
  )
  SELECT (SELECT count(*)::integer FROM released) AS released, (SELECT count(*) FROM heard) AS heard`

/**
 * Moves a quarantined person to the list, and queues the email that asks for a confirmation.
 * @returns undefined when the mailbox is not in quarantine
 */
export const release = (session: Session, emailKey: string): Promise<Person | undefined> =>
  changeList(session, async () => {
    if ((await session.value<number>(RELEASE, [emailKey])) === 0) return undefined
    await session.query('SELECT mark(ARRAY[$1])', [emailKey])
    await wantConfirmation(session, emailKey)
    await recordChange(session, 'release', emailKey)
    return findListed(session, emailKey)
  })

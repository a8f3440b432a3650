import { wantConfirmation } from '../mail/want.ts'
import type { Session } from '../system/session.ts'
import { findListed } from './find.ts'
import { changeList, recordChange } from './history.ts'
import type { Person } from './person.ts'

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

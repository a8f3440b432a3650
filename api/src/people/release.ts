import type { Session } from '../database/session.ts'
import { queueConfirmation } from './confirmation.ts'
import { loadHashKeys } from './hash.ts'
import { changeList, recordChange } from './history.ts'
import { PERSON_COLUMNS, type Person, type PersonRow, toPerson } from './person.ts'

/** A person who is listed already keeps that signup. */
const RELEASE_LISTED = `
  UPDATE signups SET released_at = clock_timestamp()
  WHERE email_key = $1 AND honeypot IS NULL
  RETURNING ${PERSON_COLUMNS}`

/** The earliest signup is released, because it has the time of the first visit. */
const RELEASE_EARLIEST = `
  UPDATE signups SET honeypot = NULL, released_at = clock_timestamp()
  WHERE email_key = $1 AND honeypot IS NOT NULL AND signups.joined_at = (
    SELECT min(joined_at) FROM signups WHERE email_key = $1 AND honeypot IS NOT NULL
  )
  RETURNING ${PERSON_COLUMNS}`

/** A webhook has not heard of the person before. */
const QUEUE_EVENT = `
  INSERT INTO tasks (kind, email_key, about) VALUES ('webhook', $1, 'joined')
  ON CONFLICT DO NOTHING`

const DELETE_QUARANTINED = `
  DELETE FROM signups WHERE email_key = $1 AND honeypot IS NOT NULL RETURNING 1`

/**
 * Moves a quarantined person to the list, with the time of their first signup, and queues the mail
 * that asks for a confirmation.
 * @returns undefined when the identity is not in quarantine
 */
export function release(session: Session, emailKey: string): Promise<Person | undefined> {
  return changeList(session, async () => {
    const [quarantined] = await session.query(
      'SELECT FROM signups WHERE email_key = $1 AND honeypot IS NOT NULL LIMIT 1',
      [emailKey],
    )
    if (quarantined === undefined) return undefined
    const [listed] = await session.query<PersonRow>(RELEASE_LISTED, [emailKey])
    const [person] = listed
      ? [listed]
      : await session.query<PersonRow>(RELEASE_EARLIEST, [emailKey])
    await session.query(DELETE_QUARANTINED, [emailKey])
    if (!listed) await session.query(QUEUE_EVENT, [emailKey])
    await queueConfirmation(session, emailKey)
    await recordChange(session, await loadHashKeys(session), 'release', emailKey)
    return person && toPerson(person)
  })
}

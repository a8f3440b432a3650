import type { Session } from '../session.ts'
import { loadHashKeys } from './hash.ts'
import { lockChanges, recordChange } from './history.ts'
import { PERSON_COLUMNS, type Person, type PersonRow, toPerson } from './person.ts'

/** Somebody who is listed already stays as they are. */
export const RELEASE_LISTED = `
  UPDATE signups SET released_at = clock_timestamp()
  WHERE email_key = $1 AND honeypot IS NULL
  RETURNING ${PERSON_COLUMNS}`

/** The earliest signup counts: it has the time at which the person came. */
export const RELEASE_EARLIEST = `
  UPDATE signups SET honeypot = NULL, released_at = clock_timestamp()
  WHERE email_key = $1 AND honeypot IS NOT NULL AND signups.joined_at = (
    SELECT min(joined_at) FROM signups WHERE email_key = $1 AND honeypot IS NOT NULL
  )
  RETURNING ${PERSON_COLUMNS}`

export const DELETE_QUARANTINED = `
  DELETE FROM signups WHERE email_key = $1 AND honeypot IS NOT NULL RETURNING 1`

/**
 * Puts a quarantined person on the list, with the time at which they first came.
 * @returns undefined when nothing of them is quarantined
 */
export function release(session: Session, emailKey: string): Promise<Person | undefined> {
  return session.transaction(async () => {
    await lockChanges(session)
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
    await recordChange(session, await loadHashKeys(session), 'release', emailKey)
    return person && toPerson(person)
  })
}

import type { Session } from '../system/session.ts'
import {
  PERSON_COLUMNS,
  type Person,
  type PersonRow,
  QUARANTINE_COLUMNS,
  type QuarantineRow,
  toPerson,
  toQuarantined,
} from './person.ts'

const FIND = `SELECT ${PERSON_COLUMNS} FROM people WHERE email_key = $1`

/** Finds a person who is on the list or has left. */
export async function findListed(session: Session, emailKey: string): Promise<Person | undefined> {
  const [row] = await session.query<PersonRow>(FIND, [emailKey])
  return row && toPerson(row)
}

const FIND_QUARANTINED = `
  SELECT ${QUARANTINE_COLUMNS} FROM quarantine WHERE email_key = $1 ORDER BY quarantine.joined_at`

/** Returns quarantined forms, oldest first. */
export async function findQuarantined(session: Session, emailKey: string): Promise<Person[]> {
  const rows = await session.query<QuarantineRow>(FIND_QUARANTINED, [emailKey])
  return rows.map(toQuarantined)
}

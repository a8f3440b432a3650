import { type Sending, sendingsOf } from '../mail/sendings.ts'
import type { Session } from '../system/session.ts'
import { type HistoryEntry, historyOf } from './history.ts'
import {
  PERSON_COLUMNS,
  type Person,
  type PersonRow,
  QUARANTINE_COLUMNS,
  type QuarantineRow,
  toPerson,
  toQuarantined,
} from './person.ts'

export interface Found {
  /** On the list, or left. */
  readonly listed: Person | undefined
  /** Oldest first. */
  readonly quarantined: readonly Person[]
  /** Oldest first. */
  readonly mails: readonly Sending[]
  readonly history: readonly HistoryEntry[]
}

const FIND = `SELECT ${PERSON_COLUMNS} FROM people WHERE email_key = $1`

export async function findListed(session: Session, emailKey: string): Promise<Person | undefined> {
  const [row] = await session.query<PersonRow>(FIND, [emailKey])
  return row && toPerson(row)
}

const FIND_QUARANTINED = `
  SELECT ${QUARANTINE_COLUMNS} FROM quarantine WHERE email_key = $1 ORDER BY quarantine.joined_at`

export async function find(session: Session, emailKey: string): Promise<Found> {
  const quarantined = await session.query<QuarantineRow>(FIND_QUARANTINED, [emailKey])
  return {
    listed: await findListed(session, emailKey),
    quarantined: quarantined.map(toQuarantined),
    mails: await sendingsOf(session, emailKey),
    history: await historyOf(session, emailKey),
  }
}

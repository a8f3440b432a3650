import type { Session } from '../database/session.ts'
import type { MailState } from '../outbox/mails.ts'
import { type HistoryEntry, historyOf } from './history.ts'
import {
  iso,
  PERSON_COLUMNS,
  type Person,
  type PersonRow,
  QUARANTINE_COLUMNS,
  type QuarantineRow,
  toPerson,
  toQuarantined,
} from './person.ts'

/** An email or a webhook about a person. */
export interface Sending {
  /** The time of the outcome; until then, the time when it was wanted. */
  readonly at: string
  readonly kind: string
  /** The announcement or the event. */
  readonly about: string | null
  readonly state: MailState
  /** The code of the last failure. */
  readonly reply: string | null
}

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

const FIND_SENDINGS = `
  SELECT ${iso('at')}, kind, nullif(about, '') AS about, state, reply
  FROM (
    SELECT coalesce(ended_at, wanted_at) AS at, kind, about, state, reply
    FROM sendings WHERE email_key = $1
  ) AS sending
  ORDER BY sending.at`

export async function find(session: Session, emailKey: string): Promise<Found> {
  const quarantined = await session.query<QuarantineRow>(FIND_QUARANTINED, [emailKey])
  return {
    listed: await findListed(session, emailKey),
    quarantined: quarantined.map(toQuarantined),
    mails: await session.query<Sending>(FIND_SENDINGS, [emailKey]),
    history: await historyOf(session, emailKey),
  }
}

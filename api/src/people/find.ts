import type { Session } from '../database/session.ts'
import { loadHashKeys } from './hash.ts'
import { type HistoryEntry, historyOf } from './history.ts'
import { iso, PERSON_COLUMNS, type Person, type PersonRow, toPerson } from './person.ts'

/** A mail or webhook about a person. */
export interface Sending {
  /** The time of the outcome; while it is queued, the time when it was queued. */
  readonly at: string
  readonly kind: string
  /** The announcement or the event. */
  readonly about: string | null
  readonly outcome: 'queued' | 'sent' | 'failed'
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

/** Two halves, because each has its own index. */
const FIND = `
  SELECT ${PERSON_COLUMNS} FROM signups WHERE email_key = $1 AND honeypot IS NULL
  UNION ALL
  (SELECT ${PERSON_COLUMNS} FROM signups WHERE email_key = $1 AND honeypot IS NOT NULL
   ORDER BY signups.joined_at)`

const FIND_MAILS = `
  SELECT ${iso('at')}, kind, nullif(about, '') AS about, outcome, reply
  FROM (
    SELECT created_at AS at, kind, about, 'queued' AS outcome, reply FROM tasks WHERE email_key = $1
    UNION ALL
    SELECT at, kind, about, outcome, reply FROM deliveries WHERE email_key = $1
  ) AS sending
  ORDER BY sending.at`

export async function find(session: Session, emailKey: string): Promise<Found> {
  const rows = await session.query<PersonRow>(FIND, [emailKey])
  const listed = rows.find(({ honeypot }) => honeypot === null)
  return {
    listed: listed && toPerson(listed),
    quarantined: rows.filter((row) => row !== listed).map(toPerson),
    mails: await session.query<Sending & Record<string, unknown>>(FIND_MAILS, [emailKey]),
    history: await historyOf(session, await loadHashKeys(session), emailKey),
  }
}

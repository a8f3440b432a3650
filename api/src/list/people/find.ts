import type { Session } from '../../system/session.ts'
import {
  type FormRow,
  iso,
  PERSON_COLUMNS,
  type Person,
  type PersonRow,
  QUARANTINE_COLUMNS,
  type QuarantineRow,
  toForm,
  toPerson,
  toQuarantined,
} from './person.ts'

const FIND = `SELECT ${PERSON_COLUMNS} FROM people WHERE mailbox = $1`

/** Finds a person who is on the list or has left. */
export async function findListed(session: Session, mailbox: string): Promise<Person | undefined> {
  const [row] = await session.query<PersonRow>(FIND, [mailbox])
  return row && toPerson(row)
}

const FIND_PENDING = `
  SELECT email, answers, source, consent, ${iso('consented_at')}, ${iso('joined_at')}
  FROM (
    SELECT (jsonb_populate_record(people, pending_form || jsonb_build_object('joined_at', rejoined_at))).*
    FROM people WHERE mailbox = $1 AND pending_form IS NOT NULL
  ) AS form`

/** Finds the pending form of a person who left. */
export async function findPending(session: Session, mailbox: string): Promise<Person | undefined> {
  const [row] = await session.query<FormRow>(FIND_PENDING, [mailbox])
  return row && toForm(row)
}

const FIND_QUARANTINED = `
  SELECT ${QUARANTINE_COLUMNS} FROM quarantine WHERE mailbox = $1 ORDER BY quarantine.joined_at`

/** Returns a mailbox's quarantined forms, oldest first. */
export async function findQuarantined(session: Session, mailbox: string): Promise<Person[]> {
  const rows = await session.query<QuarantineRow>(FIND_QUARANTINED, [mailbox])
  return rows.map(toQuarantined)
}

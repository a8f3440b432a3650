import type { Session } from '../session.ts'
import { loadHashKeys } from './hash.ts'
import { type HistoryEntry, historyOf } from './history.ts'
import { PERSON_COLUMNS, type Person, type PersonRow, toPerson } from './person.ts'

export interface Found {
  readonly listed: Person | undefined
  /** Oldest first. */
  readonly quarantined: readonly Person[]
  readonly history: readonly HistoryEntry[]
}

/** Two halves, because each has its own index. */
export const FIND = `
  SELECT ${PERSON_COLUMNS} FROM signups WHERE email_key = $1 AND honeypot IS NULL
  UNION ALL
  (SELECT ${PERSON_COLUMNS} FROM signups WHERE email_key = $1 AND honeypot IS NOT NULL
   ORDER BY signups.joined_at)`

export async function find(session: Session, emailKey: string): Promise<Found> {
  const rows = await session.query<PersonRow>(FIND, [emailKey])
  const listed = rows.find(({ honeypot }) => honeypot === null)
  return {
    listed: listed && toPerson(listed),
    quarantined: rows.filter((row) => row !== listed).map(toPerson),
    history: await historyOf(session, await loadHashKeys(session), emailKey),
  }
}

import type { Session } from '../system/session.ts'
import { iso } from './people/person.ts'

export interface HistoryEntry {
  readonly at: string
  readonly command: string
  readonly detail: Readonly<Record<string, unknown>>
}

/** The worker and owners hold this advisory lock while they change the list, so that their changes never overlap. */
const LOCK = 7_303_014_153

/** Waits for other changes to the list, and blocks new ones until the transaction ends. */
export const lockList = (session: Session): Promise<unknown> =>
  session.query(`SELECT pg_advisory_xact_lock(${LOCK})`)

/** Runs a transaction that holds the list's lock. */
export const changeList = <T>(session: Session, work: () => Promise<T>): Promise<T> =>
  session.transaction(async () => {
    await lockList(session)
    return work()
  })

/** Records a change to one person. The detail must not contain personal data. */
export async function recordChange(
  session: Session,
  command: string,
  mailbox: string,
  detail: HistoryEntry['detail'] = {},
): Promise<void> {
  await session.query('SELECT record_change($1, $2, $3)', [command, mailbox, detail])
}

export async function recordBulkChange(
  session: Session,
  command: string,
  detail: HistoryEntry['detail'],
): Promise<void> {
  await session.query('INSERT INTO history (command, detail) VALUES ($1, $2)', [command, detail])
}

/** Returns the changes to a person, oldest first. */
export const historyOf = (session: Session, mailbox: string): Promise<HistoryEntry[]> =>
  session.query<HistoryEntry>(
    `SELECT ${iso('at')}, command, detail
     FROM history WHERE mailbox_hash IN (SELECT hashes_of($1)) ORDER BY history.at`,
    [mailbox],
  )

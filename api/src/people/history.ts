import type { Session } from '../database/session.ts'
import { type HashKeys, hashesOf, hashOf } from './hash.ts'
import { iso } from './person.ts'

export interface HistoryEntry {
  readonly at: string
  readonly command: string
  readonly detail: Readonly<Record<string, unknown>>
}

/** The detail of `mail retry` when the person counts as reachable again. */
export const REACHABLE_AGAIN = { reachable: 'again' } as const

/** The detail of `erase --forget`. */
export const FORGOTTEN = { erasure: 'forgotten' } as const

/** Every change takes this lock, so that an erasure and a restore cannot overlap. */
const LOCK = 7_303_014_153

/** Runs a transaction that no other operator's change overlaps. */
export const changeList = <T>(session: Session, work: () => Promise<T>): Promise<T> =>
  session.transaction(async () => {
    await session.query(`SELECT pg_advisory_xact_lock(${LOCK})`)
    return work()
  })

/** Records a change to one person. The detail must not hold personal data. */
export async function recordChange(
  session: Session,
  { current }: HashKeys,
  command: string,
  emailKey: string,
  detail: HistoryEntry['detail'] = {},
): Promise<void> {
  await session.query(
    'INSERT INTO history (command, key_id, person, detail) VALUES ($1, $2, $3, $4)',
    [command, current.id, hashOf(current, emailKey), detail],
  )
}

export async function recordBulkChange(
  session: Session,
  command: string,
  detail: HistoryEntry['detail'],
): Promise<void> {
  await session.query('INSERT INTO history (command, detail) VALUES ($1, $2)', [command, detail])
}

/** The changes to a person, oldest first. */
export function historyOf(
  session: Session,
  keys: HashKeys,
  emailKey: string,
): Promise<HistoryEntry[]> {
  return session.query<HistoryEntry & Record<string, unknown>>(
    `SELECT ${iso('at')}, command, detail
     FROM history WHERE person = ANY($1) ORDER BY history.at`,
    [hashesOf(keys, emailKey)],
  )
}

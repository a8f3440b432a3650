import type { Session } from '../database/session.ts'
import { NOT_UNDER_WAY } from '../outbox/leases.ts'
import { changeList, recordBulkChange } from '../people/history.ts'
import { iso } from '../people/person.ts'

/** An announcement that waits. */
export interface WaitingLetter {
  readonly id: string
  readonly subject: string
  /** How many people wait for it. */
  readonly people: number
  /** When the first of them gets it, in ISO 8601. */
  readonly next_at: string
}

/** The announcements that wait, planned ones too, in the order in which they are sent. */
export const listLetters = (session: Session): Promise<WaitingLetter[]> =>
  session.query<WaitingLetter & Record<string, unknown>>(
    `SELECT id, subject, people, ${iso('next_at')}
     FROM announcements JOIN (
       SELECT about, count(*)::integer AS people, min(due_at) AS next_at
       FROM tasks WHERE kind = 'announce' GROUP BY about
     ) AS waiting ON about = id
     ORDER BY waiting.next_at, id`,
  )

const WITHDRAW = `
  DELETE FROM tasks
  WHERE kind = 'announce' AND about = $1 AND ${NOT_UNDER_WAY}
  RETURNING 1`

/** As if it had never been announced, if nobody has got it. */
const FORGET = `
  DELETE FROM announcements
  WHERE id = $1
    AND NOT EXISTS (SELECT FROM tasks WHERE kind = 'announce' AND about = $1)
    AND NOT EXISTS (SELECT FROM deliveries WHERE kind = 'announce' AND about = $1)`

/** The command in the history, by which a restore knows that a letter was withdrawn. */
export const CANCEL = 'mail cancel'

/**
 * Withdraws an announcement from those who have not got it.
 * @returns how many people will not get it
 */
export const cancelLetter = (session: Session, id: string): Promise<number> =>
  changeList(session, async () => {
    const people = (await session.query(WITHDRAW, [id])).length
    await session.query(FORGET, [id])
    if (people > 0) await recordBulkChange(session, CANCEL, { announcement: id, people })
    return people
  })

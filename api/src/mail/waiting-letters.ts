import { changeList, recordBulkChange } from '../list/history.ts'
import { iso } from '../list/person.ts'
import type { Session } from '../system/session.ts'

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
  session.query<WaitingLetter>(
    `SELECT id, subject, people, ${iso('next_at')}
     FROM letters JOIN (
       SELECT letter AS id, count(*)::integer AS people, min(due_at) AS next_at
       FROM mails WHERE kind = 'announce' AND state IN ('waiting', 'sending') GROUP BY letter
     ) AS waiting USING (id)
     ORDER BY waiting.next_at, id`,
  )

/** What is under way may be in the inbox already. */
const WITHDRAW = `
  UPDATE mails SET state = 'withdrawn', ended_at = now()
  WHERE kind = 'announce' AND letter = $1 AND state = 'waiting'
  RETURNING 1`

/** As if it had never been announced, if nobody has got it. */
const FORGET = `
  DELETE FROM letters WHERE id = $1 AND NOT EXISTS (
    SELECT FROM mails WHERE kind = 'announce' AND letter = $1 AND state <> 'withdrawn'
  )`

/**
 * Withdraws an announcement from those who have not got it.
 * @returns how many people will not get it
 */
export const cancelLetter = (session: Session, id: string): Promise<number> =>
  changeList(session, async () => {
    const people = (await session.query(WITHDRAW, [id])).length
    await session.query(FORGET, [id])
    if (people > 0) await recordBulkChange(session, 'mail cancel', { announcement: id, people })
    return people
  })

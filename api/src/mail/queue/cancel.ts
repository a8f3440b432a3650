import { PAGE_LINK } from '../../../../letters/placeholders.ts'
import { changeList, recordBulkChange } from '../../list/history.ts'
import { iso } from '../../list/people/person.ts'
import type { Session } from '../../system/session.ts'
import { RECORD_KEPT } from '../letters/announce.ts'
import { stillWanted } from './wanted.ts'

/** An announced letter that some people have not received yet. */
export interface WaitingLetter {
  readonly id: string
  readonly subject: string
  /** True if its front matter marks it as public. */
  readonly is_public: boolean
  /** The number of people who will get it. */
  readonly people: number
  /** When the first of these people gets it, in ISO 8601. Null if it was only written to files. */
  readonly next_at: string | null
}

/** Lists unsent letters, including planned ones, in order of sending. */
export const listLetters = (session: Session): Promise<WaitingLetter[]> =>
  session.query<WaitingLetter>(
    `SELECT id, subject, html LIKE '%${PAGE_LINK}%' AS is_public, people, ${iso('next_at')}
     FROM letters JOIN (
       SELECT letter AS id, count(*)::integer AS people, min(due_at) FILTER (WHERE state <> 'written') AS next_at
       FROM mails JOIN people USING (mailbox)
       WHERE kind = 'announce' AND state IN ('waiting', 'sending', 'written') AND ${stillWanted('announce')}
       GROUP BY letter
     ) AS waiting USING (id)
     ORDER BY waiting.next_at, id`,
  )

/**
 * Withdraws emails. Emails in flight may have arrived, and failures must stay on record, so both keep their state, but
 * are not sent again.
 */
const CANCEL = (which: string): string => `
  WITH cancelled AS (
    UPDATE mails SET cancelled_at = now(),
      state = CASE WHEN state IN ('waiting', 'written') THEN 'withdrawn' ELSE state END,
      ended_at = CASE WHEN state IN ('waiting', 'written') THEN now() ELSE ended_at END
    WHERE ${which} RETURNING state
  )
  SELECT count(*)::integer AS people FROM cancelled WHERE state = 'withdrawn'`

const CANCEL_LETTER = CANCEL(
  "kind = 'announce' AND letter = $1 AND state IN ('waiting', 'sending', 'failed', 'written')",
)

const CANCEL_WRITTEN = CANCEL("state = 'written'")

/**
 * Deletes letters that no one has received, as if they had never been announced. Older letters are kept, because their
 * records are incomplete.
 */
const FORGET = `
  DELETE FROM letters WHERE created_at > now() - ${RECORD_KEPT} AND NOT EXISTS (
    SELECT FROM mails WHERE kind = 'announce' AND letter = letters.id AND state <> 'withdrawn'
  )`

/**
 * Withdraws a letter from everyone who has not received it.
 * @returns the number of people
 */
export const cancelLetter = (session: Session, id: string): Promise<number> =>
  changeList(session, async () => {
    const people = await session.value<number>(CANCEL_LETTER, [id])
    await session.query(`${FORGET} AND id = $1`, [id])
    if (people > 0) await recordBulkChange(session, 'mail cancel', { letter: id, people })
    return people
  })

/** Withdraws emails that were only written to files, so that they aren't sent once there is a mail server. */
export const cancelWritten = (session: Session): Promise<number> =>
  changeList(session, async () => {
    const written = await session.value<number>(CANCEL_WRITTEN)
    await session.query(FORGET)
    if (written > 0) await recordBulkChange(session, 'mail cancel', { written })
    return written
  })

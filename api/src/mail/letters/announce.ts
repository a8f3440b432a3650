import { type Conditions, detailOf } from '../../../../contract/conditions.ts'
import { OwnerError } from '../../../../contract/owner-error.ts'
import type { FramedLetter } from '../../../../letters/framed-letter.ts'
import { changeList, recordBulkChange } from '../../list/history.ts'
import { toParameter } from '../../list/people/conditions.ts'
import { iso } from '../../list/people/person.ts'
import type { Session } from '../../system/session.ts'
import { again, mayGet } from '../queue/wanted.ts'

/**
 * Email records are deleted after 90 days. Until then, a missing record proves that a person was not sent the letter.
 */
export const RECORD_KEPT = "interval '80 days'"

/** A letter can be planned at most this many days ahead, which leaves 20 days in which it can still be resumed. */
export const FARTHEST = 60

/** Says who gets a letter, and when. */
export interface Mailing {
  readonly conditions: Conditions
  /** If undefined, the letter is sent now. */
  readonly at?: Date | undefined
}

/** Matches emails that are withdrawn, or were cancelled and will not be sent. */
const isOver = (mail: string): string => `(
  ${mail}.state = 'withdrawn' OR ${mail}.cancelled_at IS NOT NULL AND ${mail}.state IN ('waiting', 'failed')
)`

/** Selects people who meet the conditions $3 and for whom the letter $1 has been neither sent nor queued. */
const RECIPIENTS = `
  SELECT mailbox FROM people
  WHERE ${mayGet('announce', '$3::jsonb')} AND NOT EXISTS (
    SELECT FROM mails WHERE mails.mailbox = people.mailbox AND kind = 'announce' AND letter = $1
      AND NOT ${isOver('mails')}
  )`

/** If a letter is announced again, people who have not received it get the current design. */
const STORE = `
  INSERT INTO letters (id, subject, html, text) VALUES ($1, $2, $3, $4)
  ON CONFLICT (id) DO UPDATE SET subject = excluded.subject, html = excluded.html, text = excluded.text`

/** Queues the letter. A withdrawn email becomes due again. */
const WANT = `
  WITH wanted AS (
    INSERT INTO mails AS before (kind, mailbox, letter, due_at, conditions)
    SELECT 'announce', mailbox, $1, coalesce($2::timestamptz, now()), $3::jsonb
    FROM (${RECIPIENTS}) AS recipients
    ON CONFLICT (mailbox, kind, letter) WHERE kind <> 'confirm' DO UPDATE
      SET ${again('before', { due: 'excluded.due_at' })}, conditions = excluded.conditions
      WHERE ${isOver('before')}
    RETURNING 1
  )
  SELECT count(*)::integer AS people FROM wanted`

/**
 * Returns which of these letters the owner has withdrawn from everyone. Older letters are left out, because their
 * records are incomplete.
 */
export const findWithdrawn = async (
  session: Session,
  letters: readonly string[],
): Promise<string[]> => {
  const rows = await session.query<{ letter: string }>(
    `SELECT letter FROM mails WHERE kind = 'announce' AND letter = ANY ($1) AND NOT EXISTS (
       SELECT FROM letters WHERE id = letter AND created_at < now() - ${RECORD_KEPT}
     )
     GROUP BY letter HAVING bool_and(${isOver('mails')}) AND bool_or(cancelled_at IS NOT NULL)`,
    [letters],
  )
  return rows.map(({ letter }) => letter)
}

/** Returns the letters that were announced or planned, the latest first. */
export const readLetters = (session: Session): Promise<FramedLetter[]> =>
  session.query<FramedLetter>(
    'SELECT id, subject, html, text FROM letters WHERE html IS NOT NULL ORDER BY created_at DESC',
  )

export interface Audience {
  /** The number of people who would get the letter. */
  readonly people: number
  /** When the letter was first announced, in ISO 8601. Null if it is new. */
  readonly begun_at: string | null
}

/**
 * Counts the people who would get a letter.
 * @throws OwnerError when its records may have been deleted, or when the time is past or too far ahead
 */
export async function findAudience(
  session: Session,
  { id }: FramedLetter,
  { conditions, at }: Mailing,
): Promise<Audience> {
  const { is_old, is_ahead, ...audience } = await session.row<
    Audience & { is_old: boolean; is_ahead: boolean }
  >(
    `SELECT people, ${iso('begun_at')}, coalesce(begun_at < now() - ${RECORD_KEPT}, false) AS is_old,
       coalesce($2::timestamptz BETWEEN now() AND now() + interval '${FARTHEST} days', true) AS is_ahead
     FROM (
       SELECT (SELECT count(*) FROM (${RECIPIENTS}) AS people)::integer AS people,
         (SELECT created_at FROM letters WHERE id = $1) AS begun_at
     ) AS audience`,
    [id, at ?? null, toParameter(conditions)],
  )
  if (!is_ahead) {
    throw new OwnerError(
      `--at: expected a time in the next ${FARTHEST} days, by the clock of the database.`,
    )
  }
  if (is_old) {
    throw new OwnerError(
      `This letter was announced on ${audience.begun_at?.slice(0, 10)}. Its recipients are recorded for only 90 days, so it cannot ` +
        'be resumed. Change the text to send it as a new letter.',
    )
  }
  return audience
}

/**
 * Queues a letter for everyone who meets the conditions and has not received it.
 * @returns the number of people
 */
export function announce(
  session: Session,
  letter: FramedLetter,
  mailing: Mailing,
): Promise<number> {
  return changeList(session, async () => {
    const { id, subject, html, text } = letter
    await findAudience(session, letter, mailing)
    await session.query(STORE, [id, subject, html, text])
    const values = [id, mailing.at ?? null, toParameter(mailing.conditions)]
    const people = await session.value<number>(WANT, values)
    const detail = { letter: id, people, ...detailOf(mailing.conditions) }
    if (people > 0) await recordBulkChange(session, 'announce', detail)
    return people
  })
}

import { type Conditions, detailOf } from '../../../contract/conditions.ts'
import { OwnerError } from '../../../contract/owner-error.ts'
import type { Announcement } from '../../../letters/announcement.ts'
import { toSql } from '../list/conditions.ts'
import { changeList, recordBulkChange } from '../list/history.ts'
import { iso } from '../list/person.ts'
import type { Session } from '../system/session.ts'
import { REACHABLE } from './mails.ts'

/** Email records are deleted after 90 days. Until then, a missing record proves that a person got no email. */
const RECORD_KEPT = "interval '80 days'"

/** A letter can be planned this many days ahead. The records then allow resuming it for some weeks. */
const FARTHEST = 60

/** Says who gets an announcement, and when. */
export interface Mailing {
  readonly conditions: Conditions
  /** If undefined, the announcement is sent now. */
  readonly at?: Date | undefined
}

/** Selects people who meet the conditions and have not received the letter $1. */
const RECIPIENTS = (conditions: string): string => `
  SELECT email_key FROM people
  WHERE ${REACHABLE.announce} AND ${conditions} AND NOT EXISTS (
    SELECT FROM mails WHERE mails.email_key = people.email_key AND kind = 'announce' AND letter = $1
      AND state <> 'withdrawn'
  )`

const STORE = `
  INSERT INTO letters (id, subject, html, text) VALUES ($1, $2, $3, $4)
  ON CONFLICT DO NOTHING`

/** Queues the letter. A withdrawn email becomes due again. */
const WANT = (conditions: string): string => `
  WITH wanted AS (
    INSERT INTO mails AS before (kind, email_key, letter, due_at)
    SELECT 'announce', email_key, $1, coalesce($2::timestamptz, now())
    FROM (${RECIPIENTS(conditions)}) AS recipients
    ON CONFLICT (email_key, kind, letter) WHERE kind <> 'confirm' DO UPDATE
      SET state = 'waiting', wanted_at = excluded.wanted_at, due_at = excluded.due_at, ended_at = NULL,
        attempts = 0
      WHERE before.state = 'withdrawn'
    RETURNING 1
  )
  SELECT count(*)::integer AS people FROM wanted`

export interface Audience {
  /** The number of people who would get the announcement. */
  readonly people: number
  /** When the letter was first announced, in ISO 8601. Null if it is new. */
  readonly begun_at: string | null
}

/**
 * Counts the people who would get an announcement.
 * @throws OwnerError when its records may be deleted, or for a time that is past or too far ahead
 */
export async function findAudience(
  session: Session,
  { id }: Announcement,
  { conditions, at }: Mailing,
): Promise<Audience> {
  const { sql, parameters } = toSql(conditions, 3)
  const { is_old, is_ahead, ...audience } = await session.row<
    Audience & { is_old: boolean; is_ahead: boolean }
  >(
    `SELECT people, ${iso('begun_at')}, coalesce(begun_at < now() - ${RECORD_KEPT}, false) AS is_old,
       coalesce($2::timestamptz BETWEEN now() AND now() + interval '${FARTHEST} days', true) AS is_ahead
     FROM (
       SELECT (SELECT count(*) FROM (${RECIPIENTS(sql)}) AS people)::integer AS people,
         (SELECT created_at FROM letters WHERE id = $1) AS begun_at
     ) AS audience`,
    [id, at ?? null, ...parameters],
  )
  if (!is_ahead) {
    throw new OwnerError(
      `--at: expected a time in the next ${FARTHEST} days, by the clock of the database.`,
    )
  }
  if (is_old) {
    throw new OwnerError(
      `This was announced on ${audience.begun_at?.slice(0, 10)}. Its recipients are recorded for only 90 days, so it cannot ` +
        'be resumed. Change the text to send it as a new announcement.',
    )
  }
  return audience
}

/**
 * Queues an announcement for everyone who meets the conditions and has not received it.
 * @returns the number of people
 */
export function announce(
  session: Session,
  announcement: Announcement,
  mailing: Mailing,
): Promise<number> {
  return changeList(session, async () => {
    const { id, subject, html, text } = announcement
    await findAudience(session, announcement, mailing)
    await session.query(STORE, [id, subject, html, text])
    const { sql, parameters } = toSql(mailing.conditions, 3)
    const people = await session.value<number>(WANT(sql), [id, mailing.at ?? null, ...parameters])
    const detail = { announcement: id, people, ...detailOf(mailing.conditions) }
    if (people > 0) await recordBulkChange(session, 'announce', detail)
    return people
  })
}

/** An announcement with unsent emails. */
export interface WaitingLetter {
  readonly id: string
  readonly subject: string
  /** The number of people who will get it. */
  readonly people: number
  /** When the first of these people gets it, in ISO 8601. */
  readonly next_at: string
}

/** Lists unsent announcements, including planned ones, in the order of sending. */
export const listLetters = (session: Session): Promise<WaitingLetter[]> =>
  session.query<WaitingLetter>(
    `SELECT id, subject, people, ${iso('next_at')}
     FROM letters JOIN (
       SELECT letter AS id, count(*)::integer AS people, min(due_at) AS next_at
       FROM mails WHERE kind = 'announce' AND state IN ('waiting', 'sending') GROUP BY letter
     ) AS waiting USING (id)
     ORDER BY waiting.next_at, id`,
  )

/** Withdraws waiting emails. Those in flight may have reached the inbox, so they stay. */
const WITHDRAW = `
  UPDATE mails SET state = 'withdrawn', ended_at = now()
  WHERE kind = 'announce' AND letter = $1 AND state = 'waiting'
  RETURNING 1`

/** Deletes a letter that no one has received, as if it had never been announced. */
const FORGET = `
  DELETE FROM letters WHERE id = $1 AND NOT EXISTS (
    SELECT FROM mails WHERE kind = 'announce' AND letter = $1 AND state <> 'withdrawn'
  )`

/**
 * Withdraws an announcement from everyone who has not received it.
 * @returns the number of these people
 */
export const cancelLetter = (session: Session, id: string): Promise<number> =>
  changeList(session, async () => {
    const people = (await session.query(WITHDRAW, [id])).length
    await session.query(FORGET, [id])
    if (people > 0) await recordBulkChange(session, 'mail cancel', { announcement: id, people })
    return people
  })

import type { Session } from '../database/session.ts'
import type { Announcement } from '../mail/announcement.ts'
import { OperatorError } from '../operator/operator-error.ts'
import { type Conditions, detailOf, toSql } from '../people/conditions.ts'
import { GROUPS } from '../people/groups.ts'
import { changeList, recordBulkChange } from '../people/history.ts'
import { iso } from '../people/person.ts'

/** Deliveries are deleted after 90 days. In this time, a missing one tells that nothing was sent. */
export const RECORD_KEPT = "interval '80 days'"

/** How far ahead a letter can be planned, so that it can be resumed for some weeks afterwards. In days. */
const FARTHEST = 60

/** Who gets an announcement, and when. */
export interface Mailing {
  readonly conditions: Conditions
  /** Unset: now. */
  readonly at?: Date | undefined
}

/**
 * People who meet the conditions, have not got it, and for whom it does not wait. $1 is the
 * announcement.
 */
const RECIPIENTS = (conditions: string): string => `
  SELECT email_key FROM signups
  WHERE ${GROUPS.deliverable} AND ${conditions} AND NOT EXISTS (
    SELECT FROM tasks
    WHERE tasks.email_key = signups.email_key AND kind = 'announce' AND about = $1
  ) AND NOT EXISTS (
    SELECT FROM deliveries
    WHERE deliveries.email_key = signups.email_key AND kind = 'announce' AND about = $1
  )`

const STORE = `
  INSERT INTO announcements (id, subject, html, text) VALUES ($1, $2, $3, $4)
  ON CONFLICT DO NOTHING`

const QUEUE = (conditions: string): string => `
  WITH queued AS (
    INSERT INTO tasks (kind, email_key, about, due_at)
    SELECT 'announce', email_key, $1, coalesce($2::timestamptz, now()) FROM (${RECIPIENTS(conditions)}) AS people
    ON CONFLICT DO NOTHING
    RETURNING 1
  )
  SELECT count(*)::integer AS people FROM queued`

export interface Audience {
  /** How many people would get it. */
  readonly people: number
  /** When it was first announced, in ISO 8601. */
  readonly begun_at: string | null
}

/**
 * Counts the people who would get an announcement.
 * @throws OperatorError when it is too old to know who has got it, or for a time that is not ahead
 */
export async function findAudience(
  session: Session,
  { id }: Announcement,
  { conditions, at }: Mailing,
): Promise<Audience> {
  const { sql, parameters } = toSql(conditions, 3)
  const [row] = await session.query<Audience & { is_old: boolean; is_ahead: boolean }>(
    `SELECT people, ${iso('begun_at')}, coalesce(begun_at < now() - ${RECORD_KEPT}, false) AS is_old,
       coalesce($2::timestamptz BETWEEN now() AND now() + interval '${FARTHEST} days', true) AS is_ahead
     FROM (
       SELECT (SELECT count(*) FROM (${RECIPIENTS(sql)}) AS people)::integer AS people,
         (SELECT created_at FROM announcements WHERE id = $1) AS begun_at
     ) AS audience`,
    [id, at ?? null, ...parameters],
  )
  if (row?.is_ahead === false) {
    throw new OperatorError(
      `--at: expected a time in the next ${FARTHEST} days. By the clock of the database it is not.`,
    )
  }
  if (row?.is_old) {
    throw new OperatorError(
      `This was announced on ${row.begun_at?.slice(0, 10)}. Who got it is recorded for 90 days only, so it cannot ` +
        'be resumed. Change the text to send it as a new announcement.',
    )
  }
  return { people: row?.people ?? 0, begun_at: row?.begun_at ?? null }
}

/**
 * Queues an announcement for everybody who meets the conditions and has not got it.
 * @returns how many were queued
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
    const [row] = await session.query<{ people: number }>(QUEUE(sql), [
      id,
      mailing.at ?? null,
      ...parameters,
    ])
    const people = row?.people ?? 0
    const detail = { announcement: id, people, ...detailOf(mailing.conditions) }
    if (people > 0) await recordBulkChange(session, 'announce', detail)
    return people
  })
}

import type { Session } from '../database/session.ts'
import type { Announcement } from '../mail/announcement.ts'
import { OperatorError } from '../operator/operator-error.ts'
import { GROUPS } from '../people/groups.ts'
import { changeList, recordBulkChange } from '../people/history.ts'
import { iso } from '../people/person.ts'

/** The records of who got an announcement are deleted after 90 days. In days. */
const RESUMABLE = 80

/** People who have not got it, and for whom it does not wait. $1 is the announcement. */
const RECIPIENTS = `
  SELECT email_key FROM signups
  WHERE ${GROUPS.deliverable} AND NOT EXISTS (
    SELECT FROM outbox
    WHERE outbox.email_key = signups.email_key AND kind = 'announce' AND about = $1
  )`

const STORE = `
  INSERT INTO announcements (id, subject, html, text) VALUES ($1, $2, $3, $4)
  ON CONFLICT DO NOTHING`

const QUEUE = `
  WITH queued AS (
    INSERT INTO outbox (kind, email_key, about) SELECT 'announce', email_key, $1 FROM (${RECIPIENTS}) AS people
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
 * Counts the people who would get an announcement now.
 * @throws OperatorError when it is too old to know who has got it
 */
export async function findAudience(session: Session, { id }: Announcement): Promise<Audience> {
  const [row] = await session.query<Audience & { is_old: boolean }>(
    `SELECT people, ${iso('begun_at')}, coalesce(begun_at < now() - interval '${RESUMABLE} days', false) AS is_old
     FROM (
       SELECT (SELECT count(*) FROM (${RECIPIENTS}) AS people)::integer AS people,
         (SELECT created_at FROM announcements WHERE id = $1) AS begun_at
     ) AS audience`,
    [id],
  )
  if (row?.is_old) {
    throw new OperatorError(
      `This was announced on ${row.begun_at?.slice(0, 10)}. Who got it is recorded for 90 days only, so it cannot ` +
        'be resumed. Change the text to send it as a new announcement.',
    )
  }
  return { people: row?.people ?? 0, begun_at: row?.begun_at ?? null }
}

/**
 * Queues an announcement for everybody who has not got it.
 * @returns how many were queued
 */
export function announce(session: Session, announcement: Announcement): Promise<number> {
  return changeList(session, async () => {
    const { id, subject, html, text } = announcement
    await findAudience(session, announcement)
    await session.query(STORE, [id, subject, html, text])
    const [row] = await session.query<{ people: number }>(QUEUE, [id])
    const people = row?.people ?? 0
    if (people > 0) await recordBulkChange(session, 'announce', { announcement: id, people })
    return people
  })
}

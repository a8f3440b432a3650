import type { QuestionName } from '../../contract/waitlist.ts'
import type { Session } from '../database/session.ts'
import { GROUPS } from '../people/groups.ts'
import { loadHashKeys } from '../people/hash.ts'
import { changeList, recordBulkChange, recordChange } from '../people/history.ts'
import { iso, PERSON_COLUMNS, type Person, type PersonRow, toPerson } from '../people/person.ts'

/** Who is invited: the first to have joined, with these answers. */
export interface Selection {
  /** How many at most. */
  readonly count?: number | undefined
  readonly answers: Readonly<Partial<Record<QuestionName, string>>>
}

/** Rows of people who can be invited. $1 has answers, $2 is a person or null. */
const INVITABLE = `${GROUPS.deliverable} AND invited_at IS NULL AND answers @> $1::jsonb
  AND ($2::text IS NULL OR email_key = $2)`

/** The microseconds let the worker send in the order of joining. */
const INVITE = `
  WITH chosen AS (
    SELECT email_key, signups.joined_at FROM signups WHERE ${INVITABLE}
    ORDER BY signups.joined_at, email_key LIMIT $3 FOR UPDATE
  ), invited AS (
    UPDATE signups SET invited_at = now() FROM chosen
    WHERE signups.email_key = chosen.email_key AND honeypot IS NULL
    RETURNING signups.email_key, signups.joined_at
  ), queued AS (
    INSERT INTO outbox (kind, email_key, due_at)
    SELECT 'invite', email_key,
      now() + row_number() OVER (ORDER BY joined_at, email_key) * interval '1 microsecond'
    FROM invited
    ON CONFLICT DO NOTHING
    RETURNING 1
  )
  SELECT count(*)::integer AS people FROM queued`

async function queueInvitations(session: Session, parameters: unknown[]): Promise<number> {
  const [row] = await session.query<{ people: number }>(INVITE, parameters)
  return row?.people ?? 0
}

const values = ({ answers, count }: Selection, emailKey?: string) => [
  answers,
  emailKey ?? null,
  count ?? null,
]

/** The people whom `invite` would invite, in order of joining. */
export async function findInvitable(session: Session, selection: Selection): Promise<Person[]> {
  const rows = await session.query<PersonRow>(
    `SELECT ${PERSON_COLUMNS} FROM signups WHERE ${INVITABLE}
     ORDER BY signups.joined_at, email_key LIMIT $3`,
    values(selection),
  )
  return rows.map(toPerson)
}

/** Counts them without reading them, because they may be many. */
export async function countInvitable(session: Session, selection: Selection): Promise<number> {
  const [row] = await session.query<{ people: number }>(
    `SELECT count(*)::integer AS people
     FROM (SELECT FROM signups WHERE ${INVITABLE} LIMIT $3) AS invitable`,
    values(selection),
  )
  return row?.people ?? 0
}

/**
 * Queues invitations in order of joining. Nobody is invited twice.
 * @returns how many were queued
 */
export function invite(session: Session, selection: Selection): Promise<number> {
  return changeList(session, async () => {
    const people = await queueInvitations(session, values(selection))
    const detail = { people, ...selection.answers }
    if (people > 0) await recordBulkChange(session, 'invite', detail)
    return people
  })
}

/**
 * Queues the invitation of one person.
 * @returns whether the person could be invited
 */
export function invitePerson(session: Session, emailKey: string): Promise<boolean> {
  return changeList(session, async () => {
    if ((await queueInvitations(session, values({ answers: {} }, emailKey))) === 0) return false
    await recordChange(session, await loadHashKeys(session), 'invite', emailKey)
    return true
  })
}

/** The times that decide whether a person can be invited, in ISO 8601. */
interface MailTimes {
  readonly confirmed_at: string | null
  readonly left_at: string | null
  readonly invited_at: string | null
  readonly undeliverable_at: string | null
}

const TIMES = ['confirmed_at', 'left_at', 'invited_at', 'undeliverable_at']

/**
 * The reason why a person cannot be invited, as the end of a sentence that begins with the person.
 * @returns undefined when they can
 */
export async function findObstacle(
  session: Session,
  emailKey: string,
): Promise<string | undefined> {
  const [times] = await session.query<MailTimes & Record<string, unknown>>(
    `SELECT ${TIMES.map(iso).join(', ')} FROM signups WHERE email_key = $1 AND honeypot IS NULL`,
    [emailKey],
  )
  const day = (time: string): string => time.slice(0, 10)
  if (times === undefined) return 'is not on the list'
  if (times.left_at) return `left the waitlist on ${day(times.left_at)}`
  if (times.invited_at) return `was invited on ${day(times.invited_at)}`
  if (times.undeliverable_at) {
    return `cannot be reached: a mail was refused on ${day(times.undeliverable_at)}`
  }
  return times.confirmed_at ? undefined : 'has not confirmed the address yet'
}

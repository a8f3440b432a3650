import type { Columns } from '../../../contract/waitlist.ts'
import { type Conditions, detailOf, toSql } from '../list/conditions.ts'
import { changeList, recordBulkChange, recordChange } from '../list/history.ts'
import { iso, PERSON_COLUMNS, type Person, type PersonRow, toPerson } from '../list/person.ts'
import type { Session } from '../system/session.ts'
import { REACHABLE } from './reachable.ts'

/** Who is invited: the first in the order, of those who meet the conditions. */
export interface Selection {
  /** How many at most. */
  readonly count?: number | undefined
  readonly conditions: Conditions
  /** By default the order of joining, which also decides between people with as many friends. */
  readonly by?: 'joined' | 'referrals'
  /** For how many days a place is kept: invites those again whose invitation is older. */
  readonly again?: number | undefined
}

const IN_LINE = 'email_key IN (SELECT email_key FROM line)'

/** The last day of a place, which the email names, is over. */
const isExpired = (days: number): string => `${REACHABLE.invite} AND EXISTS (
  SELECT FROM mails
  WHERE mails.email_key = people.email_key AND kind = 'invite' AND state IN ('sent', 'written')
    AND (ended_at AT TIME ZONE 'UTC')::date + ${days} < (now() AT TIME ZONE 'UTC')::date
)`

/** The people of a selection. $1 is a person or null, $2 the greatest number or null. */
interface Query {
  readonly from: string
  /** The first ones have most; zero for the order of joining. */
  readonly friends: string
  readonly parameters: readonly unknown[]
}

function toQuery({ count, conditions, by, again }: Selection, emailKey?: string): Query {
  const { sql, parameters } = toSql(conditions, 3)
  const who = again === undefined ? IN_LINE : isExpired(again)
  return {
    from: `people ${by === 'referrals' ? 'LEFT JOIN referrers USING (email_key)' : ''}
      WHERE ($1::text IS NULL OR email_key = $1) AND ${who} AND ${sql}`,
    friends: by === 'referrals' ? 'coalesce(friends, 0)' : '0',
    parameters: [emailKey ?? null, count ?? null, ...parameters],
  }
}

/** The microseconds let the worker send in this order. An invitation that is wanted again has its code. */
const INVITE = ({ from, friends }: Query, isAgain: boolean): string => `
  WITH chosen AS (
    SELECT email_key, joined_at, ${friends} AS most FROM ${from}
    ORDER BY most DESC, joined_at, email_key LIMIT $2
  ), wanted AS (
    INSERT INTO mails AS before (kind, email_key, due_at)
    SELECT 'invite', email_key,
      now() + row_number() OVER (ORDER BY most DESC, joined_at, email_key) * interval '1 microsecond'
    FROM chosen
    ON CONFLICT (email_key, kind, letter) WHERE kind <> 'confirm' DO UPDATE
      SET state = 'waiting', wanted_at = excluded.wanted_at, due_at = excluded.due_at, ended_at = NULL,
        attempts = 0
      WHERE before.state IN (${isAgain ? "'sent', 'written'" : "'withdrawn'"})
    RETURNING 1
  )
  SELECT count(*)::integer AS people FROM wanted`

function queueInvitations(
  session: Session,
  selection: Selection,
  emailKey?: string,
): Promise<number> {
  const query = toQuery(selection, emailKey)
  return session.value(INVITE(query, selection.again !== undefined), query.parameters)
}

/** The people whom `invite` would invite, in their order. */
export async function findInvitable(session: Session, selection: Selection): Promise<Person[]> {
  const { from, friends, parameters } = toQuery(selection)
  const rows = await session.query<PersonRow>(
    `SELECT ${PERSON_COLUMNS} FROM ${from}
     ORDER BY ${friends} + 0 DESC, people.joined_at, email_key LIMIT $2`,
    parameters,
  )
  return rows.map(toPerson)
}

/**
 * Queues invitations in their order. Nobody is invited twice, unless again.
 * @returns how many were queued
 */
export function invite(session: Session, selection: Selection): Promise<number> {
  return changeList(session, async () => {
    const people = await queueInvitations(session, selection)
    const detail = {
      people,
      ...detailOf(selection.conditions),
      ...(selection.by === 'referrals' && { by: selection.by }),
      ...(selection.again !== undefined && { again: true }),
    }
    if (people > 0) await recordBulkChange(session, 'invite', detail)
    return people
  })
}

/**
 * Queues the invitation of one person.
 * @returns whether the person could be invited
 */
export function invitePerson(
  session: Session,
  emailKey: string,
  again?: Selection['again'],
): Promise<boolean> {
  return changeList(session, async () => {
    if ((await queueInvitations(session, { conditions: [], again }, emailKey)) === 0) return false
    await recordChange(session, 'invite', emailKey)
    return true
  })
}

/** What decides whether a person can be invited. */
const TIMES = ['confirmed_at', 'left_at', 'invited_at', 'undeliverable_at'] as const

type Times = Pick<Columns, (typeof TIMES)[number]> & { readonly is_expired: boolean }

/**
 * The reason why a person cannot be invited, as the end of a sentence that begins with the person.
 * @param days for which a place is kept
 * @returns undefined when they can
 */
export async function findObstacle(
  session: Session,
  emailKey: string,
  { days, again }: { readonly days: number; readonly again: boolean },
): Promise<string | undefined> {
  const [times] = await session.query<Times>(
    `SELECT ${TIMES.map((name) => iso(name, 'people')).join(', ')}, ${isExpired(days)} AS is_expired
     FROM people WHERE email_key = $1`,
    [emailKey],
  )
  const day = (time: string): string => time.slice(0, 10)
  if (times === undefined) return 'is not on the list'
  if (times.left_at) return `left the waitlist on ${day(times.left_at)}`
  if (times.undeliverable_at) {
    return `cannot be reached: an email was refused on ${day(times.undeliverable_at)}`
  }
  if (again && !times.invited_at) return 'was not invited yet: leave out --again'
  if (times.invited_at && times.is_expired) {
    return again ? undefined : `was invited on ${day(times.invited_at)}. To repeat it: --again`
  }
  if (times.invited_at) {
    return `was invited on ${day(times.invited_at)}, and a place is kept for ${days} days`
  }
  return times.confirmed_at ? undefined : 'has not confirmed the address yet'
}

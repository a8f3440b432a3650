import { type Conditions, detailOf } from '../../../contract/conditions.ts'
import { toSql } from '../list/conditions.ts'
import { changeList, recordBulkChange, recordChange } from '../list/history.ts'
import { PERSON_COLUMNS, type Person, type PersonRow, toPerson } from '../list/person.ts'
import type { Session } from '../system/session.ts'

/** Says which people are invited: the first ones, in an order, who meet the conditions. */
export interface Selection {
  /** The maximum number of people. */
  readonly count?: number | undefined
  readonly conditions: Conditions
  /** Orders people by joining (the default) or by friends; among equals, the first to have joined comes first. */
  readonly by?: 'joined' | 'referrals' | undefined
}

/** SQL for a selection. $1 is one person or null, $2 the maximum number or null. */
interface Query {
  readonly from: string
  /** SQL for the number of friends, by which people are sorted; zero for the order of joining. */
  readonly friends: string
  readonly parameters: readonly unknown[]
}

function toQuery({ count, conditions, by }: Selection, emailKey?: string): Query {
  const { sql, parameters } = toSql(conditions, 3)
  return {
    from: `people ${by === 'referrals' ? 'LEFT JOIN referrers USING (email_key)' : ''}
      WHERE ($1::text IS NULL OR email_key = $1) AND email_key IN (SELECT email_key FROM line) AND ${sql}`,
    friends: by === 'referrals' ? 'coalesce(friends, 0)' : '0',
    parameters: [emailKey ?? null, count ?? null, ...parameters],
  }
}

/** Queues invitations a microsecond apart, so that they are sent in order. A withdrawn invitation keeps its code. */
const INVITE = ({ from, friends }: Query): string => `
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
      WHERE before.state = 'withdrawn'
    RETURNING 1
  )
  SELECT count(*)::integer AS people FROM wanted`

function queueInvitations(
  session: Session,
  selection: Selection,
  emailKey?: string,
): Promise<number> {
  const query = toQuery(selection, emailKey)
  return session.value(INVITE(query), query.parameters)
}

/** Returns the people whom `invite` would invite, in order. */
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
 * Queues invitations in order, at most one per person.
 * @returns the number of queued invitations
 */
export function invite(session: Session, selection: Selection): Promise<number> {
  return changeList(session, async () => {
    const people = await queueInvitations(session, selection)
    const detail = {
      people,
      ...detailOf(selection.conditions),
      ...(selection.by === 'referrals' && { by: selection.by }),
    }
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
    if ((await queueInvitations(session, { conditions: [] }, emailKey)) === 0) return false
    await recordChange(session, 'invite', emailKey)
    return true
  })
}

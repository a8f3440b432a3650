import { type Conditions, detailOf } from '../../../../contract/conditions.ts'
import { changeList, recordBulkChange, recordChange } from '../../list/history.ts'
import { meets, toParameter } from '../../list/people/conditions.ts'
import { PERSON_COLUMNS, type Person, type PersonRow, toPerson } from '../../list/people/person.ts'
import type { Session } from '../../system/session.ts'
import { REACHABLE } from '../kinds.ts'
import { again } from '../queue/wanted.ts'

/** Selects who is invited: the first people, in the given order, who meet the conditions. */
export interface Selection {
  /** The maximum number of people. */
  readonly count?: number | undefined
  readonly conditions: Conditions
  /**
   * Orders people by when they joined (the default) or by their number of friends. Ties go to the person who joined
   * first.
   */
  readonly by?: 'joined' | 'referrals' | undefined
}

/** SQL for a selection, and its parameters: the maximum number or null, and the conditions. */
interface Query {
  readonly from: string
  /** SQL for the number of friends to sort by; zero for the order of joining. */
  readonly friends: string
  readonly parameters: readonly unknown[]
}

const toQuery = ({ count, conditions, by }: Selection): Query => ({
  from: `people ${by === 'referrals' ? 'LEFT JOIN referrers USING (mailbox)' : ''}
    WHERE mailbox IN (SELECT mailbox FROM line) AND ${meets('$2::jsonb')}`,
  friends: by === 'referrals' ? 'coalesce(friends, 0)' : '0',
  parameters: [count ?? null, toParameter(conditions)],
})

const FIRST = ({ from, friends }: Query): string => `
  SELECT mailbox, people.joined_at, ${friends} AS most FROM ${from}
  ORDER BY most DESC, people.joined_at, mailbox LIMIT $1`

/**
 * Selects the person $1, unless they have an invitation that has not expired; each is valid for $2 days. The view
 * `line` cannot be used, because it leaves out everyone who was ever invited, so that batches don't start with people
 * who did not respond.
 */
const ONE = `
  SELECT mailbox, joined_at, 0 AS most FROM people
  WHERE mailbox = $1 AND ${REACHABLE.invite} AND NOT EXISTS (
    SELECT FROM mails WHERE mails.mailbox = people.mailbox AND invites(mails, people)
      AND NOT (state IN ('sent', 'written') AND end_of(last_day(ended_at, $2)) <= now())
  )`

/**
 * Queues invitations a microsecond apart, so that they are sent in order. None is dated before the person joined, even
 * if the clock was set back, because an earlier one would not count.
 */
const INVITE = (chosen: string): string => `
  WITH chosen AS (${chosen}), wanted AS (
    INSERT INTO mails AS before (kind, mailbox, wanted_at, due_at)
    SELECT 'invite', mailbox, greatest(now(), joined_at),
      now() + row_number() OVER (ORDER BY most DESC, joined_at, mailbox) * interval '1 microsecond'
    FROM chosen
    ON CONFLICT (mailbox, kind, letter) WHERE kind <> 'confirm' DO UPDATE
      SET ${again('before', { wanted: 'excluded.wanted_at', due: 'excluded.due_at' })}
      WHERE before.state <> 'sending'
    RETURNING 1
  )
  SELECT count(*)::integer AS people FROM wanted`

/** Returns the people whom `invite` would invite, in order. */
export async function findInvitable(session: Session, selection: Selection): Promise<Person[]> {
  const { from, friends, parameters } = toQuery(selection)
  const rows = await session.query<PersonRow>(
    `SELECT ${PERSON_COLUMNS} FROM ${from}
     ORDER BY ${friends} + 0 DESC, people.joined_at, mailbox LIMIT $1`,
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
    const query = toQuery(selection)
    const people = await session.value<number>(INVITE(FIRST(query)), query.parameters)
    const detail = {
      people,
      ...detailOf(selection.conditions),
      ...(selection.by === 'referrals' && { by: selection.by }),
    }
    if (people > 0) await recordBulkChange(session, 'invite', detail)
    return people
  })
}

/** Returns whether `invitePerson` would invite the person. */
export const isInvitable = async (
  session: Session,
  mailbox: string,
  days: number,
): Promise<boolean> => (await session.query(ONE, [mailbox, days])).length > 0

/**
 * Queues an invitation for one person, even if they had one that has expired.
 * @param days the number of days for which an unclaimed place is kept
 * @returns whether the person could be invited
 */
export function invitePerson(session: Session, mailbox: string, days: number): Promise<boolean> {
  return changeList(session, async () => {
    if ((await session.value<number>(INVITE(ONE), [mailbox, days])) === 0) return false
    await recordChange(session, 'invite', mailbox)
    return true
  })
}

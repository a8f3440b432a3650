import { REFERRALS } from '../../../contract/waitlist.ts'
import type { Session } from '../system/session.ts'
import { type Conditions, toSql } from './conditions.ts'
import { GROUPS, type Group } from './groups.ts'
import {
  PERSON_COLUMNS,
  type Person,
  type PersonRow,
  personColumns,
  QUARANTINE_COLUMNS,
  type QuarantineRow,
  toPerson,
  toQuarantined,
} from './person.ts'

/** Some people, or quarantined forms. */
interface Selection {
  readonly group?: Group
  /** Part of an address, of an answer or of the source, in any letter case. Empty: everybody. */
  readonly text?: string | undefined
  readonly since?: Date | undefined
  /** Not about quarantined forms. */
  readonly where?: Conditions | undefined
}

interface Portion {
  readonly limit: number
  readonly offset?: number
}

function select({ group = 'listed', text = '', since, where = [] }: Selection) {
  const isQuarantine = group === 'quarantined'
  const table = isQuarantine ? 'quarantine' : 'people'
  const { sql, parameters } = toSql(where, 3)
  return {
    isQuarantine,
    table,
    matching: `FROM ${table}
      WHERE ${isQuarantine ? 'true' : GROUPS[group]} AND ${sql}
        AND ($1 = '' OR email ILIKE $1 OR source ILIKE $1
          OR EXISTS (SELECT FROM jsonb_each_text(answers) WHERE value ILIKE $1))
        AND ($2::timestamptz IS NULL OR ${table}.joined_at >= $2)`,
    values: [text && `%${text.replace(/[%_\\]/g, '\\$&')}%`, since ?? null, ...parameters],
  }
}

/** Newest first. */
export async function list(
  session: Session,
  { limit, offset = 0, ...selection }: Selection & Portion,
): Promise<Person[]> {
  const { isQuarantine, table, matching, values } = select(selection)
  const portion = `${matching} ORDER BY ${table}.joined_at DESC, email_key LIMIT ${limit} OFFSET ${offset}`
  if (isQuarantine) {
    const sql = `SELECT ${QUARANTINE_COLUMNS} ${portion}`
    return (await session.query<QuarantineRow>(sql, values)).map(toQuarantined)
  }
  const sql = `SELECT ${PERSON_COLUMNS} ${portion}`
  return (await session.query<PersonRow>(sql, values)).map(toPerson)
}

/** How many `list` has in all. */
export function countSelection(session: Session, selection: Selection): Promise<number> {
  const { matching, values } = select(selection)
  return session.value(`SELECT count(*)::integer ${matching}`, values)
}

/** Counts the friends of everybody at once: the function of each row would take longer than the whole export. */
const COUNTED_FRIENDS = `CASE WHEN referral_code IS NOT NULL THEN coalesce(friends, 0) END AS ${REFERRALS.name}`

/** All people on the list in portions, in order of arrival, with some of their columns. Needs a transaction. */
export async function* listedPeople(
  session: Session,
  names: readonly string[],
  referrals: boolean,
): AsyncGenerator<Person[]> {
  const rows = session.portions<PersonRow>(
    `SELECT ${personColumns(names)}${referrals ? `, ${COUNTED_FRIENDS}` : ''}
     FROM people LEFT JOIN referrers USING (email_key) WHERE ${GROUPS.listed}
     ORDER BY people.joined_at, email_key`,
  )
  for await (const portion of rows) yield portion.map(toPerson)
}

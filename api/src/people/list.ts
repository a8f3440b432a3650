import type { Session } from '../database/session.ts'
import { type Conditions, toSql } from './conditions.ts'
import { GROUPS } from './groups.ts'
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

export interface ListOptions {
  /** Quarantined forms instead of people on the list. */
  readonly quarantined?: boolean | undefined
  /** People who left instead of people on the list. */
  readonly left?: boolean | undefined
  /** Only people who have confirmed their address, or only those who have not. */
  readonly confirmed?: boolean | undefined
  /** Part of an address, of an answer or of the source, in any letter case. */
  readonly search?: string | undefined
  readonly since?: Date | undefined
  readonly where?: Conditions | undefined
  readonly limit: number
}

/** The parameter of `MATCHES` for a text. */
export const searchPattern = (text: string): string => `%${text.replace(/[%_\\]/g, '\\$&')}%`

/** SQL about a row of `people` or `quarantine`: $1 is in its address, an answer or the source, in any letter case. */
export const MATCHES = `(email ILIKE $1 OR source ILIKE $1
  OR EXISTS (SELECT FROM jsonb_each_text(answers) WHERE value ILIKE $1))`

/** SQL about a row of a table with forms. */
const isMatch = (table: string): string => `($1::text IS NULL OR ${MATCHES})
  AND ($2::timestamptz IS NULL OR ${table}.joined_at >= $2)`

const newestOf = (table: string): string => `ORDER BY ${table}.joined_at DESC, email_key LIMIT $3`

async function listQuarantined(session: Session, values: readonly unknown[]): Promise<Person[]> {
  const rows = await session.query<QuarantineRow>(
    `SELECT ${QUARANTINE_COLUMNS} FROM quarantine
     WHERE ${isMatch('quarantine')} ${newestOf('quarantine')}`,
    values,
  )
  return rows.map(toQuarantined)
}

/** Newest first. */
export async function list(session: Session, options: ListOptions): Promise<Person[]> {
  const { quarantined, left, confirmed, search, since, where = [], limit } = options
  const values = [search === undefined ? null : searchPattern(search), since ?? null, limit]
  if (quarantined) return listQuarantined(session, values)
  const { sql, parameters } = toSql(where, 5)
  const rows = await session.query<PersonRow>(
    `SELECT ${PERSON_COLUMNS} FROM people
     WHERE ${left ? GROUPS.left : GROUPS.listed} AND ${isMatch('people')}
       AND ($4::boolean IS NULL OR (confirmed_at IS NOT NULL) = $4) AND ${sql}
     ${newestOf('people')}`,
    [...values, confirmed ?? null, ...parameters],
  )
  return rows.map(toPerson)
}

/** All people on the list in portions, in order of arrival, with some of their columns. Needs a transaction. */
export async function* listedPeople(
  session: Session,
  names: readonly string[],
): AsyncGenerator<Person[]> {
  const rows = session.portions<PersonRow>(
    `SELECT ${personColumns(names)} FROM people WHERE ${GROUPS.listed}
     ORDER BY people.joined_at, email_key`,
  )
  for await (const portion of rows) yield portion.map(toPerson)
}

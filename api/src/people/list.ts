import type { Session } from '../database/session.ts'
import { type Conditions, toSql } from './conditions.ts'
import { GROUPS } from './groups.ts'
import { PERSON_COLUMNS, type Person, type PersonRow, toPerson } from './person.ts'

export interface ListOptions {
  /** Quarantined signups instead of people on the list. */
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

/** SQL about a row of `signups`: $1 is in its address, an answer or the source, in any letter case. */
export const MATCHES = `(email ILIKE $1 OR source ILIKE $1
  OR EXISTS (SELECT FROM jsonb_each_text(answers) WHERE value ILIKE $1))`

function groupOf({ quarantined, left }: ListOptions): string {
  if (quarantined) return GROUPS.quarantined
  return left ? GROUPS.left : GROUPS.listed
}

/** Newest first. */
export async function list(session: Session, options: ListOptions): Promise<Person[]> {
  const { confirmed, search, since, where = [], limit } = options
  const { sql, parameters } = toSql(where, 5)
  const rows = await session.query<PersonRow>(
    `SELECT ${PERSON_COLUMNS} FROM signups
     WHERE ${groupOf(options)}
       AND ($1::text IS NULL OR ${MATCHES})
       AND ($2::timestamptz IS NULL OR signups.joined_at >= $2)
       AND ($3::boolean IS NULL OR (signups.confirmed_at IS NOT NULL) = $3)
       AND ${sql}
     ORDER BY signups.joined_at DESC, email_key
     LIMIT $4`,
    [
      search === undefined ? null : searchPattern(search),
      since ?? null,
      confirmed ?? null,
      limit,
      ...parameters,
    ],
  )
  return rows.map(toPerson)
}

/** All people on the list in portions, in order of arrival. Needs a transaction. */
export async function* listedPeople(session: Session): AsyncGenerator<Person[]> {
  const rows = session.portions<PersonRow>(
    `SELECT ${PERSON_COLUMNS} FROM signups WHERE ${GROUPS.listed}
     ORDER BY signups.joined_at, email_key`,
  )
  for await (const portion of rows) yield portion.map(toPerson)
}

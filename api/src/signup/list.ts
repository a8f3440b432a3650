import type { Session } from '../session.ts'
import { PERSON_COLUMNS, type Person, type PersonRow, toPerson } from './person.ts'

export interface ListOptions {
  /** Quarantined signups instead of listed people. */
  readonly quarantined?: boolean | undefined
  /** Part of an address or of an answer, in any letter case. */
  readonly search?: string | undefined
  readonly since?: Date | undefined
  readonly limit: number
}

const pattern = (search: string): string => `%${search.replace(/[%_\\]/g, '\\$&')}%`

/** Newest first. */
export async function list(
  session: Session,
  { quarantined = false, search, since, limit }: ListOptions,
): Promise<Person[]> {
  const rows = await session.query<PersonRow>(
    `SELECT ${PERSON_COLUMNS} FROM signups
     WHERE honeypot IS ${quarantined ? 'NOT NULL' : 'NULL'}
       AND ($1::text IS NULL OR email ILIKE $1
         OR EXISTS (SELECT FROM jsonb_each_text(answers) WHERE value ILIKE $1))
       AND ($2::timestamptz IS NULL OR signups.joined_at >= $2)
     ORDER BY signups.joined_at DESC, email_key
     LIMIT $3`,
    [search === undefined ? null : pattern(search), since ?? null, limit],
  )
  return rows.map(toPerson)
}

/** All listed people in portions, in order of arrival. Needs a transaction. */
export async function* listedPeople(session: Session): AsyncGenerator<Person[]> {
  const rows = session.portions<PersonRow>(
    `SELECT ${PERSON_COLUMNS} FROM signups WHERE honeypot IS NULL
     ORDER BY signups.joined_at, email_key`,
  )
  for await (const portion of rows) yield portion.map(toPerson)
}

import type { Session } from '../session.ts'
import { iso } from '../signup/person.ts'

const LISTED = 'honeypot IS NULL AND left_at IS NULL'

/** Groups of signups. Each condition is SQL about a row of `signups`. */
const CONDITIONS = {
  listed: LISTED,
  confirmed: `${LISTED} AND confirmed_at IS NOT NULL`,
  unconfirmed: `${LISTED} AND confirmed_at IS NULL`,
  left: 'honeypot IS NULL AND left_at IS NOT NULL',
  quarantined: 'honeypot IS NOT NULL',
} as const

export type Group = keyof typeof CONDITIONS

const GROUPS = Object.keys(CONDITIONS) as Group[]

export type GroupCounts = Readonly<Record<Group, number>>

export async function countGroups(session: Session): Promise<GroupCounts> {
  const counts = GROUPS.map(
    (group) => `count(*) FILTER (WHERE ${CONDITIONS[group]})::integer AS ${group}`,
  )
  const [row] = await session.query<GroupCounts & Record<string, unknown>>(
    `SELECT ${counts.join(', ')} FROM signups`,
  )
  if (row === undefined) throw new Error('A count has one row.')
  return row
}

/** Sources of the people on the list, the most frequent first; `none` without a source. */
export async function countSources(session: Session): Promise<[string, number][]> {
  const rows = await session.query<{ source: string; count: number }>(
    `SELECT coalesce(source, 'none') AS source, count(*)::integer AS count
     FROM signups WHERE ${LISTED} GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT 12`,
  )
  return rows.map(({ source, count }) => [source, count])
}

export interface FoundSignup {
  readonly email: string
  readonly email_key: string
  readonly answers: Readonly<Record<string, string>>
  readonly joined_at: string
  readonly group: Group
}

export interface Search {
  readonly group: Group
  /** Part of an address or of an answer, in any letter case. Empty: everybody. */
  readonly text: string
  /** From 1. */
  readonly page: number
}

export const PAGE_SIZE = 50

const pattern = (text: string): string => `%${text.replace(/[%_\\]/g, '\\$&')}%`

/** A page of signups, newest first, and the number of all that match. */
export async function searchSignups(
  session: Session,
  { group, text, page }: Search,
): Promise<{ found: FoundSignup[]; total: number }> {
  const where = `${CONDITIONS[group]} AND ($1 = '%%' OR email ILIKE $1
    OR EXISTS (SELECT FROM jsonb_each_text(answers) WHERE value ILIKE $1))`
  const [count] = await session.query<{ total: number }>(
    `SELECT count(*)::integer AS total FROM signups WHERE ${where}`,
    [pattern(text)],
  )
  const found = await session.query<FoundSignup & Record<string, unknown>>(
    `SELECT email, email_key, answers, ${iso('joined_at')}, CASE
       WHEN ${CONDITIONS.quarantined} THEN 'quarantined' WHEN ${CONDITIONS.left} THEN 'left'
       WHEN ${CONDITIONS.confirmed} THEN 'confirmed' ELSE 'unconfirmed' END AS "group"
     FROM signups WHERE ${where}
     ORDER BY signups.joined_at DESC, email_key LIMIT ${PAGE_SIZE} OFFSET $2`,
    [pattern(text), (page - 1) * PAGE_SIZE],
  )
  return { found, total: count?.total ?? 0 }
}

/** Facts about a listed person that are no answers. Times are in ISO 8601. */
export interface Facts {
  readonly source: string | null
  readonly agreed_to: string | null
  readonly confirmed_at: string | null
  readonly left_at: string | null
  readonly invited_at: string | null
  readonly undeliverable_at: string | null
}

const TIMES = ['confirmed_at', 'left_at', 'invited_at', 'undeliverable_at'] as const

export async function readFacts(session: Session, emailKey: string): Promise<Facts | undefined> {
  const [facts] = await session.query<Facts & Record<string, unknown>>(
    `SELECT source, agreed_to, ${TIMES.map(iso).join(', ')}
     FROM signups WHERE email_key = $1 AND honeypot IS NULL`,
    [emailKey],
  )
  return facts
}

export const groupOf = ({ left_at, confirmed_at }: Facts): Group => {
  if (left_at !== null) return 'left'
  return confirmed_at === null ? 'unconfirmed' : 'confirmed'
}

import type { Session } from '../database/session.ts'
import { GROUPS } from './groups.ts'
import { MATCHES, searchPattern } from './list.ts'
import { iso, type Person } from './person.ts'

/** Groups that can be searched and counted. */
const SEARCHED = ['listed', 'confirmed', 'unconfirmed', 'left', 'quarantined'] as const

export type Group = (typeof SEARCHED)[number]

export type GroupCounts = Readonly<Record<Group, number>>

const COUNT = `
  SELECT ${(['listed', 'confirmed', 'unconfirmed', 'left'] as const)
    .map((group) => `count(*) FILTER (WHERE ${GROUPS[group]})::integer AS ${group}`)
    .join(', ')}, (SELECT count(*) FROM quarantine)::integer AS quarantined
  FROM people`

export const countGroups = (session: Session): Promise<GroupCounts> => session.row(COUNT)

export interface FoundSignup {
  readonly email: string
  readonly email_key: string
  readonly answers: Readonly<Record<string, string>>
  readonly joined_at: string
  readonly group: Group
}

export interface Search {
  readonly group: Group
  /** Part of an address, of an answer or of the source, in any letter case. Empty: everybody. */
  readonly text: string
  /** From 1. */
  readonly page: number
}

export const PAGE_SIZE = 50

/** The table of a group, the condition about its rows, and the group of a row. */
const sourceOf = (group: Group) =>
  group === 'quarantined'
    ? { table: 'quarantine', where: 'true', name: "'quarantined'" }
    : {
        table: 'people',
        where: GROUPS[group],
        name: `CASE WHEN ${GROUPS.left} THEN 'left' WHEN ${GROUPS.confirmed} THEN 'confirmed' ELSE 'unconfirmed' END`,
      }

/** A page of signups, newest first, and the number of all that match. */
export async function searchSignups(
  session: Session,
  { group, text, page }: Search,
): Promise<{ found: FoundSignup[]; total: number }> {
  const { table, where, name } = sourceOf(group)
  const matching = `FROM ${table} WHERE ${where} AND ($1 = '%%' OR ${MATCHES})`
  const total = await session.value<number>(`SELECT count(*)::integer ${matching}`, [
    searchPattern(text),
  ])
  const found = await session.query<FoundSignup>(
    `SELECT email, email_key, answers, ${iso('joined_at')}, ${name} AS "group" ${matching}
     ORDER BY ${table}.joined_at DESC, email_key LIMIT ${PAGE_SIZE} OFFSET $2`,
    [searchPattern(text), (page - 1) * PAGE_SIZE],
  )
  return { found, total }
}

/** The group of a person who is on the list or has left. */
export const groupOf = (person: Person): Group => {
  if (person.left_at) return 'left'
  return person.confirmed_at ? 'confirmed' : 'unconfirmed'
}

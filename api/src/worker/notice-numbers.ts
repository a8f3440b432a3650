import { GROUPS } from '../list/groups.ts'
import type { Session } from '../system/session.ts'
import type { Turn } from './notice-turns.ts'

type Period = Pick<Turn, 'since' | 'until'>

export interface Numbers {
  readonly joined: number
  readonly confirmed: number
  readonly left: number
  /** On the list now. */
  readonly all: number
  readonly all_confirmed: number
}

const within = (column: string): string => `${column} > $1 AND ${column} <= $2`
const JOINED = within('joined_at')

const COUNT = `
  SELECT count(*) FILTER (WHERE ${JOINED})::integer AS joined,
    count(*) FILTER (WHERE ${within('confirmed_at')})::integer AS confirmed,
    count(*) FILTER (WHERE ${within('left_at')})::integer AS left,
    count(*) FILTER (WHERE ${GROUPS.listed})::integer AS all,
    count(*) FILTER (WHERE ${GROUPS.confirmed})::integer AS all_confirmed
  FROM people`

/** Counts what happened in a period. It reads the whole table: there is no index by time. */
export const countPeople = (session: Session, { since, until }: Period): Promise<Numbers> =>
  session.row(COUNT, [since, until])

export interface SourceCount {
  readonly source: string
  readonly count: number
}

/** How many sources are named. */
const NAMED = 3

/**
 * The sources of those who joined, most first. Anybody can make up sources, and the tools that show
 * them read links, mentions and markup: only plain words are named.
 */
export const countSources = (session: Session, { since, until }: Period): Promise<SourceCount[]> =>
  session.query<SourceCount>(
    `SELECT lower(source) AS source, count(*)::integer AS count
     FROM people WHERE ${JOINED} AND source ~ '^[A-Za-z0-9][A-Za-z0-9._-]{0,31}$'
     GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT ${NAMED}`,
    [since, until],
  )

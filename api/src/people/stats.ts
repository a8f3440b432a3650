import { FIELDS, QUESTION_NAMES } from '../../contract/waitlist.ts'
import type { Session } from '../database/session.ts'
import { GROUPS } from './groups.ts'

export interface Stats {
  /** People on the list, without those who left. */
  readonly total: number
  /** Those on the list who have confirmed their address. */
  readonly confirmed: number
  readonly left: number
  /** Quarantined signups. The name is a promise to scripts that read `--json`. */
  readonly quarantined: number
  /** People on the list by day (UTC), oldest first, without empty days. */
  readonly per_day: readonly { readonly day: string; readonly count: number }[]
  readonly by: Readonly<Record<string, Readonly<Record<string, number>>>>
  /** Most people first. */
  readonly by_source: readonly SourceCount[]
}

interface SourceCount {
  /** Null: the person came directly, or the source is unknown. */
  readonly source: string | null
  readonly count: number
  readonly confirmed: number
}

interface Choice {
  readonly value: string
  readonly count: number
}

/** Questions whose choices are counted. */
export const COUNTED = QUESTION_NAMES.filter((name) => {
  const field = FIELDS[name]
  return 'counted' in field && field.counted
})

/** Counts every option, then values of former options, and `none` for no answer. */
async function countChoices(session: Session, name: (typeof COUNTED)[number]) {
  const field = FIELDS[name]
  const options = 'options' in field ? field.options : []
  const found = await session.query<Choice & Record<string, unknown>>(
    `SELECT coalesce(answers->>$1, 'none') AS value, count(*)::integer AS count
     FROM signups WHERE ${GROUPS.listed} GROUP BY 1 ORDER BY 2 DESC, 1`,
    [name],
  )
  return Object.fromEntries([
    ...options.map(({ value }) => [value, 0]),
    ...found.map(({ value, count }) => [value, count]),
  ])
}

type Totals = Pick<Stats, 'total' | 'confirmed' | 'left' | 'quarantined'>

const TOTALS = `
  SELECT count(*) FILTER (WHERE ${GROUPS.listed})::integer AS total,
    count(*) FILTER (WHERE ${GROUPS.confirmed})::integer AS confirmed,
    count(*) FILTER (WHERE ${GROUPS.left})::integer AS left,
    count(*) FILTER (WHERE ${GROUPS.quarantined})::integer AS quarantined
  FROM signups`

const PER_DAY = `
  SELECT to_char(joined_at AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS day, count(*)::integer AS count
  FROM signups WHERE ${GROUPS.listed} GROUP BY 1 ORDER BY 1`

const BY_SOURCE = `
  SELECT source, count(*)::integer AS count, count(confirmed_at)::integer AS confirmed
  FROM signups WHERE ${GROUPS.listed} GROUP BY 1 ORDER BY 2 DESC, 1`

/** All counts are of the same moment. */
export const stats = (session: Session): Promise<Stats> =>
  session.transaction(async () => {
    const [totals] = await session.query<Totals>(TOTALS)
    const per_day = await session.query<{ day: string; count: number }>(PER_DAY)
    const by: Record<string, Record<string, number>> = {}
    for (const name of COUNTED) by[name] = await countChoices(session, name)
    const by_source = await session.query<SourceCount & Record<string, unknown>>(BY_SOURCE)
    return { total: 0, confirmed: 0, left: 0, quarantined: 0, ...totals, per_day, by, by_source }
  }, 'SNAPSHOT')

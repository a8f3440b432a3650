import {
  FRIEND_SOURCE,
  OTHER_SOURCE,
  REFERRAL_CODE_PATTERN,
} from '../../../../contract/waitlist.ts'
import type { Session } from '../../system/session.ts'
import { GROUPS } from '../people/groups.ts'

/** Counts of page loads, people who joined, and those of them who then confirmed. */
export interface Funnel {
  /** Visitors are not identified, so a person who loads three pages counts three times. */
  readonly visits: number
  /** The number of people on the list, including imported ones. */
  readonly joined: number
  readonly confirmed: number
  /**
   * Form signups per visit since counting began. Null without visits, or if more people joined than visits were
   * counted, because a browser can refuse to be counted.
   */
  readonly join_rate: number | null
  /** Null if no one has joined. */
  readonly confirm_rate: number | null
}

export interface DayFunnel extends Funnel {
  readonly day: string
}

export interface SourceFunnel extends Funnel {
  /** Null for a direct visit or an unknown source. All referral codes are one source. */
  readonly source: string | null
}

/** Computes all three counts in one statement, so that they agree. */
const FUNNELS = `
  WITH since AS (
    SELECT min(day) AS day FROM visits
  ), joined AS (
    SELECT (joined_at AT TIME ZONE 'UTC')::date AS day, confirmed_at, consented_at,
      CASE WHEN source ~ '${REFERRAL_CODE_PATTERN}' THEN '${FRIEND_SOURCE}' ELSE source END AS source
    FROM people WHERE ${GROUPS.listed}
  ), flow AS (
    SELECT day, nullif(source, '') AS source, sum(count) AS visits, 0 AS joined, 0 AS confirmed,
      0 AS counted
    FROM visits GROUP BY 1, 2
    UNION ALL
    SELECT joined.day, source, 0, count(*), count(confirmed_at),
      count(consented_at) FILTER (WHERE joined.day >= since.day)
    FROM joined, since GROUP BY 1, 2
  )
  SELECT to_char(flow.day, 'YYYY-MM-DD') AS day, source, GROUPING(flow.day, source) AS grouping,
    coalesce(sum(visits), 0)::float8 AS visits, coalesce(sum(joined), 0)::float8 AS joined,
    coalesce(sum(confirmed), 0)::float8 AS confirmed, coalesce(sum(counted), 0)::float8 AS counted,
    to_char((SELECT day FROM since), 'YYYY-MM-DD') AS since
  FROM flow GROUP BY GROUPING SETS ((flow.day), (source), ())
  ORDER BY flow.day, joined DESC, visits DESC, source`

/** Bits of GROUPING, each of which marks a column that a row sums over. */
const [BY_DAY, BY_SOURCE] = [0b01, 0b10]

interface Row extends Record<string, unknown> {
  readonly day: string
  readonly source: string | null
  readonly grouping: number
  readonly visits: number
  readonly joined: number
  readonly confirmed: number
  readonly counted: number
  readonly since: string | null
}

/** Returns the share, rounded to four decimal places, or null if the whole is 0 or smaller than the part. */
export const rateOf = (part: number, whole: number): number | null =>
  whole === 0 || part > whole ? null : Math.round((part / whole) * 10_000) / 10_000

const toFunnel = ({ visits, joined, confirmed, counted }: Row): Funnel => ({
  visits,
  joined,
  confirmed,
  join_rate: rateOf(counted, visits),
  confirm_rate: rateOf(confirmed, joined),
})

export const NOTHING: Funnel = {
  visits: 0,
  joined: 0,
  confirmed: 0,
  join_rate: null,
  confirm_rate: null,
}

/**
 * The source "other" has no join rate, because it includes visits from people who are counted under their own sources.
 */
const toSource = (row: Row): SourceFunnel => ({
  source: row.source,
  ...toFunnel(row),
  ...(row.source === OTHER_SOURCE && { join_rate: null }),
})

/**
 * Returns the days in UTC, oldest first and without empty ones, and the sources, largest first. People count on the day
 * they joined.
 */
export async function readFunnels(session: Session) {
  const rows = await session.query<Row>(FUNNELS)
  const of = (wanted: number) => rows.filter(({ grouping }) => grouping === wanted)
  const all = rows.find(({ grouping }) => grouping === (BY_DAY | BY_SOURCE))
  return {
    all: all ? toFunnel(all) : NOTHING,
    /** The first day with a visit. Null without visits. */
    since: all?.since ?? null,
    days: of(BY_DAY).map((row): DayFunnel => ({ day: row.day, ...toFunnel(row) })),
    sources: of(BY_SOURCE).map(toSource),
  }
}

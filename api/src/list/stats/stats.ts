import { FIELDS, QUESTION_NAMES } from '../../../../contract/waitlist.ts'
import type { Session } from '../../system/session.ts'
import { countGroups, GROUPS } from '../people/groups.ts'
import { type DayFunnel, type Funnel, readFunnels, type SourceFunnel } from './funnel.ts'

/** Scripts that read `--json` rely on these names. */
export interface Stats extends Pick<Funnel, 'visits' | 'join_rate' | 'confirm_rate'> {
  /** The number of people on the list, without those who left. */
  readonly total: number
  readonly confirmed: number
  /** The number of invited people. `claimed` counts those who have claimed their place. */
  readonly invited: number
  readonly claimed: number
  readonly left: number
  readonly quarantined: number
  /** The first day with a visit, UTC, or null. */
  readonly visits_since: string | null
  readonly per_day: readonly DayFunnel[]
  /** Counts by question: options in the form's order, then former options, then no answer. */
  readonly by: Readonly<Record<string, readonly AnswerCount[]>>
  readonly by_source: readonly SourceFunnel[]
}

export interface AnswerCount {
  /** The chosen option's value; null for people without an answer. */
  readonly answer: string | null
  readonly count: number
}

export const COUNTED = QUESTION_NAMES.filter((name) => {
  const field = FIELDS[name]
  return 'counted' in field && field.counted
})

async function countChoices(
  session: Session,
  name: (typeof COUNTED)[number],
): Promise<AnswerCount[]> {
  const field = FIELDS[name]
  const options = 'options' in field ? field.options : []
  const found = await session.query<AnswerCount>(
    `SELECT answers->>$1 AS answer, count(*)::integer AS count
     FROM people WHERE ${GROUPS.listed} GROUP BY 1 ORDER BY (answers->>$1) IS NULL, 2 DESC, 1`,
    [name],
  )
  const offered = options.map(({ value }) => ({
    answer: value,
    count: found.find(({ answer }) => answer === value)?.count ?? 0,
  }))
  const others = found.filter(({ answer }) => options.every(({ value }) => value !== answer))
  return [...offered, ...others]
}

/** Returns all counts from one snapshot. */
export const stats = (session: Session): Promise<Stats> =>
  session.transaction(async () => {
    const { listed, confirmed, invited, claimed, left, quarantined } = await countGroups(session)
    const { all, since, days, sources } = await readFunnels(session)
    const by: Record<string, AnswerCount[]> = {}
    for (const name of COUNTED) by[name] = await countChoices(session, name)
    const { visits, join_rate, confirm_rate } = all
    return {
      ...{ total: listed, confirmed, invited, claimed, left, quarantined },
      ...{ visits, visits_since: since, join_rate, confirm_rate },
      per_day: days,
      by,
      by_source: sources,
    }
  }, 'SNAPSHOT')

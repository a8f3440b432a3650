import { FIELDS, QUESTION_NAMES } from '../../contract/waitlist.ts'
import type { Session } from '../session.ts'

export interface Stats {
  /** Listed people. */
  readonly total: number
  /** Quarantined signups. */
  readonly trapped: number
  /** Listed people by the day on which they joined (UTC), oldest first; days without are left out. */
  readonly per_day: readonly { readonly day: string; readonly count: number }[]
  /** Listed people by choice, for each choice question that is counted. */
  readonly by: Readonly<Record<string, Readonly<Record<string, number>>>>
}

interface Choice {
  readonly value: string
  readonly count: number
}

const COUNTED = QUESTION_NAMES.filter((name) => {
  const field = FIELDS[name]
  return 'counted' in field && field.counted
})

/** Every option has a count; then come values that are no option any more, and `null` for none. */
async function countChoices(session: Session, name: (typeof COUNTED)[number]) {
  const field = FIELDS[name]
  const options = 'options' in field ? field.options : []
  const found = await session.query<Choice & Record<string, unknown>>(
    `SELECT coalesce(answers->>$1, 'none') AS value, count(*)::integer AS count
     FROM signups WHERE honeypot IS NULL GROUP BY 1 ORDER BY 2 DESC, 1`,
    [name],
  )
  return Object.fromEntries([
    ...options.map(({ value }) => [value, 0]),
    ...found.map(({ value, count }) => [value, count]),
  ])
}

/** Counts of one moment. */
export const stats = (session: Session): Promise<Stats> =>
  session.transaction(async () => {
    const [totals] = await session.query<{ total: number; trapped: number }>(
      `SELECT count(*) FILTER (WHERE honeypot IS NULL)::integer AS total,
         count(honeypot)::integer AS trapped FROM signups`,
    )
    const per_day = await session.query<{ day: string; count: number }>(
      `SELECT to_char(joined_at AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS day, count(*)::integer AS count
       FROM signups WHERE honeypot IS NULL GROUP BY 1 ORDER BY 1`,
    )
    const by: Record<string, Record<string, number>> = {}
    for (const name of COUNTED) by[name] = await countChoices(session, name)
    return { total: totals?.total ?? 0, trapped: totals?.trapped ?? 0, per_day, by }
  }, 'SNAPSHOT')

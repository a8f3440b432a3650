import { FIELDS, QUESTION_NAMES } from '../../contract/waitlist.ts'
import type { Session } from '../session.ts'

export interface Stats {
  readonly total: number
  /** Quarantined signups. The name is a promise to scripts that read `--json`. */
  readonly trapped: number
  /** Listed people by day (UTC), oldest first, without empty days. */
  readonly per_day: readonly { readonly day: string; readonly count: number }[]
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

/** Counts every option, then values of former options, and `none` for no answer. */
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

/** All counts are of the same moment. */
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

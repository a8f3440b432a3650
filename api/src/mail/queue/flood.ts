import { changeList, recordBulkChange } from '../../list/history.ts'
import { iso } from '../../list/people/person.ts'
import { count, minute } from '../../system/format.ts'
import type { Session } from '../../system/session.ts'
import { ASKED_PER_HOUR, isPaced, PER_CONFIRMED } from './pace.ts'
import { readBudgets } from './take.ts'

/** Confirmations delayed by a limit, the worker or the mail server. */
export interface LateConfirmations {
  readonly count: number
  /** The number of networks that they were requested from. */
  readonly networks: number
  /** How many of them come from networks that have used more than their share, and the number of those networks. */
  readonly crowded: number
  readonly crowds: number
  /** When the first of them was requested, in ISO 8601. */
  readonly since: string | null
  /** True if the limit on requested emails delays them, rather than a quota or the worker. */
  readonly isLimited: boolean
}

/** Matches confirmations that a person is waiting for. An import's confirmations are bulk. */
const WAITS = "kind = 'confirm' AND class <> 'bulk' AND state = 'waiting'"

/** A visitor gives up after waiting ten minutes for an email. */
const LATE = `${WAITS} AND due_at <= now() AND (class = 'crowd' OR wanted_at < now() - interval '10 minutes')`

const COUNT = `
  SELECT count, networks, crowded, crowds, ${iso('since')} FROM (
    SELECT count(*)::integer AS count, count(DISTINCT network)::integer AS networks,
      (count(*) FILTER (WHERE class = 'crowd'))::integer AS crowded,
      (count(DISTINCT network) FILTER (WHERE class = 'crowd'))::integer AS crowds, min(wanted_at) AS since
    FROM mails WHERE ${LATE}
  ) AS late`

/** Counts confirmations that have waited longer than ten minutes, or that come from a crowd. */
export const findLateConfirmations = async (session: Session): Promise<LateConfirmations> => ({
  ...(await session.row<Omit<LateConfirmations, 'isLimited'>>(COUNT)),
  isLimited: isPaced((await readBudgets(session, {})).budgets),
})

const LIMIT = `at most ${ASKED_PER_HOUR} are sent per hour, plus ${PER_CONFIRMED} more for each person who confirms`

/** Returns, for example: 57 confirmation emails from 3 networks have been waiting, the first since 2026-11-25 09:12 UTC */
export function lateText({ count: late, networks, since, isLimited }: LateConfirmations): string {
  const from = networks > 0 ? ` from ${count(networks, 'network')}` : ''
  const wait = late === 1 ? 'has been waiting' : 'have been waiting, the first'
  const text = `${count(late, 'confirmation email')}${from} ${wait} since ${minute(since ?? '')} UTC`
  return isLimited ? `${text}: ${LIMIT}` : text
}

/** The waiting confirmations that belong to a flood: those from crowds, or all. */
export type Flood = 'crowds' | 'all'

const OF: Readonly<Record<Flood, string>> = {
  crowds: `${WAITS} AND class = 'crowd'`,
  all: WAITS,
}

export interface FloodCount {
  readonly mails: number
  readonly networks: number
  /** The number of waiting confirmations from networks that are not a crowd. */
  readonly others: number
}

/** Counts what `withdrawFlood` would withdraw. */
export const countFlood = (session: Session, flood: Flood): Promise<FloodCount> =>
  session.row(
    `SELECT (count(*) FILTER (WHERE ${OF[flood]}))::integer AS mails,
       (count(DISTINCT network) FILTER (WHERE ${OF[flood]}))::integer AS networks,
       (count(*) FILTER (WHERE class = 'asked'))::integer AS others
     FROM mails WHERE ${OF.all}`,
  )

/**
 * Withdraws the confirmations that a flood requested. The people stay on the list until they are erased for not
 * confirming, and can ask for the email again until then.
 * @returns the number of emails
 */
export const withdrawFlood = (session: Session, flood: Flood): Promise<number> =>
  changeList(session, async () => {
    const rows = await session.query(
      `UPDATE mails SET state = 'withdrawn', ended_at = now() WHERE ${OF[flood]} RETURNING 1`,
    )
    if (rows.length > 0) await recordBulkChange(session, 'mail withdraw', { mails: rows.length })
    return rows.length
  })

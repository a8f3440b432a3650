import { iso } from '../list/person.ts'
import { count, minute } from '../system/format.ts'
import type { Session } from '../system/session.ts'
import { CONFIRMATION_LIMIT, isLimitReached } from './budget.ts'

/** Confirmations that the budgets or the mail server hold back. */
export interface LateConfirmations {
  readonly count: number
  /** Since when the first of them waits, in ISO 8601. */
  readonly since: string | null
  /** Whether they wait because of the limit of confirmations, and not for a quota or the worker. */
  readonly isLimited: boolean
}

/** A visitor who gets no email within ten minutes has gone on. */
const LATE = "interval '10 minutes'"

/** Confirmations that have waited for longer than ten minutes and could be sent. */
export const findLateConfirmations = async (session: Session): Promise<LateConfirmations> => ({
  ...(await session.row<Omit<LateConfirmations, 'isLimited'>>(
    `SELECT count, ${iso('since')} FROM (
       SELECT count(*)::integer AS count, min(wanted_at) AS since FROM mails
       WHERE kind = 'confirm' AND state = 'waiting' AND due_at <= now() AND wanted_at < now() - ${LATE}
     ) AS late`,
  )),
  isLimited: await isLimitReached(session),
})

/** For example: 57 confirmation emails wait, the first since 2026-11-25 09:12 UTC */
export function lateText({ count: late, since, isLimited }: LateConfirmations): string {
  const wait = late === 1 ? 'waits' : 'wait, the first'
  const text = `${count(late, 'confirmation email')} ${wait} since ${minute(since ?? '')} UTC`
  return isLimited ? `${text}: ${CONFIRMATION_LIMIT}` : text
}

import type { Session } from '../system/session.ts'
import { IS_DUE, IS_UNDER_WAY } from './leases.ts'
import { type Kind, MAIL_KINDS, type MailKind } from './mails.ts'

/** The mail provider's quotas: MAIL_PER_HOUR and MAIL_PER_DAY. */
export interface Quotas {
  readonly perHour?: number | undefined
  readonly perDay?: number | undefined
}

const BULK: readonly MailKind[] = ['remind', 'invite', 'announce']

/**
 * The hourly limit of announcements, invitations and reminders without MAIL_PER_HOUR. Mailbox providers distrust a new
 * sender who sends many emails at once.
 */
const BULK_PER_HOUR = 300

/** The number of confirmations that may be sent per hour, as long as no one confirms. */
const CONFIRMATIONS = 200

/** Each person who confirms raises the limit by this number. A flood of made-up addresses cannot raise the limit. */
const PER_CONFIRMED = 10

/** This sentence tells the owner why confirmations wait. */
export const CONFIRMATION_LIMIT = `at most ${CONFIRMATIONS} are sent in an hour, and ${PER_CONFIRMED} more for each person who confirms`

/**
 * Each kind with waiting emails gets at least this share of a budget, except reminders. The share of confirmations stays
 * free even if none wait, because the next signup must not wait for the next hour.
 */
const SHARE = 0.25

const shareOf = (budget: number): number => Math.floor(budget * SHARE)

/** Returns the number of invitations or announcements within a quota if nothing else waits. */
const bulkOf = (quota: number): number => quota - shareOf(quota)

interface KindUse {
  readonly kind: MailKind
  /** Counts the period's emails, including those being sent. */
  readonly used: number
  readonly has_work: boolean
}

/** A budget for some kinds of email in an hour or a day, and how much of it is used. */
interface Period {
  readonly budget: number
  readonly uses: readonly KindUse[]
}

/** Counts sent emails of a kind. Emails written to files use no provider's quota, so they do not count. */
const usedOf = (kind: MailKind, period: string): string => `
  ((SELECT count(*) FROM mails
     WHERE kind = '${kind}' AND state IN ('sent', 'failed') AND ended_at > now() - ${period})
   + (SELECT count(*) FROM mails WHERE kind = '${kind}' AND ${IS_UNDER_WAY}))::integer`

/** Sorts in the order of the index. Without the order, the database would read every waiting email. */
const hasWork = (kind: MailKind): string => `EXISTS (
  SELECT FROM (
    SELECT FROM mails WHERE kind = '${kind}' AND ${IS_DUE} ORDER BY turn, due_at LIMIT 1
  ) AS first
)`

/** Inserts each kind as a constant, so that the database can estimate its rows. */
const COUNT_USE = (kinds: readonly MailKind[]): string =>
  kinds
    .map(
      (kind) => `
  SELECT '${kind}' AS kind, ${usedOf(kind, '$1::interval')} AS used, ${hasWork(kind)} AS has_work`,
    )
    .join(' UNION ALL ')

const countUse = async (
  session: Session,
  budget: number,
  kinds: readonly MailKind[],
  period: string,
): Promise<Period> => ({
  budget,
  uses: await session.query<KindUse>(COUNT_USE(kinds), [period]),
})

/**
 * @param used the number of confirmations sent in the last hour
 * @param confirmed the number of people who confirmed in that hour
 */
export const confirmations = (used: number, confirmed: number): Period => ({
  budget: CONFIRMATIONS + PER_CONFIRMED * confirmed,
  uses: [{ kind: 'confirm', used, has_work: true }],
})

const COUNT_CONFIRMATIONS = `
  SELECT ${usedOf('confirm', "interval '1 hour'")} AS used,
    (SELECT count(*) FROM people WHERE confirmed_at > now() - interval '1 hour')::integer AS confirmed
  WHERE ${hasWork('confirm')}`

/** Skips counting while no confirmation is due. */
async function countConfirmations(session: Session): Promise<Period[]> {
  const rows = await session.query<{ used: number; confirmed: number }>(COUNT_CONFIRMATIONS)
  return rows.map(({ used, confirmed }) => confirmations(used, confirmed))
}

/** The limit counts as reached when this many places are left, because the worker needs a moment to use them. */
const SLACK = 10

/** Tells whether confirmations wait because too many were sent in the last hour. */
export const isLimitReached = async (session: Session): Promise<boolean> =>
  roomFor(await countConfirmations(session), 'confirm', []) < SLACK

export const readBudgets = async (
  session: Session,
  { perHour, perDay }: Quotas,
): Promise<readonly Period[]> => [
  perHour === undefined
    ? await countUse(session, BULK_PER_HOUR, BULK, '1 hour')
    : await countUse(session, perHour, MAIL_KINDS, '1 hour'),
  ...(await countConfirmations(session)),
  ...(perDay === undefined ? [] : [await countUse(session, perDay, MAIL_KINDS, '1 day')]),
]

type Taken = readonly { readonly kind: Kind }[]

function roomWithin({ budget, uses }: Period, kind: MailKind, taken: Taken): number {
  const isOfPeriod = (each: Kind): boolean => uses.some((use) => use.kind === each)
  if (!isOfPeriod(kind)) return Number.POSITIVE_INFINITY
  const used = uses.reduce((sum, use) => sum + use.used, 0)
  const left = uses
    .filter((use) => use.kind !== kind && use.kind !== 'remind')
    .filter((use) => use.has_work || use.kind === 'confirm')
    .reduce((sum, use) => sum + Math.max(0, shareOf(budget) - use.used), 0)
  return Math.max(0, budget - used - left - taken.filter((mail) => isOfPeriod(mail.kind)).length)
}

/** Returns how many emails of a kind may be sent now; `taken` counts those since the budgets were read. */
export const roomFor = (periods: readonly Period[], kind: MailKind, taken: Taken): number =>
  Math.min(...periods.map((period) => roomWithin(period, kind, taken)))

/** Returns the hours that the daily limit takes. The first day's emails go out at once. */
const hoursOfDays = (mails: number, perDay: number): number =>
  24 * (Math.ceil(mails / bulkOf(perDay)) - 1)

/** Returns the hourly limit of invitations or announcements: the quota, or the default pace. */
export const paceOf = ({ perHour = BULK_PER_HOUR }: Quotas): number => perHour

/** Returns in words how long invitations or announcements take within the quotas. */
export function sendingTime(mails: number, { perHour, perDay }: Quotas): string {
  const ofHour = perHour === undefined ? BULK_PER_HOUR : bulkOf(perHour)
  const days = perDay === undefined ? 0 : hoursOfDays(mails, perDay)
  const hours = Math.max(Math.ceil(mails / ofHour), days)
  if (hours <= 1) return 'up to an hour'
  return hours <= 48 ? `about ${hours} hours` : `about ${Math.round(hours / 24)} days`
}

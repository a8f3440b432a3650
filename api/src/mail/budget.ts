import type { Session } from '../system/session.ts'
import { IS_DUE, IS_UNDER_WAY } from './leases.ts'
import { type Kind, MAIL_KINDS, type MailKind } from './mails.ts'

/** The quotas of a mail provider, as far as it has any: MAIL_PER_HOUR and MAIL_PER_DAY. */
export interface Quotas {
  readonly perHour?: number | undefined
  readonly perDay?: number | undefined
}

/** What is sent to many at once. */
const BULK: readonly MailKind[] = ['remind', 'invite', 'announce']

/**
 * Announcements, invitations and reminders of an hour without MAIL_PER_HOUR. Mailbox providers distrust a sender
 * who is new to them and sends much at once.
 */
const BULK_PER_HOUR = 300

/** How many confirmations are sent in an hour. */
const CONFIRMATIONS = 200

/** Each person who confirms adds these. Made-up addresses confirm nothing, so a flood does not raise its limit. */
const PER_CONFIRMED = 10

/** Why confirmations wait, for the owner. */
export const CONFIRMATION_LIMIT = `at most ${CONFIRMATIONS} are sent in an hour, and ${PER_CONFIRMED} more for each person who confirms`

/**
 * Of a budget, the other kinds leave this part to a kind that has work. They leave it to confirmations at
 * any time, because the next signup must not wait for the next hour. Reminders take what is left.
 */
const SHARE = 0.25

const shareOf = (budget: number): number => Math.floor(budget * SHARE)

/** How many invitations or announcements are sent within a quota when nothing else waits. */
const bulkOf = (quota: number): number => quota - shareOf(quota)

interface KindUse {
  readonly kind: MailKind
  /** Mails of the period, and those under way. */
  readonly used: number
  readonly has_work: boolean
}

/** A budget of some kinds, and what was used of it. */
interface Period {
  readonly budget: number
  readonly uses: readonly KindUse[]
}

/** A file uses up no provider's quota. */
const usedOf = (kind: MailKind, period: string): string => `
  ((SELECT count(*) FROM mails
     WHERE kind = '${kind}' AND state IN ('sent', 'failed') AND ended_at > now() - ${period})
   + (SELECT count(*) FROM mails WHERE kind = '${kind}' AND ${IS_UNDER_WAY}))::integer`

/** Work is looked for in the order of the index, or the database would read all that waits. */
const hasWork = (kind: MailKind): string => `EXISTS (
  SELECT FROM (
    SELECT FROM mails WHERE kind = '${kind}' AND ${IS_DUE} ORDER BY turn, due_at LIMIT 1
  ) AS first
)`

/** Each kind is a constant, so that the database knows how many rows it has. */
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

/** @param used confirmations of the last hour, in which so many people have confirmed */
export const confirmations = (used: number, confirmed: number): Period => ({
  budget: CONFIRMATIONS + PER_CONFIRMED * confirmed,
  uses: [{ kind: 'confirm', used, has_work: true }],
})

const COUNT_CONFIRMATIONS = `
  SELECT ${usedOf('confirm', "interval '1 hour'")} AS used,
    (SELECT count(*) FROM people WHERE confirmed_at > now() - interval '1 hour')::integer AS confirmed
  WHERE ${hasWork('confirm')}`

/** Nothing is counted while no confirmation is due. */
async function countConfirmations(session: Session): Promise<Period[]> {
  const rows = await session.query<{ used: number; confirmed: number }>(COUNT_CONFIRMATIONS)
  return rows.map(({ used, confirmed }) => confirmations(used, confirmed))
}

/** The worker needs a moment to use up what becomes free. */
const SLACK = 10

/** Whether confirmations wait because so many were sent in the last hour. */
export const isLimitReached = async (session: Session): Promise<boolean> =>
  roomFor(await countConfirmations(session), 'confirm', []) < SLACK

/** What was used of each budget. */
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

/** How many mails of a kind may be sent now; `taken` are those since the budgets were read. */
export const roomFor = (periods: readonly Period[], kind: MailKind, taken: Taken): number =>
  Math.min(...periods.map((period) => roomWithin(period, kind, taken)))

/** The emails of the first day go out at once. */
const hoursOfDays = (mails: number, perDay: number): number =>
  24 * (Math.ceil(mails / bulkOf(perDay)) - 1)

/** How many invitations or announcements an hour has at most: the quota, or the pace without one. */
export const paceOf = ({ perHour = BULK_PER_HOUR }: Quotas): number => perHour

/** How long invitations or announcements take within the quotas, in words. */
export function sendingTime(mails: number, { perHour, perDay }: Quotas): string {
  const ofHour = perHour === undefined ? BULK_PER_HOUR : bulkOf(perHour)
  const days = perDay === undefined ? 0 : hoursOfDays(mails, perDay)
  const hours = Math.max(Math.ceil(mails / ofHour), days)
  if (hours <= 1) return 'within an hour'
  return hours <= 48 ? `in about ${hours} hours` : `in about ${Math.round(hours / 24)} days`
}

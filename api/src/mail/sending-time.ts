import { BULK_PER_HOUR, bulkOf, type Quotas } from './budget.ts'

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

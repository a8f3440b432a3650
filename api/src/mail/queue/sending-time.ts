import { BULK_PER_HOUR, type Quotas } from './pace.ts'

/** Returns how many bulk emails fit into a quota if no other emails are sent. */
const bulkOf = (quota: number): number => quota - Math.floor(quota / 4)

/** Returns how many hours the daily limit adds. The first day's emails are sent without waiting. */
const hoursOfDays = (mails: number, perDay: number): number =>
  24 * (Math.ceil(mails / bulkOf(perDay)) - 1)

/** Returns the hourly limit that bulk counts toward: the quota, or the default pace. */
export const paceOf = ({ perHour = BULK_PER_HOUR }: Quotas): number => perHour

/** Returns how long bulk emails take within the quotas, in words. */
export function sendingTime(mails: number, { perHour, perDay }: Quotas): string {
  const ofHour = perHour === undefined ? BULK_PER_HOUR : bulkOf(perHour)
  const days = perDay === undefined ? 0 : hoursOfDays(mails, perDay)
  const hours = Math.max(Math.ceil(mails / ofHour), days)
  if (hours <= 1) return 'up to an hour'
  return hours <= 48 ? `about ${hours} hours` : `about ${Math.round(hours / 24)} days`
}

import { bulkOf } from './claim.ts'

const hoursWithin = (mails: number, perHour: number): number => Math.ceil(mails / bulkOf(perHour))

/** The mails of the first day go out at once. */
const hoursOfDays = (mails: number, perDay: number): number =>
  24 * (Math.ceil(mails / bulkOf(perDay)) - 1)

/** How long invitations or announcements take at MAIL_PER_HOUR and MAIL_PER_DAY, in words. */
export function sendingTime(mails: number, perHour: number, perDay?: number): string {
  const days = perDay === undefined ? 0 : hoursOfDays(mails, perDay)
  const hours = Math.max(hoursWithin(mails, perHour), days)
  if (hours <= 1) return 'within an hour'
  return hours <= 48 ? `in about ${hours} hours` : `in about ${Math.round(hours / 24)} days`
}

import { budgetOf, type MailKind } from './outbox.ts'

/** How long mails take at MAIL_PER_HOUR, in words. */
export function sendingTime(mails: number, perHour: number, kind: MailKind): string {
  const hours = Math.ceil(mails / budgetOf(kind, perHour))
  if (hours <= 1) return 'within an hour'
  return hours <= 48 ? `in about ${hours} hours` : `in about ${Math.round(hours / 24)} days`
}

import PostalMime, { type Attachment, type Email } from 'postal-mime'
import { isBadAddress, statusOf } from './status.ts'

/** What a mail server or a mail provider tells about a mail that was sent. */
export interface DeliveryReport {
  readonly kind: 'refused' | 'complaint' | 'other'
  /** The status code of RFC 3463, such as 5.1.1. */
  readonly status: string | undefined
  /** The Message-ID of the mail, without angle brackets. */
  readonly messageId: string | undefined
  /** The address that the mail was sent to, as far as the report says so. */
  readonly recipient: string | undefined
}

type Fields = Readonly<Record<string, string>>

/** It is decoded only where an encoding is asked for. */
const textOf = ({ content }: Attachment): string => new TextDecoder().decode(content as ArrayBuffer)

/** Groups of fields are separated by an empty line, and written like the header of a mail. */
async function readGroups(part: Attachment): Promise<Fields[]> {
  const groups = textOf(part).split(/\r?\n[\t ]*\r?\n/)
  const parsed = await Promise.all(groups.map((group) => PostalMime.parse(`${group.trim()}\n\n`)))
  return parsed.map(({ headers }) =>
    Object.fromEntries(headers.map(({ key, value }) => [key, value])),
  )
}

const partOf = ({ attachments }: Email, types: readonly string[]): Attachment | undefined =>
  attachments.find(({ mimeType }) => types.includes(mimeType))

/** An address in a field such as `rfc822; ada@example.com` or `<ada@example.com>`. */
const addressIn = (field: string | undefined): string | undefined =>
  field
    ?.replace(/^[^;@]*;/, '')
    .replace(/[<>]/g, '')
    .trim() || undefined

export const withoutBrackets = (messageId: string): string => messageId.replace(/[<>\s]/g, '')

/** The returned mail, whole or only its header. */
async function readReturned(mail: Email): Promise<Pick<DeliveryReport, 'messageId' | 'recipient'>> {
  const part = partOf(mail, [
    'message/rfc822',
    'message/global',
    'text/rfc822-headers',
    'message/rfc822-headers',
    'message/global-headers',
  ])
  const returned = part && (await PostalMime.parse(textOf(part)))
  return {
    messageId: returned?.messageId && withoutBrackets(returned.messageId),
    recipient: returned?.to?.[0]?.address,
  }
}

/** A server that failed to deliver has no verdict of its own, so one without a code marks nobody. */
function kindOf({ action = '' }: Fields, status: string | undefined): DeliveryReport['kind'] {
  return /^(?:failed)?$/i.test(action.trim()) && isBadAddress(status) ? 'refused' : 'other'
}

/** A delivery status notification (RFC 3464, RFC 6533). */
async function readStatus(mail: Email, part: Attachment): Promise<DeliveryReport> {
  const returned = await readReturned(mail)
  const recipients = (await readGroups(part)).filter(
    (fields) => 'final-recipient' in fields || 'action' in fields,
  )
  const reports = recipients.map((fields): DeliveryReport => {
    const status = statusOf(fields['status'], fields['diagnostic-code'])
    const recipient =
      addressIn(fields['original-recipient']) ?? addressIn(fields['final-recipient'])
    return {
      kind: kindOf(fields, status),
      status,
      messageId: returned.messageId,
      recipient: recipient ?? returned.recipient,
    }
  })
  // each of our mails has one recipient
  return (
    reports.find(({ kind }) => kind === 'refused') ??
    reports[0] ?? { kind: 'other', status: undefined, ...returned }
  )
}

/** Other types tell of failed authentication, viruses and mail that is no spam (RFC 5965, RFC 6591). */
export const isComplaint = (feedbackType: string | undefined): boolean =>
  /^\s*(?:abuse|fraud)\s*$/i.test(feedbackType ?? '')

/** A feedback report (RFC 5965), which must have a type. */
async function readFeedback(mail: Email, part: Attachment): Promise<DeliveryReport> {
  const returned = await readReturned(mail)
  const [fields = {}] = await readGroups(part)
  const recipient = addressIn(fields['original-rcpt-to']) ?? addressIn(fields['removal-recipient'])
  return {
    kind: isComplaint(fields['feedback-type']) ? 'complaint' : 'other',
    status: undefined,
    messageId: returned.messageId,
    recipient: recipient ?? returned.recipient,
  }
}

/**
 * Reads a mail that reports a failed delivery or a complaint.
 * @returns undefined when the mail is neither
 */
export async function readReport(source: Uint8Array): Promise<DeliveryReport | undefined> {
  const mail = await PostalMime.parse(source, { forceRfc822Attachments: true }).catch(
    () => undefined,
  )
  if (mail === undefined) return undefined
  const status = partOf(mail, ['message/delivery-status', 'message/global-delivery-status'])
  if (status) return readStatus(mail, status)
  const feedback = partOf(mail, ['message/feedback-report'])
  return feedback && readFeedback(mail, feedback)
}

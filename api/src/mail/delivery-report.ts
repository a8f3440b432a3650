import PostalMime, { type Attachment, addressParser, type Email } from 'postal-mime'
import { isBadAddress, statusOf } from './status.ts'

/** What a mail server or a mail provider reports about an email that was sent. */
export interface DeliveryReport {
  readonly kind: 'refused' | 'complaint' | 'other'
  /** The status code of RFC 3463, such as 5.1.1. */
  readonly status: string | undefined
  /** The Message-ID of the email, without angle brackets. */
  readonly messageId: string | undefined
  /** The address that the email was sent to, as far as the report says so. */
  readonly recipient: string | undefined
  /** The same whenever a provider, or somebody else, sends the event again. It has no personal data. */
  readonly eventId?: string | undefined
  /** When the provider says that it happened, in milliseconds. */
  readonly reportedAt?: number | undefined
}

/** As much of a report is read, in bytes. The recipient comes first, the returned email last. */
export const LARGEST_REPORT = 131_072

/** The parser spends the most on lines: with short ones, a report could take the worker's memory. */
const MOST_LINES = 2_000

/** Of the headers of all parts together, whose addresses take the parser long. In bytes. */
const LARGEST_HEADERS = 32_768

const NEWLINE = 10

/** The part of a report that is read. */
function startOf(source: Uint8Array): Uint8Array {
  const start = source.subarray(0, LARGEST_REPORT)
  let end = 0
  for (let lines = 0; lines < MOST_LINES; lines += 1) {
    end = start.indexOf(NEWLINE, end) + 1
    if (end === 0) return start
  }
  return start.subarray(0, end)
}

type Fields = ReadonlyMap<string, string>

/** It is decoded only where an encoding is asked for. */
const textOf = ({ content }: Attachment): string => new TextDecoder().decode(content as ArrayBuffer)

/** Each of our emails has one recipient, so a report about more groups is not read to its end. */
const MOST_GROUPS = 100

/** Groups of fields are separated by empty lines, and written like the header of a mail. */
function readGroups(part: Attachment): Fields[] {
  const groups: Map<string, string>[] = []
  let group = new Map<string, string>()
  const unfolded = textOf(part).replace(/\r?\n[\t ]+(?=\S)/g, ' ')
  for (const line of unfolded.split('\n', MOST_LINES)) {
    const colon = line.indexOf(':')
    if (line.trim() === '') group = new Map()
    else {
      if (group.size === 0 && groups.push(group) > MOST_GROUPS) break
      group.set(line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim())
    }
  }
  return groups
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

/** More than an address with a name has. */
const LONGEST_ADDRESS = 1_000

/** What the header of the returned email says. */
function readReturned(mail: Email): Pick<DeliveryReport, 'messageId' | 'recipient'> {
  const part = partOf(mail, [
    'message/rfc822',
    'message/global',
    'text/rfc822-headers',
    'message/rfc822-headers',
    'message/global-headers',
  ])
  const header = part && readGroups(part)[0]
  const [to] = addressParser(header?.get('to')?.slice(0, LONGEST_ADDRESS) ?? '', { flatten: true })
  return {
    messageId: withoutBrackets(header?.get('message-id') ?? '') || undefined,
    recipient: to?.address || undefined,
  }
}

/** A server that failed to deliver has no verdict of its own, so one without a code marks nobody. */
function kindOf(fields: Fields, status: string | undefined): DeliveryReport['kind'] {
  const action = fields.get('action') ?? ''
  return /^(?:failed)?$/i.test(action) && isBadAddress(status) ? 'refused' : 'other'
}

/** A delivery status notification (RFC 3464, RFC 6533). */
function readStatus(mail: Email, part: Attachment): DeliveryReport {
  const returned = readReturned(mail)
  const recipients = readGroups(part).filter(
    (fields) => fields.has('final-recipient') || fields.has('action'),
  )
  const reports = recipients.map((fields): DeliveryReport => {
    const status = statusOf(fields.get('status'), fields.get('diagnostic-code'))
    const recipient =
      addressIn(fields.get('original-recipient')) ?? addressIn(fields.get('final-recipient'))
    return {
      kind: kindOf(fields, status),
      status,
      messageId: returned.messageId,
      recipient: recipient ?? returned.recipient,
    }
  })
  // each of our emails has one recipient
  return (
    reports.find(({ kind }) => kind === 'refused') ??
    reports[0] ?? { kind: 'other', status: undefined, ...returned }
  )
}

/** Other types report failed authentication, viruses and mail that is no spam (RFC 5965, RFC 6591). */
export const isComplaint = (feedbackType: string | undefined): boolean =>
  /^\s*(?:abuse|fraud)\s*$/i.test(feedbackType ?? '')

/** A feedback report (RFC 5965), which must have a type. */
function readFeedback(mail: Email, part: Attachment): DeliveryReport {
  const returned = readReturned(mail)
  const [fields = new Map<string, string>()] = readGroups(part)
  const recipient =
    addressIn(fields.get('original-rcpt-to')) ?? addressIn(fields.get('removal-recipient'))
  return {
    kind: isComplaint(fields.get('feedback-type')) ? 'complaint' : 'other',
    status: undefined,
    messageId: returned.messageId,
    recipient: recipient ?? returned.recipient,
  }
}

/**
 * Reads an email that reports a failed delivery or a complaint. Anybody can send one, so its cost is bounded.
 * @returns undefined when the email is neither
 */
export async function readReport(source: Uint8Array): Promise<DeliveryReport | undefined> {
  const options = { forceRfc822Attachments: true, maxHeadersSize: LARGEST_HEADERS }
  const mail = await PostalMime.parse(startOf(source), options).catch(() => undefined)
  if (mail === undefined) return undefined
  const status = partOf(mail, ['message/delivery-status', 'message/global-delivery-status'])
  if (status) return readStatus(mail, status)
  const feedback = partOf(mail, ['message/feedback-report'])
  return feedback && readFeedback(mail, feedback)
}

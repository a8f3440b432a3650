import type { DeliveryReport } from '../../list/apply-reports.ts'
import {
  complaint,
  failure,
  items,
  type Members,
  members,
  type Provider,
  text,
  timeOf,
} from './provider.ts'
import { openSnsMessage } from './sns.ts'

/** Our Message-ID is there only if the notifications include the original headers. The other `messageId` is Amazon's. */
const toldBy = ({ mail }: Members, event: Members, recipient: Members, index: number) => ({
  messageId: members(members(mail)['commonHeaders'])['messageId'],
  recipient: recipient['emailAddress'],
  // a notification and a published event about the same have different ids of Amazon SNS
  event: ['ses', event['feedbackId'], index] as const,
  code: recipient['status'],
  diagnostic: recipient['diagnosticCode'],
})

function readBounce(notification: Members): readonly DeliveryReport[] {
  const bounce = members(notification['bounce'])
  if (bounce['bounceType'] !== 'Permanent') return []
  return items(bounce['bouncedRecipients']).map((recipient, index) =>
    failure(toldBy(notification, bounce, recipient, index)),
  )
}

/**
 * Amazon passes on the type of a feedback report, if the mail provider has attached one; the field is
 * optional (docs.aws.amazon.com/ses/latest/dg/notification-contents.html). Without it, that Amazon calls the
 * notification a complaint is all there is to know.
 */
function readComplaint(notification: Members): readonly DeliveryReport[] {
  const event = members(notification['complaint'])
  const type = text(event['complaintFeedbackType'])
  if (type !== undefined && !['abuse', 'fraud'].includes(type)) return []
  return items(event['complainedRecipients']).map((recipient, index) =>
    complaint(toldBy(notification, event, recipient, index)),
  )
}

/** Amazon also sends a sentence, which is no JSON, when events are set up. */
function parse(notification: string): Members {
  try {
    return members(JSON.parse(notification))
  } catch {
    return {}
  }
}

/**
 * Reads a notification of Amazon SES. `eventType` is the name in events of a configuration set:
 * docs.aws.amazon.com/ses/latest/dg/notification-contents.html and event-publishing-retrieving-sns-contents.html
 */
export function readNotification(notification: string): readonly DeliveryReport[] {
  const parsed = parse(notification)
  const type = parsed['notificationType'] ?? parsed['eventType']
  if (type === 'Bounce') return readBounce(parsed)
  return type === 'Complaint' ? readComplaint(parsed) : []
}

/** Amazon SES, by a topic of Amazon SNS, whose signature needs no key of ours. */
export const ses: Provider = async ({ body }, { topicArn }) => {
  const message = await openSnsMessage(body, topicArn)
  if (message['Type'] !== 'Notification') return []
  const reportedAt = timeOf(message['Timestamp'])
  return readNotification(text(message['Message']) ?? '').map((report) => ({
    ...report,
    reportedAt,
  }))
}

import { type DeliveryReport, isComplaint } from '../delivery-report.ts'
import {
  complaint,
  failure,
  items,
  type Members,
  members,
  messageIdOf,
  type Provider,
  text,
} from './provider.ts'
import { openSnsMessage } from './sns.ts'

/** Our Message-ID is there only if the notifications include the original headers. The other `messageId` is Amazon's. */
const aboutOf = ({ mail }: Members, recipient: Members) => ({
  messageId: messageIdOf(members(members(mail)['commonHeaders'])['messageId']),
  recipient: text(recipient['emailAddress']),
})

function readBounce(notification: Members): readonly DeliveryReport[] {
  const { bounceType, bouncedRecipients } = members(notification['bounce'])
  if (bounceType !== 'Permanent') return []
  return items(bouncedRecipients).map((recipient) =>
    failure(aboutOf(notification, recipient), recipient['status'], recipient['diagnosticCode']),
  )
}

/**
 * Amazon passes on the type of a feedback report, if the mail provider has attached one; the field is
 * optional (docs.aws.amazon.com/ses/latest/dg/notification-contents.html). Without it, that Amazon calls the
 * notification a complaint is all there is to know.
 */
function readComplaint(notification: Members): readonly DeliveryReport[] {
  const { complaintFeedbackType, complainedRecipients } = members(notification['complaint'])
  const type = text(complaintFeedbackType)
  if (type !== undefined && !isComplaint(type)) return []
  return items(complainedRecipients).map((recipient) => complaint(aboutOf(notification, recipient)))
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

/** Amazon SES, by Amazon SNS, whose signature needs no key of ours. */
export const ses: Provider = async ({ body }) => {
  const notification = await openSnsMessage(body)
  return notification === undefined ? [] : readNotification(notification)
}

import { complaint, eventIdOf, failure, members, type Provider, text, timeOf } from './provider.ts'

/**
 * Bounces after which Postmark itself stops sending to the address. Others are temporary, or are
 * about the sender, such as `Blocked` and `DMARCPolicy`.
 */
const PERMANENT = ['HardBounce', 'BadEmailAddress']

/**
 * Postmark: postmarkapp.com/developer/webhooks/bounce-webhook and /spam-complaint-webhook. It signs
 * nothing, and its `MessageID` is not ours. Its `ID` may be too large for a number of JavaScript, so it alone
 * could be that of another event.
 */
export const postmark: Provider = ({ body }) => {
  const event = members(JSON.parse(body))
  const about = {
    messageId: undefined,
    recipient: text(event['Email']),
    eventId: eventIdOf('postmark', event['RecordType'], event['MessageID'], event['ID']),
    reportedAt: timeOf(event['BouncedAt']),
  }
  if (event['RecordType'] === 'SpamComplaint') return [complaint(about)]
  if (event['RecordType'] !== 'Bounce' || !PERMANENT.includes(text(event['Type']) ?? '')) return []
  return [failure(about, undefined, event['Details'])]
}

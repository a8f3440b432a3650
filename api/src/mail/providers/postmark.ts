import { complaint, failure, members, type Provider, text } from './provider.ts'

/**
 * Bounces after which Postmark itself stops sending to the address. Others are temporary, or are
 * about the sender, such as `Blocked` and `DMARCPolicy`.
 */
const PERMANENT = ['HardBounce', 'BadEmailAddress']

/**
 * Postmark: postmarkapp.com/developer/webhooks/bounce-webhook and /spam-complaint-webhook. It signs
 * nothing, and its `MessageID` is not ours.
 */
export const postmark: Provider = ({ body }) => {
  const event = members(JSON.parse(body))
  const about = { messageId: undefined, recipient: text(event['Email']) }
  if (event['RecordType'] === 'SpamComplaint') return [complaint(about)]
  if (event['RecordType'] !== 'Bounce' || !PERMANENT.includes(text(event['Type']) ?? '')) return []
  return [failure(about, undefined, event['Details'])]
}

import { complaint, failure, members, type Provider, text } from './provider.ts'

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
  const told = {
    recipient: event['Email'],
    event: ['postmark', event['RecordType'], event['MessageID'], event['ID']],
    time: event['BouncedAt'],
    diagnostic: event['Details'],
  } as const
  if (event['RecordType'] === 'SpamComplaint') return [complaint(told)]
  if (event['RecordType'] !== 'Bounce' || !PERMANENT.includes(text(event['Type']) ?? '')) return []
  return [failure(told)]
}

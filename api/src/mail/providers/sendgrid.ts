import { createPublicKey, verify as isSigned } from 'node:crypto'
import {
  complaint,
  ForgedRequest,
  failure,
  items,
  type Members,
  type Provider,
  type ProviderRequest,
} from './provider.ts'

/**
 * twilio.com/docs/sendgrid/for-developers/tracking-events/getting-started-event-webhook-security-features:
 * ECDSA of the time and the body, with a key in base64 that SendGrid shows.
 */
function verify({ headers, body }: ProviderRequest, publicKey: string): void {
  const content = Buffer.from(`${headers['x-twilio-email-event-webhook-timestamp']}${body}`)
  const signature = String(headers['x-twilio-email-event-webhook-signature'])
  const key = createPublicKey({
    key: Buffer.from(publicKey, 'base64'),
    format: 'der',
    type: 'spki',
  })
  if (!isSigned('sha256', content, key, Buffer.from(signature, 'base64'))) throw new ForgedRequest()
}

/** Why SendGrid sent nothing: an earlier event was about the address. */
const DROPPED = new Map<unknown, typeof failure>([
  ['Bounced Address', failure],
  ['Invalid', failure],
  ['Spam Reporting Address', complaint],
])

/** A bounce of the type `blocked` is a refusal for the time being. */
function readerOf(event: Members): typeof failure | undefined {
  if (event['event'] === 'spamreport') return complaint
  if (event['event'] === 'dropped') return DROPPED.get(event['reason'])
  return event['event'] === 'bounce' && event['type'] !== 'blocked' ? failure : undefined
}

/** SendGrid: twilio.com/docs/sendgrid/for-developers/tracking-events/event */
export const sendgrid: Provider = (request, { signingKey }) => {
  if (signingKey) verify(request, signingKey)
  return items(JSON.parse(request.body)).flatMap(
    (event) =>
      readerOf(event)?.({
        messageId: event['smtp-id'],
        recipient: event['email'],
        event: ['sendgrid', event['sg_event_id']],
        time: event['timestamp'],
        code: event['status'],
        diagnostic: event['reason'],
      }) ?? [],
  )
}

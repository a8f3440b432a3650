import { createPublicKey, verify as isSigned, type KeyObject } from 'node:crypto'
import { type DeliveryReport, kindOfFailure } from '../delivery-report.ts'
import {
  ForgedRequest,
  items,
  type Members,
  messageIdOf,
  type Provider,
  type ProviderRequest,
  statusOf,
  text,
} from './provider.ts'

function readKey(publicKey: string): KeyObject {
  try {
    return createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' })
  } catch {
    // another text than SendGrid's key is in the settings
    throw new ForgedRequest()
  }
}

/**
 * twilio.com/docs/sendgrid/for-developers/tracking-events/getting-started-event-webhook-security-features:
 * ECDSA of the time and the body, with a key in base64 that SendGrid shows.
 */
function verify({ headers, body }: ProviderRequest, publicKey: string): void {
  const content = Buffer.from(`${headers['x-twilio-email-event-webhook-timestamp']}${body}`)
  const signature = String(headers['x-twilio-email-event-webhook-signature'])
  if (!isSigned('sha256', content, readKey(publicKey), Buffer.from(signature, 'base64'))) {
    throw new ForgedRequest()
  }
}

/** Why SendGrid sent nothing: an earlier event was about the address. */
const DROPPED = new Map<unknown, DeliveryReport['kind']>([
  ['Bounced Address', 'refused'],
  ['Invalid', 'refused'],
  ['Spam Reporting Address', 'complaint'],
])

/** A bounce of the type `blocked` is a refusal for the time being. */
function kindOf(event: Members, status: string | undefined): DeliveryReport['kind'] {
  if (event['event'] === 'spamreport') return 'complaint'
  if (event['event'] === 'dropped') return DROPPED.get(event['reason']) ?? 'other'
  return event['event'] === 'bounce' && event['type'] !== 'blocked'
    ? kindOfFailure(status)
    : 'other'
}

/** SendGrid: twilio.com/docs/sendgrid/for-developers/tracking-events/event */
export const sendgrid: Provider = (request, publicKey) => {
  if (publicKey) verify(request, publicKey)
  return items(JSON.parse(request.body)).map((event) => {
    const status = statusOf(event['status'], event['reason'])
    return {
      kind: kindOf(event, status),
      status,
      messageId: messageIdOf(event['smtp-id']),
      recipient: text(event['email']),
    }
  })
}

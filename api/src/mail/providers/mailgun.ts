import { createHmac } from 'node:crypto'
import { isSame } from '../../system/is-same.ts'
import {
  complaint,
  ForgedRequest,
  failure,
  type Members,
  members,
  type Provider,
  text,
} from './provider.ts'

/**
 * documentation.mailgun.com/docs/mailgun/user-manual/webhooks/securing-webhooks: of the time and a token, not
 * of the event.
 */
function verify(signature: Members, signingKey: string): void {
  const content = [signature['timestamp'], signature['token']].map(text).join('')
  const wanted = createHmac('sha256', signingKey).update(content).digest('hex')
  const given = (text(signature['signature']) ?? '').toLowerCase()
  if (!isSame(given, wanted)) throw new ForgedRequest()
}

/** Mailgun gave up after hours of temporary refusals. */
const TOO_OLD = 'old'

/** Mailgun: documentation.mailgun.com/docs/mailgun/user-manual/webhooks/webhook-payloads */
export const mailgun: Provider = ({ body }, { signingKey }) => {
  const payload = members(JSON.parse(body))
  const signature = members(payload['signature'])
  if (signingKey) verify(signature, signingKey)
  const event = members(payload['event-data'])
  // with a signature, only what it covers tells a repeated request
  const [id, time] = signingKey
    ? [signature['token'], signature['timestamp']]
    : [event['id'], event['timestamp']]
  const server = members(event['delivery-status'])
  const told = {
    messageId: members(members(event['message'])['headers'])['message-id'],
    recipient: event['recipient'],
    event: ['mailgun', id],
    time,
    code: server['enhanced-code'],
    diagnostic: server['message'],
  } as const
  if (event['event'] === 'complained') return [complaint(told)]
  const isPermanent = event['event'] === 'failed' && event['severity'] === 'permanent'
  return isPermanent && event['reason'] !== TOO_OLD ? [failure(told)] : []
}

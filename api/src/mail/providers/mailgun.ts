import { createHmac } from 'node:crypto'
import { kindOfFailure } from '../delivery-report.ts'
import {
  ForgedRequest,
  isSame,
  type Members,
  members,
  messageIdOf,
  type Provider,
  statusOf,
  text,
} from './provider.ts'

/** documentation.mailgun.com/docs/mailgun/user-manual/webhooks/securing-webhooks */
function verify(signature: Members, signingKey: string): void {
  const content = [signature['timestamp'], signature['token']].map(text).join('')
  const wanted = createHmac('sha256', signingKey).update(content).digest()
  const given = Buffer.from(text(signature['signature']) ?? '', 'hex')
  if (!isSame(given, wanted)) throw new ForgedRequest()
}

/** Mailgun gave up after hours of temporary refusals. */
const TOO_OLD = 'old'

/** Mailgun: documentation.mailgun.com/docs/mailgun/user-manual/webhooks/webhook-payloads */
export const mailgun: Provider = ({ body }, signingKey) => {
  const payload = members(JSON.parse(body))
  if (signingKey) verify(members(payload['signature']), signingKey)
  const event = members(payload['event-data'])
  const about = {
    messageId: messageIdOf(members(members(event['message'])['headers'])['message-id']),
    recipient: text(event['recipient']),
  }
  if (event['event'] === 'complained') return [{ kind: 'complaint', status: undefined, ...about }]
  const isPermanent = event['event'] === 'failed' && event['severity'] === 'permanent'
  if (!isPermanent || event['reason'] === TOO_OLD) return []
  const server = members(event['delivery-status'])
  const status = statusOf(server['enhanced-code'], server['message'])
  return [{ kind: kindOfFailure(status), status, ...about }]
}

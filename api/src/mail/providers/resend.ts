import { isSame } from '../../system/is-same.ts'
import { signatureOf } from '../../system/standard-webhooks.ts'
import {
  complaint,
  ForgedRequest,
  failure,
  type Members,
  members,
  type Provider,
  type ProviderRequest,
  text,
} from './provider.ts'

/** resend.com/docs/webhooks/verify-webhooks-requests: several signatures while a key is replaced. */
function verify({ headers, body }: ProviderRequest, signingKey: string): void {
  const [id, timestamp] = [String(headers['svix-id']), String(headers['svix-timestamp'])]
  const wanted = signatureOf(id, timestamp, body, signingKey)
  const given = String(headers['svix-signature']).split(' ')
  if (!given.some((one) => isSame(one, wanted))) throw new ForgedRequest()
}

/** Each of our emails has one recipient, perhaps as `Name <address>`. */
function recipientOf({ to }: Members): string | undefined {
  const recipient = text([to].flat()[0])
  return recipient?.slice(recipient.lastIndexOf('<') + 1).split('>', 1)[0]
}

/** Resend: resend.com/docs/webhooks/emails/bounced and /complained */
export const resend: Provider = (request, { signingKey }) => {
  if (signingKey) verify(request, signingKey)
  const { type, data, created_at } = members(JSON.parse(request.body))
  const mail = members(data)
  const bounce = members(mail['bounce'])
  const told = {
    messageId: mail['message_id'],
    recipient: recipientOf(mail),
    event: ['resend', request.headers['svix-id']],
    time: created_at,
    code: [bounce['diagnosticCode']].flat()[0],
    diagnostic: bounce['message'],
  } as const
  if (type === 'email.complained') return [complaint(told)]
  const isPermanent = (text(bounce['type']) ?? 'Permanent') === 'Permanent'
  return type === 'email.bounced' && isPermanent ? [failure(told)] : []
}

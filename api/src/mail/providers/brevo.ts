import { complaint, failure, items, type Provider, text } from './provider.ts'

const PERMANENT = ['hard_bounce', 'invalid_email']
const COMPLAINTS = ['spam', 'complaint']

/**
 * Brevo: developers.brevo.com/docs/transactional-webhooks. It signs nothing. A webhook with batches
 * sends an array. Its `id` is that of the webhook.
 */
export const brevo: Provider = ({ body }) =>
  items(JSON.parse(body)).flatMap((event) => {
    const name = text(event['event']) ?? ''
    const [messageId, time] = [event['message-id'], event['ts_event']]
    const told = {
      messageId,
      recipient: event['email'],
      event: ['brevo', messageId, name, time],
      time,
      diagnostic: event['reason'],
    } as const
    if (COMPLAINTS.includes(name)) return [complaint(told)]
    return PERMANENT.includes(name) ? [failure(told)] : []
  })

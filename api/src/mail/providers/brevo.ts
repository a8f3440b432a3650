import {
  complaint,
  eventIdOf,
  failure,
  items,
  messageIdOf,
  type Provider,
  text,
  timeOf,
} from './provider.ts'

const PERMANENT = ['hard_bounce', 'invalid_email']
const COMPLAINTS = ['spam', 'complaint']

/**
 * Brevo: developers.brevo.com/docs/transactional-webhooks. It signs nothing. A webhook with batches
 * sends an array. Its `id` is that of the webhook.
 */
export const brevo: Provider = ({ body }) =>
  items(JSON.parse(body)).flatMap((event) => {
    const name = text(event['event']) ?? ''
    const time = event['ts_event']
    const about = {
      messageId: messageIdOf(event['message-id']),
      recipient: text(event['email']),
      eventId: eventIdOf('brevo', event['message-id'], name, time),
      reportedAt: timeOf(time),
    }
    if (COMPLAINTS.includes(name)) return [complaint(about)]
    return PERMANENT.includes(name) ? [failure(about, undefined, event['reason'])] : []
  })

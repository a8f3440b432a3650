import { complaint, failure, items, messageIdOf, type Provider, text } from './provider.ts'

const PERMANENT = ['hard_bounce', 'invalid_email']
const COMPLAINTS = ['spam', 'complaint']

/**
 * Brevo: developers.brevo.com/docs/transactional-webhooks. It signs nothing. A webhook with batches
 * sends an array.
 */
export const brevo: Provider = ({ body }) =>
  items(JSON.parse(body)).flatMap((event) => {
    const name = text(event['event']) ?? ''
    const about = { messageId: messageIdOf(event['message-id']), recipient: text(event['email']) }
    if (COMPLAINTS.includes(name)) return [complaint(about)]
    return PERMANENT.includes(name) ? [failure(about, undefined, event['reason'])] : []
  })

import { kindOfFailure } from '../delivery-report.ts'
import { items, messageIdOf, type Provider, statusOf, text } from './provider.ts'

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
    if (COMPLAINTS.includes(name)) return [{ kind: 'complaint', status: undefined, ...about }]
    if (!PERMANENT.includes(name)) return []
    const status = statusOf(event['reason'])
    return [{ kind: kindOfFailure(status), status, ...about }]
  })

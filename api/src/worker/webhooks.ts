import { createHmac } from 'node:crypto'
import { REFERRALS, WEBHOOK_NAMES } from '../../../contract/waitlist.ts'
import type { Signup } from '../list/inbox/signup.ts'
import { answersOf } from '../list/people/person.ts'
import { type Claimed, IS_DUE, type OnOutcome, recordOutcome, take } from '../mail/queue/leases.ts'
import type { Ending } from '../mail/transport/smtp.ts'
import type { Session } from '../system/session.ts'
import type { MailConfig } from '../system/settings.ts'
import { postJson } from './post-json.ts'

type WebhookConfig = NonNullable<MailConfig['webhook']>

/** The number of concurrent requests, so that one slow response does not delay the others for long. */
const EVENTS = 10

/** Takes each person's events in order, so that the receiver gets `joined` before `left`. */
const CLAIM = take(
  'events',
  `SELECT id FROM events
   WHERE ${IS_DUE} AND NOT EXISTS (
     SELECT FROM events AS earlier
     WHERE earlier.mailbox = events.mailbox AND earlier.created_at < events.created_at
       AND earlier.state IN ('waiting', 'sending')
   )
   ORDER BY due_at LIMIT $1 FOR UPDATE SKIP LOCKED`,
)

export const claimEvents = (session: Session, limit = EVENTS): Promise<Claimed[]> =>
  session.query<Claimed>(CLAIM, [limit])

type WebhookRow = Pick<Signup, 'email' | 'answers'> & Readonly<Record<string, unknown>>

/**
 * Returns the person's current state, with a member for every question, and the number of friends if the event is about
 * one.
 */
async function findPerson(session: Session, { mailbox, about }: Claimed) {
  const names = about === 'friend_confirmed' ? [...WEBHOOK_NAMES, REFERRALS.name] : WEBHOOK_NAMES
  const [row] = await session.query<WebhookRow>(
    `SELECT email, answers, ${names.map((name) => `people.${name}`).join(', ')}
     FROM people WHERE mailbox = $1`,
    [mailbox],
  )
  if (row === undefined) return undefined
  const { email, answers, ...columns } = row
  return { ...answersOf({ email, answers }), ...columns }
}

/** Signs a body as Standard Webhooks 1.0.0 (standardwebhooks.com) requires. */
function signed({ id }: Claimed, body: string, key: WebhookConfig['key']): Record<string, string> {
  const timestamp = String(Math.floor(Date.now() / 1_000))
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${signature}`,
  }
}

/**
 * Sends one event.
 * @returns undefined when the person was erased
 */
export async function sendWebhook(
  session: Session,
  event: Claimed,
  { url, key }: WebhookConfig,
  timeout?: number,
): Promise<Ending | undefined> {
  const person = await findPerson(session, event)
  if (person === undefined) return undefined
  const { id, about } = event
  const body = JSON.stringify({ id, event: about, at: new Date(event.at), person })
  return postJson(url, body, signed(event, body, key), timeout)
}

export interface WebhookOptions extends WebhookConfig {
  readonly onOutcome: OnOutcome
}

async function sendOne(
  session: Session,
  event: Claimed,
  { onOutcome, ...config }: WebhookOptions,
): Promise<void> {
  const delivery = await sendWebhook(session, event, config)
  if (delivery) {
    await recordOutcome(session, event, delivery, { table: 'events', onOutcome })
  } else {
    await session.query('DELETE FROM events WHERE id = $1', [event.id])
  }
}

/**
 * Sends due events; a person's events stay in order.
 * @returns whether more may be due
 */
export async function sendWebhooks(session: Session, options: WebhookOptions): Promise<boolean> {
  const events = await claimEvents(session)
  await Promise.all(events.map((event) => sendOne(session, event, options)))
  return events.length > 0
}

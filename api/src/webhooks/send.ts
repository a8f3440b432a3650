import { WEBHOOK_NAMES } from '../../contract/waitlist.ts'
import type { MailConfig } from '../config/worker.ts'
import type { Session } from '../database/session.ts'
import type { Signup } from '../inbox/signup.ts'
import type { Ending } from '../mail/transport.ts'
import { claim, drop, type Task } from '../outbox/leases.ts'
import { type OnOutcome, recordOutcome } from '../outbox/record-outcome.ts'
import { answersOf } from '../people/person.ts'
import { signatureOf } from '../standard-webhooks.ts'
import { postJson } from './request.ts'

type WebhookConfig = NonNullable<MailConfig['webhook']>

/** With the waits of the queue, the last attempt is three days after the first. */
const ATTEMPTS = 21

/** Requests at once, so that a slow receiver does not hold up the others for long. */
const TASKS = 10

/** What became of an event. `reply` is a status, or a code such as ECONNREFUSED. */
export type WebhookDelivery = Ending | { readonly kind: 'gone' }

type WebhookRow = Pick<Signup, 'email' | 'answers'> & Readonly<Record<string, unknown>>

/** The person as of now, with a member for every question. */
async function findPerson(session: Session, emailKey: string) {
  const [row] = await session.query<WebhookRow>(
    `SELECT email, answers, ${WEBHOOK_NAMES.join(', ')}
     FROM signups WHERE email_key = $1 AND honeypot IS NULL`,
    [emailKey],
  )
  if (row === undefined) return undefined
  const { email, answers, ...columns } = row
  return { ...answersOf({ email, answers }), ...columns }
}

function signed({ id }: Task, body: string, secret: string): Record<string, string> {
  const timestamp = String(Math.floor(Date.now() / 1_000))
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatureOf(id, timestamp, body, secret),
  }
}

/**
 * Sends one event.
 * @param timeout in milliseconds
 * @returns `gone` when the person was erased
 */
export async function sendWebhook(
  session: Session,
  task: Task,
  { url, secret }: WebhookConfig,
  timeout?: number,
): Promise<WebhookDelivery> {
  const person = await findPerson(session, task.email_key)
  if (person === undefined) return { kind: 'gone' }
  const at = new Date(task.created_at)
  const body = JSON.stringify({ id: task.id, event: task.about, at, person })
  return postJson(url, body, signed(task, body, secret), timeout)
}

export interface WebhookOptions extends WebhookConfig {
  readonly onOutcome: OnOutcome
}

async function record(
  session: Session,
  task: Task,
  delivery: WebhookDelivery,
  { onOutcome }: WebhookOptions,
): Promise<void> {
  if (delivery.kind === 'gone') await drop(session, task)
  else await recordOutcome(session, task, delivery, ATTEMPTS, onOutcome)
}

/**
 * Sends the events that are due, those of one person in their order.
 * @returns whether more may be due
 */
export async function sendWebhooks(session: Session, options: WebhookOptions): Promise<boolean> {
  const tasks = await claim(session, 'webhook', TASKS)
  await Promise.all(
    tasks.map(async (task) =>
      record(session, task, await sendWebhook(session, task, options), options),
    ),
  )
  return tasks.length > 0
}

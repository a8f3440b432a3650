import { createHmac } from 'node:crypto'
import { QUESTION_NAMES } from '../../contract/waitlist.ts'
import type { MailConfig } from '../config/worker.ts'
import type { Session } from '../database/session.ts'
import type { Ending } from '../mail/transport.ts'
import { claim, drop, type Task } from './outbox.ts'
import { type OnOutcome, recordOutcome } from './record-outcome.ts'

type WebhookConfig = NonNullable<MailConfig['webhook']>

/** Far less than the lease of a task. In milliseconds. */
const TIMEOUT = 10_000

/** With the waits of the outbox, the last attempt is three days after the first. */
const ATTEMPTS = 21

/** Requests at once, so that a slow receiver does not hold up the others for long. */
const TASKS = 10

/** 4xx that another attempt may not get (RFC 9110; 425 is RFC 8470). */
const TEMPORARY = [408, 425, 429]

/** What became of an event. `reply` is a status, or a code such as ECONNREFUSED. */
export type WebhookDelivery = Ending | { readonly kind: 'gone' }

interface PersonRow {
  readonly email: string
  readonly answers: Readonly<Record<string, string>>
  readonly source: string | null
  readonly joined_at: Date
  readonly confirmed_at: Date | null
  readonly left_at: Date | null
  readonly [column: string]: unknown
}

/** The person as of now, with a member for every question. */
async function findPerson(session: Session, emailKey: string) {
  const [row] = await session.query<PersonRow>(
    `SELECT email, answers, source, joined_at, confirmed_at, left_at
     FROM signups WHERE email_key = $1 AND honeypot IS NULL`,
    [emailKey],
  )
  if (row === undefined) return undefined
  const { email, answers, ...rest } = row
  const known = QUESTION_NAMES.map((name) => [name, answers[name] ?? null])
  return { ...Object.fromEntries(known), email, ...rest }
}

/** A secret of the specification is base64 after its prefix; any other is used as it is. */
const keyOf = (secret: string): Buffer =>
  secret.startsWith('whsec_') ? Buffer.from(secret.slice(6), 'base64') : Buffer.from(secret)

/** Headers of the Standard Webhooks specification 1.0.0 (standardwebhooks.com). */
function signed({ id }: Task, body: string, secret: string): Record<string, string> {
  const timestamp = String(Math.floor(Date.now() / 1_000))
  const content = `${id}.${timestamp}.${body}`
  const signature = createHmac('sha256', keyOf(secret)).update(content).digest('base64')
  return {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${signature}`,
  }
}

const codeOf = (error: unknown): string => {
  const { name, cause } = error as Error & { cause?: NodeJS.ErrnoException }
  return name === 'TimeoutError' ? 'ETIMEDOUT' : (cause?.code ?? 'unknown')
}

function deliveryOf(status: number): WebhookDelivery {
  if (status >= 200 && status < 300) return { kind: 'sent' }
  const reply = String(status)
  const isFinal = status >= 400 && status < 500 && !TEMPORARY.includes(status)
  return { kind: isFinal ? 'failed' : 'later', reply }
}

/**
 * Sends one event. The body of the response is not read, and no redirect is followed: neither may
 * take the person elsewhere.
 * @param timeout in milliseconds
 * @returns `gone` when the person was erased
 */
export async function sendWebhook(
  session: Session,
  task: Task,
  { url, secret }: WebhookConfig,
  timeout = TIMEOUT,
): Promise<WebhookDelivery> {
  const person = await findPerson(session, task.email_key)
  if (person === undefined) return { kind: 'gone' }
  const body = JSON.stringify({ id: task.id, event: task.about, at: task.created_at, person })
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: signed(task, body, secret),
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(timeout),
    })
    await response.body?.cancel()
    return deliveryOf(response.status)
  } catch (error) {
    return { kind: 'later', reply: codeOf(error) }
  }
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

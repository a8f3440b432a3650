import type { Session } from '../database/session.ts'
import type { Transport } from '../mail/transport.ts'
import { erase } from '../people/erase.ts'
import { runJobs } from '../queue/jobs/jobs.ts'
import { claim, drop, findRecorded } from '../queue/outbox.ts'
import { sendWebhooks, type WebhookOptions } from '../queue/webhooks.ts'
import type { Round } from './repeat.ts'

const ERASURES = 20

/** In milliseconds. */
const HOUR = 3_600_000

const forget = (session: Session, transport: Transport): Promise<void> =>
  transport.forget((ids) => findRecorded(session, ids))

/** Erases the people who asked for it by a link. */
const eraseAsked = async (session: Session, transport: Transport): Promise<boolean> => {
  const tasks = await claim(session, 'erase', ERASURES)
  for (const task of tasks) {
    await erase(session, task.email_key)
    // `erase` leaves it when nobody had that address
    await drop(session, task)
  }
  if (tasks.length > 0) await forget(session, transport)
  return tasks.length === ERASURES
}

/** Erasures, and every hour the scheduled jobs. */
export function choreRound(transport: Transport): Round {
  let nextJobs = 0
  return async (session) => {
    const more = await eraseAsked(session, transport)
    if (Date.now() >= nextJobs) {
      await runJobs(session)
      await forget(session, transport)
      nextJobs = Date.now() + HOUR
    }
    return more
  }
}

/** Sends webhooks. Without a receiver, their tasks are deleted. */
export const webhookRound =
  (options: WebhookOptions | undefined): Round =>
  async (session) => {
    if (options) return sendWebhooks(session, options)
    await session.query("DELETE FROM outbox WHERE kind = 'webhook' AND finished_at IS NULL")
    return false
  }

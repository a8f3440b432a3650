import type { Session } from '../database/session.ts'
import type { Transport } from '../mail/transport.ts'
import { claim, findRecorded } from '../outbox/leases.ts'
import { endErasure } from '../people/erase.ts'
import { runJobs } from '../retention/jobs.ts'
import { erasureKeeper } from '../transfer/erasure-file.ts'
import { sendWebhooks, type WebhookOptions } from '../webhooks/send.ts'
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
    await endErasure(session, task.email_key, task.created_at)
  }
  if (tasks.length > 0) await forget(session, transport)
  return tasks.length === ERASURES
}

/**
 * Erasures, and every hour the scheduled jobs.
 * @param erasuresFile a copy of the erasures outside of the database
 */
export function choreRound(transport: Transport, erasuresFile: string | undefined): Round {
  let nextJobs = 0
  const keepErasures = erasuresFile === undefined ? undefined : erasureKeeper(erasuresFile)
  return async (session) => {
    const more = await eraseAsked(session, transport)
    // jobs also while the file cannot be read, and the file also while a job fails
    try {
      // no clock that can be set back
      if (performance.now() >= nextJobs) {
        await runJobs(session)
        await forget(session, transport)
        nextJobs = performance.now() + HOUR
      }
    } finally {
      await keepErasures?.(session)
    }
    return more
  }
}

/** Sends webhooks. Without a receiver, their tasks are deleted. */
export const webhookRound =
  (options: WebhookOptions | undefined): Round =>
  async (session) => {
    if (options) return sendWebhooks(session, options)
    await session.query("DELETE FROM tasks WHERE kind = 'webhook'")
    return false
  }

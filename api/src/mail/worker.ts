import { setTimeout as sleep } from 'node:timers/promises'
import { openSession, type Session } from '../session.ts'
import { erase } from '../signup/erase.ts'
import { takeArrivals } from './arrivals.ts'
import { claim, drop, findRecorded } from './outbox.ts'
import { type Post, sendMails } from './send-mails.ts'

/** How often the worker looks for work. In milliseconds. */
const POLL = 500

/** After a failure, the first and the longest wait. In milliseconds. */
const [FIRST_WAIT, LONGEST_WAIT] = [1_000, 60_000]

const TASKS = 20

export interface WorkerLog {
  info(detail: object, text: string): void
  warn(detail: object, text: string): void
}

export interface WorkerOptions extends Omit<Post, 'onOutcome'> {
  /** The database, for the role that owns the tables. */
  readonly ownerUrl: string
  readonly log: WorkerLog
}

/**
 * One turn of a loop.
 * @returns true when there may be more to do at once
 */
type Round = (session: Session, signal: AbortSignal) => Promise<boolean>

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  sleep(ms, undefined, { signal }).catch(() => {})

/** Repeats a round on a connection of its own, which it opens again when it was lost. */
async function repeat(
  round: Round,
  { ownerUrl, log }: WorkerOptions,
  signal: AbortSignal,
): Promise<void> {
  let wait = FIRST_WAIT
  while (!signal.aborted) {
    let session: Session | undefined
    try {
      session = await openSession(ownerUrl)
      while (!signal.aborted) {
        const more = await round(session, signal)
        wait = FIRST_WAIT
        if (!more) await pause(POLL, signal)
      }
    } catch (error) {
      log.warn({ reason: error }, 'the worker was interrupted and starts again')
      await pause(wait, signal)
      wait = Math.min(wait * 2, LONGEST_WAIT)
    } finally {
      await session?.close().catch(() => {})
    }
  }
}

/** Makes mails of arrivals and sends them. While the mail server is away, mails wait. */
function mailRound(options: WorkerOptions): Round {
  const { log } = options
  let wait = 0
  let resumeAt = 0
  const post: Post = {
    ...options,
    onOutcome: ({ id, kind, attempts }, outcome, reply) =>
      log.info({ mail: id, kind, attempts, reply }, `mail ${outcome}`),
  }
  return async (session) => {
    const more = await takeArrivals(session)
    if (Date.now() < resumeAt) return more
    const { done, away } = await sendMails(session, post)
    if (away === undefined) {
      if (wait > 0 && done > 0) log.info({}, 'the mail server takes mails again')
      if (done > 0) wait = 0
      return more || done > 0
    }
    if (wait === 0) log.warn({ reply: away }, 'the mail server takes no mails; they wait')
    wait = Math.min(wait === 0 ? FIRST_WAIT : wait * 2, LONGEST_WAIT)
    resumeAt = Date.now() + wait
    return more
  }
}

/** Erases the people who asked for it by a link. */
const eraseRound =
  ({ transport }: WorkerOptions): Round =>
  async (session) => {
    const tasks = await claim(session, 'erase', TASKS)
    for (const task of tasks) {
      await erase(session, task.email_key)
      // a quarantined or unknown person leaves the task itself
      await drop(session, task)
    }
    if (tasks.length > 0) await transport.forget((ids) => findRecorded(session, ids))
    return tasks.length > 0
  }

export interface Worker {
  /** Returns when what was under way has come to its end. */
  stop(): Promise<void>
}

/** Starts the work that follows a signup: mails, webhooks, erasures and scheduled jobs. */
export function startWorker(options: WorkerOptions): Worker {
  const abort = new AbortController()
  const rounds = [mailRound(options), eraseRound(options)]
  const loops = rounds.map((round) => repeat(round, options, abort.signal))
  return {
    async stop() {
      abort.abort()
      await Promise.all(loops)
      options.transport.close()
    },
  }
}

import { setTimeout as sleep } from 'node:timers/promises'
import type { OnOutcome } from '../mail/queue/leases.ts'
import { mailSender } from '../mail/queue/send.ts'
import type { Post } from '../mail/transport/post.ts'
import { choreRound, letterRound, listRound, webhookRound } from './chores.ts'
import { mailRound } from './mail-round.ts'
import { noticeRound } from './notices.ts'
import { repeat, type WorkerLog } from './repeat.ts'

/**
 * The longest shutdown, in milliseconds. An email to which the server has not replied by then is sent again within a
 * minute.
 */
const CLOSE_LIMIT = 45_000

export interface WorkerOptions extends Post {
  /** The connection URL of the role that owns the tables. */
  readonly ownerUrl: string
  /** The suppressions file, a copy outside the database, if there is one. */
  readonly suppressionsFile?: string
  readonly log: WorkerLog
}

export interface Worker {
  /** Resolves when the work in progress has ended, or after 45 seconds. */
  stop(): Promise<void>
}

/**
 * Starts the work that follows a signup. Emails, webhooks, chores, letters, the list and notices each have their own
 * loop and connection, so that a slow mail server or webhook receiver doesn't delay anything else.
 */
export function startWorker({ ownerUrl, suppressionsFile, log, ...post }: WorkerOptions): Worker {
  const { transport, mail, mailFolder, templates } = post
  const { webhook, notifyUrl } = mail
  const onOutcome: OnOutcome = ({ id, kind, attempts }, outcome, reply) => {
    log.info({ id, kind, attempts, reply }, `${kind} ${outcome}`)
  }
  const sender = mailSender(post, onOutcome)
  const mails = mailRound(sender, {
    hasServer: mail.isSent,
    away(reply) {
      log.warn({ reply }, 'the mail server does not accept emails, so they wait')
    },
    back() {
      log.info({}, 'the mail server accepts emails again')
    },
  })
  const onNoticeFailed = (notice: string, reply: string) =>
    log.warn({ notice, reply }, 'notice failed')
  const abort = new AbortController()
  const loops = [
    { round: mails, rest: { isLeft: sender.isBusy, run: sender.drain } },
    { round: webhookRound(webhook && { ...webhook, onOutcome }, templates.friend !== undefined) },
    {
      round: choreRound({
        mailFolder,
        hasServer: mail.isSent,
        reminds: mail.reminds,
        suppressionsFile,
        templates,
      }),
    },
    { round: letterRound(templates.after) },
    { round: listRound(webhook !== undefined, log) },
    ...(notifyUrl ? [{ round: noticeRound(notifyUrl, onNoticeFailed) }] : []),
  ].map(({ round, ...options }) =>
    repeat(round, {
      ...options,
      ownerUrl,
      signal: abort.signal,
      onFailure: (error) =>
        log.warn({ reason: error }, 'the worker was interrupted and starts again'),
    }),
  )
  return {
    async stop() {
      abort.abort()
      const end = async () => {
        await Promise.all(loops)
        transport.close()
      }
      // Without this limit, a mail server that never replies or a lost database would block the shutdown.
      await Promise.race([end(), sleep(CLOSE_LIMIT, undefined, { ref: false })])
    },
  }
}

import type { Session } from '../database/session.ts'
import type { Ending, Mail, Transport } from '../mail/transport.ts'
import { compose, type Stationery } from './compose.ts'
import { claimMails, drop, giveBack, type Task } from './outbox.ts'
import { type OnOutcome, recordOutcome } from './record-outcome.ts'

/** A mail that is refused for the time being is given up after this many attempts: about two days. */
const ATTEMPTS = 15

export interface MailRound {
  /** Tasks that came to an end, and the sent ones among them. */
  readonly done: number
  readonly sent: number
  /** The server's reply when it takes no mail at all. */
  readonly away: string | undefined
}

/** What the server has replied and the database does not know yet. */
export type Unrecorded = Map<Task, Ending>

export interface Post extends Stationery {
  readonly transport: Transport
  readonly perHour: number
  readonly onOutcome: OnOutcome
}

/** After a lost connection the replies are recorded on the next one, so that no mail is sent twice. */
async function recordAll(session: Session, unrecorded: Unrecorded, post: Post): Promise<void> {
  for (const [task, delivery] of unrecorded) {
    await recordOutcome(session, task, delivery, ATTEMPTS, post.onOutcome)
    unrecorded.delete(task)
  }
}

/**
 * Sends the mails that are due, as far as the budgets allow.
 * @param limit how many at most
 * @param unrecorded kept by the caller from one call to the next
 */
export async function sendMails(
  session: Session,
  post: Post,
  limit: number,
  unrecorded: Unrecorded,
): Promise<MailRound> {
  await recordAll(session, unrecorded, post)
  const tasks = await claimMails(session, post.perHour, limit)
  const mails: [Task, Mail][] = []
  for (const task of tasks) {
    const mail = await compose(session, task, post)
    if (mail === undefined) await drop(session, task)
    else mails.push([task, mail])
  }
  const undelivered: Task[] = []
  let [sent, away]: [number, string | undefined] = [0, undefined]
  const recorded = await Promise.allSettled(
    mails.map(async ([task, mail]) => {
      const delivery = await post.transport.send(mail)
      if (delivery.kind === 'away') {
        away = delivery.reply
        undelivered.push(task)
        return
      }
      if (delivery.kind === 'sent') sent += 1
      unrecorded.set(task, delivery)
      await recordOutcome(session, task, delivery, ATTEMPTS, post.onOutcome)
      unrecorded.delete(task)
    }),
  )
  const failure = recorded.find(({ status }) => status === 'rejected')
  if (failure?.status === 'rejected') throw failure.reason
  if (away !== undefined) await giveBack(session, undelivered, away)
  return { done: tasks.length - undelivered.length, sent, away }
}

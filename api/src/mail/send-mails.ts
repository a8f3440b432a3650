import type { Session } from '../session.ts'
import { compose, type Stationery } from './compose.ts'
import { claimMails, drop, finish, giveBack, repeatLater, type Task } from './outbox.ts'
import type { Delivery, Mail, Transport } from './transport.ts'

/** Few enough that a new signup does not wait for a slow server. */
const MAILS = 10

/** A mail that is refused for the time being is given up after this many attempts: about two days. */
const ATTEMPTS = 15

export interface MailRound {
  /** Tasks that came to an end. */
  readonly done: number
  /** The server's reply when it takes no mail at all. */
  readonly away: string | undefined
}

export interface Post extends Stationery {
  readonly transport: Transport
  readonly perHour: number
  /** Called for each mail that was sent or has failed. */
  readonly onOutcome: (task: Task, outcome: 'sent' | 'failed', reply?: string) => void
}

async function record(
  session: Session,
  task: Task,
  delivery: Exclude<Delivery, { kind: 'away' }>,
  { onOutcome }: Post,
): Promise<void> {
  if (delivery.kind === 'sent') {
    await finish(session, task, 'sent')
    onOutcome(task, 'sent')
  } else if (delivery.kind === 'later' && task.attempts < ATTEMPTS) {
    await repeatLater(session, task, delivery.reply)
  } else {
    await finish(session, task, 'failed', delivery.reply)
    onOutcome(task, 'failed', delivery.reply)
  }
}

/** Sends the mails that are due, as far as the budgets allow. */
export async function sendMails(session: Session, post: Post): Promise<MailRound> {
  const tasks = await claimMails(session, post.perHour, MAILS)
  const mails: [Task, Mail][] = []
  for (const task of tasks) {
    const mail = await compose(session, task, post)
    if (mail === undefined) await drop(session, task)
    else mails.push([task, mail])
  }
  const undelivered: Task[] = []
  let away: string | undefined
  await Promise.all(
    mails.map(async ([task, mail]) => {
      const delivery = await post.transport.send(mail)
      if (delivery.kind !== 'away') return record(session, task, delivery, post)
      away = delivery.reply
      undelivered.push(task)
    }),
  )
  if (away !== undefined) await giveBack(session, undelivered, away)
  return { done: tasks.length - undelivered.length, away }
}

import { setTimeout as sleep } from 'node:timers/promises'
import type { Session } from '../database/session.ts'
import { isBadAddress } from '../mail/status.ts'
import type { Delivery, Mail, Transport } from '../mail/transport.ts'
import { markUndeliverable } from '../refusals/apply.ts'
import { claimMails } from './claim.ts'
import { compose, type Stationery } from './compose.ts'
import { drop, giveBack, RENEWAL, renew, type Task } from './leases.ts'
import { type OnOutcome, recordOutcome } from './record-outcome.ts'

/** A mail that is refused for the time being is given up after this many attempts: about two days. */
const ATTEMPTS = 15

/** How long a turn waits for a reply of the server. In milliseconds. */
const TURN = 500

interface MailTurn {
  /** Whether mails are under way or were recorded, so that the next turn should follow at once. */
  readonly more: boolean
  /** How many were recorded as sent. */
  readonly sent: number
  /** The server's reply when it takes no mail at all. */
  readonly away: string | undefined
}

export interface Post extends Stationery {
  readonly transport: Transport
  readonly perHour: number
  readonly perDay?: number | undefined
  readonly onOutcome: OnOutcome
}

export interface MailSender {
  /**
   * Records the mails that came to an end, and sends due ones as far as the budgets allow. It does not
   * wait for a slow reply: at most `limit` mails are under way from one turn to the next.
   */
  turn(session: Session, limit: number): Promise<MailTurn>
  /** Records the mails under way, each when the server replies. */
  drain(session: Session): Promise<void>
}

interface Due {
  readonly mails: readonly (readonly [Task, Mail])[]
  /** Whether the next turn may find more at once. */
  readonly more: boolean
}

const NOTHING: Due = { mails: [], more: false }

async function record(
  session: Session,
  task: Task,
  delivery: Delivery,
  { onOutcome }: Post,
): Promise<void> {
  if (delivery.kind === 'away') return giveBack(session, [task], delivery.reply)
  await recordOutcome(session, task, delivery, ATTEMPTS, onOutcome)
  if (delivery.kind === 'failed' && isBadAddress(delivery.status)) {
    await markUndeliverable(session, task.email_key, delivery.status)
  }
}

export function mailSender(post: Post): MailSender {
  /** Mails that the server has not replied to. */
  const underWay = new Map<Task, Promise<void>>()
  /** Replies that the database does not know. They outlive a lost connection, so that no mail is sent twice. */
  const ended = new Map<Task, Delivery>()
  let failure: unknown
  /** By a clock that cannot be set back. */
  let renewedAt = performance.now()

  async function recordEnded(session: Session): Promise<Omit<MailTurn, 'more'>> {
    let [sent, away]: [number, string | undefined] = [0, undefined]
    for (const [task, delivery] of ended) {
      await record(session, task, delivery, post)
      ended.delete(task)
      if (delivery.kind === 'away') away = delivery.reply
      if (delivery.kind === 'sent') sent += 1
    }
    return { sent, away }
  }

  async function renewLeases(session: Session): Promise<void> {
    if (performance.now() - renewedAt < RENEWAL) return
    renewedAt = performance.now()
    if (underWay.size > 0) await renew(session, [...underWay.keys()])
  }

  /** Composes all mails first, so that a lost connection loses none that was sent. */
  async function composeDue(session: Session, limit: number): Promise<Due> {
    // unlike `performance.now`, it goes on while the machine is suspended
    const claimedAt = Date.now()
    const mails: [Task, Mail][] = []
    const { tasks, more } = await claimMails(session, post.perHour, limit, post.perDay)
    for (const task of tasks) {
      const mail = await compose(session, task, post)
      if (mail === undefined) await drop(session, task)
      else mails.push([task, mail])
    }
    if (Date.now() - claimedAt < RENEWAL) return { mails, more }
    // a worker that was suspended may have lost its tasks to another one
    const held = await renew(
      session,
      mails.map(([task]) => task),
    )
    return { mails: mails.filter(([{ id }]) => held.has(id)), more }
  }

  function start(task: Task, mail: Mail): void {
    const sending = post.transport
      .send(mail)
      .then(
        (delivery) => {
          ended.set(task, delivery)
        },
        (error) => {
          failure = error
        },
      )
      .finally(() => underWay.delete(task))
    underWay.set(task, sending)
  }

  return {
    async turn(session, limit) {
      const before = await recordEnded(session)
      if (failure !== undefined) {
        const error = failure
        failure = undefined
        throw error
      }
      await renewLeases(session)
      const room = before.away === undefined ? limit - underWay.size : 0
      const { mails, more } = room > 0 ? await composeDue(session, room) : NOTHING
      for (const [task, mail] of mails) start(task, mail)
      if (underWay.size > 0) await Promise.race([...underWay.values(), sleep(TURN)])
      const after = await recordEnded(session)
      return {
        more: more || mails.length > 0 || underWay.size > 0,
        sent: before.sent + after.sent,
        away: after.away ?? before.away,
      }
    },
    async drain(session) {
      // one reply may take longer than the process has, and the others must be recorded
      while (underWay.size > 0) {
        await Promise.race(underWay.values())
        await recordEnded(session)
      }
      await recordEnded(session)
    },
  }
}

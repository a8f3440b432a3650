import { setTimeout as sleep } from 'node:timers/promises'
import { changeList } from '../../list/history.ts'
import { markBounced } from '../../list/suppressions/bounces.ts'
import type { Session } from '../../system/session.ts'
import { compose } from '../compose.ts'
import { putBack } from '../letters/after.ts'
import type { Post } from '../transport/post.ts'
import type { Delivery, Mail } from '../transport/smtp.ts'
import { isBadAddress } from '../transport/status.ts'
import {
  type Claimed,
  end,
  LEASE_MS,
  type OnOutcome,
  RENEWAL_MS,
  recordOutcome,
  renew,
} from './leases.ts'
import { takeMails } from './take.ts'

/** The interval at which the worker checks whether leases need renewal. */
const LOOK_MS = 500

/**
 * Returns a function that tells how many milliseconds have passed. It uses two clocks, because the monotonic clock may
 * stop while the machine is suspended, and someone may set the wall clock back.
 */
function stopwatch(): () => number {
  const [steady, wall] = [performance.now(), Date.now()]
  return () => Math.max(performance.now() - steady, Date.now() - wall)
}

interface Replies {
  /** True if the server replied to any email, even with a refusal. */
  readonly replied: boolean
  /** The reply of a server that does not accept any email now. */
  readonly away: string | undefined
}

export interface MailSender {
  /** Sends due emails within the budgets. Resolves once all are recorded; `more` tells whether others may be due. */
  turn(session: Session, limit: number): Promise<Replies & { readonly more: boolean }>
  /** True while emails are in flight, or not yet recorded because the database connection was lost. */
  isBusy(): boolean
  /** Waits for the server's replies to emails in flight, and records them. */
  drain(session: Session): Promise<Replies>
}

/** The result of an attempt to send an email to an address. */
interface Reply {
  readonly to: string
  readonly delivery: Delivery
}

/** Locks the person before the emails, as an erasure by a link does, to prevent a deadlock. */
const LOCK = 'SELECT FROM people WHERE mailbox = $1 FOR UPDATE'

/**
 * Records an attempt. If the address does not exist, marks it in the same transaction, because nothing would do so
 * later.
 */
async function record(
  session: Session,
  claimed: Claimed,
  { to, delivery }: Reply,
  onOutcome: OnOutcome,
): Promise<void> {
  const attempts = { table: 'mails', onOutcome } as const
  const { mailbox } = claimed
  if (mailbox === null || delivery.kind !== 'failed' || !isBadAddress(delivery.status)) {
    await recordOutcome(session, claimed, delivery, attempts)
    return
  }
  const outcomes: Parameters<OnOutcome>[] = []
  const inTransaction: typeof attempts = { ...attempts, onOutcome: (...one) => outcomes.push(one) }
  await changeList(session, async () => {
    await session.query(LOCK, [mailbox])
    const outcome = await recordOutcome(session, claimed, delivery, inTransaction)
    if (outcome === 'failed')
      await markBounced(session, { mailbox, email: to, status: delivery.status })
  })
  for (const one of outcomes) onOutcome(...one)
}

/** Replies over SMTP and HTTPS begin with a number; network errors have names. */
const isReply = (delivery: Delivery): boolean =>
  delivery.kind !== 'away' && (!('reply' in delivery) || /^\d/.test(delivery.reply))

export function mailSender(post: Post, onOutcome: OnOutcome): MailSender {
  /** Emails in flight, each with a promise that resolves once the server has replied. */
  const underWay = new Map<Claimed, Promise<void>>()
  /**
   * Replies that are not recorded yet. If the database connection is lost, they are recorded later, so that no email is
   * sent twice.
   */
  const ended = new Map<Claimed, Reply>()
  /** Emails whose lease this worker has lost to another worker. */
  const lost = new WeakSet<Claimed>()
  let failure: unknown
  let sinceRenewal = stopwatch()

  async function renewLeases(session: Session): Promise<void> {
    if (sinceRenewal() < RENEWAL_MS) return
    const passed = stopwatch()
    const claimed = [...underWay.keys()]
    const held = await renew(session, 'mails', claimed)
    for (const each of claimed) if (!held.has(each.id)) lost.add(each)
    sinceRenewal = passed
  }

  /**
   * Composes all emails before sending the first, so that losing the database in between leaves no email sent but
   * unrecorded.
   */
  async function composeDue(session: Session, limit: number) {
    const mails: [Claimed, Mail][] = []
    const claim = await takeMails(session, post.mail, limit)
    for (const claimed of claim.mails) {
      if (await putBack(session, claimed, post.templates.after)) continue
      const mail = await compose(session, claimed, post)
      if (mail === undefined) await end(session, 'mails', claimed, 'withdrawn')
      else mails.push([claimed, mail])
    }
    return { mails, more: claim.more || mails.length > 0 }
  }

  function start(claimed: Claimed, mail: Mail): void {
    const isHeld = () => sinceRenewal() < LEASE_MS && !lost.has(claimed)
    const sending = post.transport
      .send(mail, isHeld)
      .then(
        (delivery) => {
          ended.set(claimed, { to: mail.to, delivery })
        },
        (error) => {
          failure = error
        },
      )
      .finally(() => underWay.delete(claimed))
    underWay.set(claimed, sending)
  }

  async function drain(session: Session): Promise<Replies> {
    let [replied, away]: [boolean, string | undefined] = [false, undefined]
    while (underWay.size + ended.size > 0) {
      await renewLeases(session)
      // Does not wait for all replies: the process may end before a slow one, and the others must be recorded by then.
      if (ended.size === 0) await Promise.race([...underWay.values(), sleep(LOOK_MS)])
      for (const [claimed, reply] of ended) {
        const { delivery } = reply
        await record(session, claimed, reply, onOutcome)
        ended.delete(claimed)
        if (delivery.kind === 'away') away = delivery.reply
        replied ||= isReply(delivery)
      }
    }
    if (failure === undefined) return { replied, away }
    const error = failure
    failure = undefined
    throw error
  }

  return {
    async turn(session, limit) {
      await drain(session)
      const { mails, more } = await composeDue(session, limit)
      for (const [claimed, mail] of mails) start(claimed, mail)
      return { ...(await drain(session)), more }
    },
    isBusy: () => underWay.size + ended.size > 0,
    drain,
  }
}

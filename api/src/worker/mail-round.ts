import { takeArrivals } from '../inbox/fold.ts'
import type { MailSender } from '../outbox/send.ts'
import { FIRST_WAIT, LONGEST_WAIT, type Round } from './repeat.ts'

/** Mails at once. */
const MAILS = 10

export interface MailServerWatch {
  /** Called when the mail server begins to take no mails. */
  away(reply: string): void
  back(): void
}

/**
 * Makes mails and webhooks of arrivals, and sends the mails. While the mail server is away, mails wait
 * and the server is tried with one of them now and then.
 */
export function mailRound(sender: MailSender, hasReceiver: boolean, watch: MailServerWatch): Round {
  let wait = 0
  /** By a clock that cannot be set back. */
  let resumeAt = 0
  return async (session) => {
    const more = await takeArrivals(session, hasReceiver)
    const limit = wait === 0 ? MAILS : 1
    const {
      more: underWay,
      sent,
      away,
    } = await sender.turn(session, performance.now() < resumeAt ? 0 : limit)
    if (away !== undefined) {
      // one of several that were under way
      if (performance.now() < resumeAt) return more
      if (wait === 0) watch.away(away)
      wait = Math.min(wait === 0 ? FIRST_WAIT : wait * 2, LONGEST_WAIT)
      resumeAt = performance.now() + wait
      return more
    }
    if (sent > 0 && wait > 0) {
      watch.back()
      wait = 0
    }
    return more || underWay
  }
}

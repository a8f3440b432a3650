import { sendOwed } from '../mail/queue/owed.ts'
import type { MailSender } from '../mail/queue/send.ts'
import { FIRST_WAIT_MS, LONGEST_WAIT_MS, type Round } from './repeat.ts'

/** The maximum number of emails that are in flight at the same time. */
const MAILS = 10

interface MailRoundOptions {
  /** True with a mail server, false if emails are written to files. */
  readonly hasServer: boolean
  /** Called when the mail server stops accepting email. */
  away(reply: string): void
  back(): void
}

/** Sends emails. While the mail server is unavailable, each round tries only one email after a pause. */
export function mailRound(
  sender: MailSender,
  { hasServer, away: onAway, back }: MailRoundOptions,
): Round {
  let begun = false
  let wait = 0
  /** When sending resumes, on the monotonic clock of `performance.now`. */
  let resumeAt = 0
  return async (session) => {
    if (!begun && hasServer) await sendOwed(session)
    begun = true
    if (performance.now() < resumeAt) return false
    const { more, replied, away } = await sender.turn(session, wait === 0 ? MAILS : 1)
    if (away !== undefined) {
      if (wait === 0) onAway(away)
      wait = Math.min(wait === 0 ? FIRST_WAIT_MS : wait * 2, LONGEST_WAIT_MS)
      resumeAt = performance.now() + wait
      return false
    }
    if (replied && wait > 0) {
      back()
      wait = 0
    }
    return more
  }
}

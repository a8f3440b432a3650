import { sendOwed } from '../mail/confirmations.ts'
import type { MailSender } from '../mail/send.ts'
import { FIRST_WAIT, LONGEST_WAIT, type Round } from './repeat.ts'

/** Mails at once. */
const MAILS = 10

interface MailRoundOptions {
  /** Whether mails leave this machine, and are no files. */
  readonly hasServer: boolean
  /** Called when the mail server begins to take no mails. */
  away(reply: string): void
  back(): void
}

/** Sends the mails. While the mail server is away, mails wait and the server is tried with one of them now and then. */
export function mailRound(
  sender: MailSender,
  { hasServer, away: onAway, back }: MailRoundOptions,
): Round {
  let begun = false
  let wait = 0
  /** By a clock that cannot be set back. */
  let resumeAt = 0
  return async (session) => {
    if (!begun && hasServer) await sendOwed(session)
    begun = true
    if (performance.now() < resumeAt) return false
    const { more, replied, away } = await sender.turn(session, wait === 0 ? MAILS : 1)
    if (away !== undefined) {
      if (wait === 0) onAway(away)
      wait = Math.min(wait === 0 ? FIRST_WAIT : wait * 2, LONGEST_WAIT)
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

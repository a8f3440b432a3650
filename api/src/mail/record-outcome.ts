import type { Session } from '../system/session.ts'
import { type Claimed, type EndState, end, repeatLater, type Table } from './leases.ts'
import type { Ending } from './transport.ts'

export type Outcome = Exclude<EndState, 'withdrawn'>

/** Called for each email and each event that was sent or has failed. */
export type OnOutcome = (claimed: Claimed, outcome: Outcome, reply?: string) => void

export interface Attempts {
  readonly table: Table
  /** How many there are. */
  readonly most: number
  readonly onOutcome: OnOutcome
}

/**
 * Records an attempt: it is repeated later unless it was the last one.
 * @returns the outcome, or undefined when there will be another attempt or another worker has taken it
 */
export async function recordOutcome(
  session: Session,
  claimed: Claimed,
  ending: Ending,
  { table, most, onOutcome }: Attempts,
): Promise<Outcome | undefined> {
  const reply = 'reply' in ending ? ending.reply : undefined
  if (ending.kind === 'later' && claimed.attempts < most) {
    await repeatLater(session, table, claimed, ending.reply)
    return undefined
  }
  const outcome = ending.kind === 'later' ? 'failed' : ending.kind
  if (!(await end(session, table, claimed, outcome, reply))) return undefined
  onOutcome(claimed, outcome, reply)
  return outcome
}

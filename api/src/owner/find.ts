import { type HistoryEntry, historyOf } from '../list/history.ts'
import { findListed, findPending, findQuarantined } from '../list/people/find.ts'
import type { Person } from '../list/people/person.ts'
import { type Sending, sendingsOf } from '../mail/queue/sendings.ts'
import type { Session } from '../system/session.ts'

/** Everything that is stored about a person. The lists begin with the oldest entry. */
export interface Found {
  readonly listed: Person | undefined
  /** The pending form of a person who left. */
  readonly pending: Person | undefined
  readonly quarantined: readonly Person[]
  readonly mails: readonly Sending[]
  readonly history: readonly HistoryEntry[]
}

export const find = async (session: Session, mailbox: string): Promise<Found> => ({
  listed: await findListed(session, mailbox),
  pending: await findPending(session, mailbox),
  quarantined: await findQuarantined(session, mailbox),
  mails: await sendingsOf(session, mailbox),
  history: await historyOf(session, mailbox),
})

import { changeList } from '../../list/history.ts'
import { count } from '../../system/format.ts'
import type { Session } from '../../system/session.ts'
import type { MailKind } from '../kinds.ts'
import { again, IS_REPEATABLE } from './wanted.ts'

/** Matches, in `mails` and `people`, emails that were only written to files and that the person should still get. */
const IS_OWED = `mails.mailbox = people.mailbox AND state = 'written' AND (${IS_REPEATABLE})`

const OWE = `
  UPDATE mails SET ${again('mails', { due: 'least(mails.due_at, now())' })}
  FROM people WHERE ${IS_OWED}`

/** Queues the emails that were written to files while no mail server was set, in their original order. */
export const sendOwed = (session: Session): Promise<unknown> =>
  changeList(session, () => session.query(OWE))

/** How many emails of a kind will be sent once there is a mail server. */
export interface Owed {
  readonly kind: MailKind
  readonly count: number
}

/**
 * Counts emails that were only written to files. Some letters after the confirmation may still be withdrawn, because
 * the conditions in their files are checked only when they are due.
 */
export const countOwed = (session: Session): Promise<Owed[]> =>
  session.query<Owed>(
    `SELECT kind, count(*)::integer AS count FROM mails, people WHERE ${IS_OWED}
     GROUP BY kind ORDER BY count DESC, kind`,
  )

const WORDS: Readonly<Record<MailKind, readonly [one: string, many: string]>> = {
  confirm: ['confirmation', 'confirmations'],
  after: ['letter after the confirmation', 'letters after the confirmation'],
  friend: ['email about a friend', 'emails about friends'],
  remind: ['reminder', 'reminders'],
  invite: ['invitation', 'invitations'],
  announce: ['announced letter', 'announced letters'],
}

/** Returns, for example: 12 confirmations and 3 invitations */
export const owedText = (owed: readonly Owed[]): string =>
  new Intl.ListFormat('en-GB').format(
    owed.map(({ kind, count: emails }) => count(emails, ...WORDS[kind])),
  )

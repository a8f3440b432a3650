import { GROUPS } from '../list/people/groups.ts'

/** The kinds of emails. In bulk, they take turns, starting in this order (see queue/pace.ts). */
export const MAIL_KINDS = ['confirm', 'remind', 'after', 'friend', 'invite', 'announce'] as const
export type MailKind = (typeof MAIL_KINDS)[number]

/** The kinds in the `sendings` view. */
export const KINDS = [...MAIL_KINDS, 'webhook'] as const
export type Kind = (typeof KINDS)[number]

/** A `written` email was saved to a file because no mail server is set. A `withdrawn` email is no longer wanted. */
export const MAIL_STATES = ['waiting', 'sending', 'sent', 'written', 'failed', 'withdrawn'] as const
export type MailState = (typeof MAIL_STATES)[number]

/**
 * SQL conditions on a row of `people`, by the kind of email that they allow. See queue/wanted.ts for when they apply.
 */
export const REACHABLE: Readonly<Record<MailKind, string>> = {
  confirm: GROUPS.askable,
  remind: `${GROUPS.unconfirmed} AND undeliverable_at IS NULL`,
  after: GROUPS.deliverable,
  friend: GROUPS.deliverable,
  invite: `${GROUPS.deliverable} AND claimed_at IS NULL`,
  announce: GROUPS.deliverable,
}

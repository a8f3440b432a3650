import { GROUPS } from '../list/people/groups.ts'

/** The worker takes emails of these kinds in this order. */
export const MAIL_KINDS = ['confirm', 'remind', 'after', 'friend', 'invite', 'announce'] as const
export type MailKind = (typeof MAIL_KINDS)[number]

/** The kinds of the `sendings` view. */
export const KINDS = [...MAIL_KINDS, 'webhook'] as const
export type Kind = (typeof KINDS)[number]

/** A `written` email was saved to a file because no mail server is set. A `withdrawn` email is no longer wanted. */
export const MAIL_STATES = ['waiting', 'sending', 'sent', 'written', 'failed', 'withdrawn'] as const
export type MailState = (typeof MAIL_STATES)[number]

/** SQL conditions about a row of `people`: who may get an email of a kind. See queue/wanted.ts for when they are evaluated. */
export const REACHABLE: Readonly<Record<MailKind, string>> = {
  confirm: GROUPS.askable,
  remind: `${GROUPS.unconfirmed} AND undeliverable_at IS NULL`,
  after: GROUPS.deliverable,
  friend: GROUPS.deliverable,
  invite: `${GROUPS.deliverable} AND claimed_at IS NULL`,
  announce: GROUPS.deliverable,
}

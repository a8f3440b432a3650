import { GROUPS } from '../list/groups.ts'

/** In the order in which a claim takes them. */
export const MAIL_KINDS = ['confirm', 'welcome', 'remind', 'invite', 'announce'] as const
export type MailKind = (typeof MAIL_KINDS)[number]

/** What the worker sends: the kinds of the view `sendings`. */
export const KINDS = [...MAIL_KINDS, 'webhook'] as const
export type Kind = (typeof KINDS)[number]

/** `written`: to a file, for want of a mail server. `withdrawn`: there is no reason for it any more. */
export const MAIL_STATES = ['waiting', 'sending', 'sent', 'written', 'failed', 'withdrawn'] as const
export type MailState = (typeof MAIL_STATES)[number]

/**
 * Who may get an email of a kind, as SQL about a row of `people`. It is asked before an email is wanted and
 * again before it is sent.
 */
export const REACHABLE: Readonly<Record<MailKind, string>> = {
  confirm: GROUPS.askable,
  remind: `${GROUPS.unconfirmed} AND undeliverable_at IS NULL`,
  welcome: GROUPS.deliverable,
  invite: GROUPS.deliverable,
  announce: GROUPS.deliverable,
}

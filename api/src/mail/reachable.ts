import { GROUPS } from '../list/groups.ts'
import type { MailKind } from './mails.ts'

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

import { meets } from '../../list/people/conditions.ts'
import { GROUPS } from '../../list/people/groups.ts'
import { MAIL_KINDS, type MailKind, REACHABLE } from '../kinds.ts'

/**
 * Returns SQL that tells whether a row of `people` may get a new email.
 * @param conditions SQL for a letter's conditions
 */
export const mayGet = (kind: MailKind, conditions: string): string =>
  `${REACHABLE[kind]} AND ${meets(conditions)}`

/** Further SQL conditions for an email that is already queued. */
const STILL: Readonly<Partial<Record<MailKind, string>>> = {
  // A person who left and came back is in line again, so earlier invitations do not count.
  invite: 'mails.wanted_at >= people.joined_at',
  announce: 'EXISTS (SELECT FROM letters WHERE letters.id = mails.letter AND html IS NOT NULL)',
}

/**
 * Returns SQL that tells whether the person in a row of `people` should still get the email in a row of `mails`. It is
 * evaluated when an email is due, and before a finished email is repeated.
 * @param conditions SQL for the conditions, by default those with which the email was queued
 */
export const stillWanted = (kind: MailKind, conditions = 'mails.conditions'): string =>
  `mails.cancelled_at IS NULL AND ${mayGet(kind, conditions)} AND ${STILL[kind] ?? 'true'}`

const IS_NEWEST = `NOT EXISTS (
  SELECT FROM mails AS newer WHERE newer.mailbox = mails.mailbox AND newer.kind = mails.kind
    AND newer.state <> 'withdrawn' AND (newer.wanted_at, newer.id) > (mails.wanted_at, mails.id)
)`

/**
 * Only the latest confirmation is repeated, unless the person has confirmed, or has left since it was queued. Of the
 * emails about friends, only the latest is repeated, because it has the largest number.
 */
const REPEATED: Readonly<Partial<Record<MailKind, string>>> = {
  confirm: `${GROUPS.pending} AND (left_at IS NULL OR left_at < mails.wanted_at) AND ${IS_NEWEST}`,
  friend: IS_NEWEST,
}

/** Matches, in `mails` and `people`, finished emails that the person should still get. */
export const IS_REPEATABLE = MAIL_KINDS.map(
  (kind) => `kind = '${kind}' AND ${stillWanted(kind)} AND ${REPEATED[kind] ?? 'true'}`,
).join(' OR ')

/**
 * Returns SQL assignments that make an email due again.
 * @param before the name of its row in the statement
 */
export const again = (
  before: string,
  { wanted = `greatest(now(), ${before}.wanted_at)`, due = 'now()' } = {},
): string => `
  state = 'waiting', class = 'bulk', wanted_at = ${wanted}, due_at = ${due}, ended_at = NULL, attempts = 0, cancelled_at = NULL,
  -- Mail servers drop a second email with the same Message-ID, mail APIs may do so even after a refusal, and an earlier
  -- email's code must not work again.
  id = CASE WHEN ${before}.state = 'sent' OR (${before}.attempts = 1 AND ${before}.reply ~ '^4') THEN gen_random_uuid()
    ELSE ${before}.id END,
  code = CASE WHEN ${before}.state = 'sent' THEN NULL ELSE ${before}.code END`

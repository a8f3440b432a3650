import type { Session } from '../database/session.ts'
import { iso } from '../people/person.ts'
import { type Kind, MAIL_STATES, type MailState } from './mails.ts'

export type SendingCounts = Readonly<Record<MailState, number>>

/** A mail or a webhook. */
export interface ListedSending {
  readonly kind: Kind
  readonly email_key: string
  readonly about: string
  readonly state: MailState
  readonly attempts: number
  readonly reply: string | null
  /** When it has ended, or is due. In ISO 8601. */
  readonly at: string
}

/** How many mails and webhooks are in each state. */
export async function countSendings(session: Session): Promise<SendingCounts> {
  const rows = await session.query<{ state: MailState; count: number }>(
    `SELECT state, count(*)::integer AS count FROM sendings WHERE email_key IS NOT NULL GROUP BY state`,
  )
  const counts = new Map(rows.map(({ state, count }) => [state, count]))
  const entries = MAIL_STATES.map((state) => [state, counts.get(state) ?? 0])
  return Object.fromEntries(entries) as SendingCounts
}

export const SHOWN = 100

/** The newest ones that have ended, or those that are due first. */
export const listSendings = (session: Session, state: MailState): Promise<ListedSending[]> =>
  session.query<ListedSending>(
    `SELECT kind, email_key, about, state, attempts, reply, ${iso('at')} FROM (
       SELECT *, coalesce(ended_at, due_at) AS at FROM sendings
       WHERE state = $1 AND email_key IS NOT NULL
       ORDER BY ended_at DESC, due_at LIMIT ${SHOWN}
     ) AS listed ORDER BY ended_at DESC, due_at`,
    [state],
  )

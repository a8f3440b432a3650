import type { Session } from '../database/session.ts'
import { iso } from '../people/person.ts'
import type { Kind } from './outbox.ts'

/** Groups of rows of `outbox`. Each condition is SQL. */
const CONDITIONS = {
  failed: "outcome = 'failed'",
  waiting: 'finished_at IS NULL',
  sent: "outcome = 'sent'",
} as const

export type MailState = keyof typeof CONDITIONS

export type MailCounts = Readonly<Record<MailState, number>>

export interface QueuedMail {
  readonly kind: Kind
  readonly email_key: string
  readonly about: string
  readonly state: MailState
  readonly attempts: number
  readonly reply: string | null
  /** When it was finished, or is due. In ISO 8601. */
  readonly at: string
}

export async function countMails(session: Session): Promise<MailCounts> {
  const [row] = await session.query<MailCounts & Record<string, unknown>>(
    `SELECT ${Object.entries(CONDITIONS)
      .map(([state, condition]) => `count(*) FILTER (WHERE ${condition})::integer AS ${state}`)
      .join(', ')} FROM outbox`,
  )
  if (row === undefined) throw new Error('A count has one row.')
  return row
}

export const MAILS_SHOWN = 100

/** The newest finished ones, or those that are due first. */
export const listMails = (session: Session, state: MailState): Promise<QueuedMail[]> =>
  session.query<QueuedMail & Record<string, unknown>>(
    `SELECT kind, email_key, about, '${state}' AS state, attempts, reply, ${iso('at')}
     FROM (SELECT coalesce(finished_at, due_at) AS at, * FROM outbox) AS task
     WHERE ${CONDITIONS[state]}
     ORDER BY task.at ${state === 'waiting' ? 'ASC' : 'DESC'} LIMIT ${MAILS_SHOWN}`,
  )

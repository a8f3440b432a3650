import type { Session } from '../database/session.ts'
import { iso } from '../people/person.ts'
import type { Kind } from './tasks.ts'

export type MailState = 'failed' | 'waiting' | 'sent'

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
    `SELECT count(*) FILTER (WHERE outcome = 'failed')::integer AS failed,
       (SELECT count(*) FROM tasks)::integer AS waiting,
       count(*) FILTER (WHERE outcome = 'sent')::integer AS sent
     FROM deliveries WHERE email_key IS NOT NULL`,
  )
  if (row === undefined) throw new Error('A count has one row.')
  return row
}

export const MAILS_SHOWN = 100

const WAITING = `
  SELECT kind, email_key, about, 'waiting' AS state, attempts, reply, ${iso('due_at')}
  FROM tasks ORDER BY tasks.due_at LIMIT ${MAILS_SHOWN}`

const DELIVERED = `
  SELECT kind, email_key, about, outcome AS state, attempts, reply, ${iso('at')}
  FROM deliveries WHERE outcome = $1 AND email_key IS NOT NULL
  ORDER BY deliveries.at DESC LIMIT ${MAILS_SHOWN}`

/** The newest finished ones, or those that are due first. */
export const listMails = (session: Session, state: MailState): Promise<QueuedMail[]> =>
  state === 'waiting'
    ? session.query<QueuedMail & Record<string, unknown>>(WAITING)
    : session.query<QueuedMail & Record<string, unknown>>(DELIVERED, [state])

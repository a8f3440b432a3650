import type { Session } from '../database/session.ts'
import { iso } from '../people/person.ts'
import type { Kind } from './leases.ts'

export type TaskState = 'failed' | 'waiting' | 'sent'

export type TaskCounts = Readonly<Record<TaskState, number>>

/** A mail, a webhook or an erasure, waiting or finished. */
export interface ListedTask {
  readonly kind: Kind
  readonly email_key: string
  readonly about: string
  readonly state: TaskState
  readonly attempts: number
  readonly reply: string | null
  /** When it was finished, or is due. In ISO 8601. */
  readonly at: string
}

export async function countTasks(session: Session): Promise<TaskCounts> {
  const [row] = await session.query<TaskCounts & Record<string, unknown>>(
    `SELECT count(*) FILTER (WHERE outcome = 'failed')::integer AS failed,
       (SELECT count(*) FROM tasks)::integer AS waiting,
       count(*) FILTER (WHERE outcome = 'sent')::integer AS sent
     FROM deliveries WHERE email_key IS NOT NULL`,
  )
  if (row === undefined) throw new Error('A count has one row.')
  return row
}

export const TASKS_SHOWN = 100

const WAITING = `
  SELECT kind, email_key, about, 'waiting' AS state, attempts, reply, ${iso('due_at')}
  FROM tasks ORDER BY tasks.due_at LIMIT ${TASKS_SHOWN}`

const DELIVERED = `
  SELECT kind, email_key, about, outcome AS state, attempts, reply, ${iso('at')}
  FROM deliveries WHERE outcome = $1 AND email_key IS NOT NULL
  ORDER BY deliveries.at DESC LIMIT ${TASKS_SHOWN}`

/** The newest finished ones, or those that are due first. */
export const listTasks = (session: Session, state: TaskState): Promise<ListedTask[]> =>
  state === 'waiting'
    ? session.query<ListedTask & Record<string, unknown>>(WAITING)
    : session.query<ListedTask & Record<string, unknown>>(DELIVERED, [state])

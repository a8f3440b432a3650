import type { Session } from '../database/session.ts'
import { GROUPS } from './groups.ts'

/** A person who has confirmed, has left, or cannot be reached gets no further confirmation. */
const QUEUE_CONFIRMATION = `
  INSERT INTO tasks (kind, email_key)
  SELECT 'confirm', email_key FROM signups
  WHERE email_key = $1 AND ${GROUPS.unconfirmed} AND undeliverable_at IS NULL
  ON CONFLICT DO NOTHING`

/** Queues the mail that asks a person on the list to confirm the address. */
export async function queueConfirmation(session: Session, emailKey: string): Promise<void> {
  await session.query(QUEUE_CONFIRMATION, [emailKey])
}

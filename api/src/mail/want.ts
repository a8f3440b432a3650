import { GROUPS } from '../list/groups.ts'
import type { Session } from '../system/session.ts'
import { REACHABLE } from './reachable.ts'

const WANT_CONFIRMATION = `
  INSERT INTO mails (kind, email_key)
  SELECT 'confirm', email_key FROM people
  WHERE email_key = $1 AND ${GROUPS.unconfirmed} AND ${REACHABLE.confirm}
  ON CONFLICT DO NOTHING`

/** Queues the email that asks a person on the list to confirm the address, unless one waits. */
export async function wantConfirmation(session: Session, emailKey: string): Promise<void> {
  await session.query(WANT_CONFIRMATION, [emailKey])
}

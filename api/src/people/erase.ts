import type { Session } from '../database/session.ts'
import { type HashKeys, hashOf, loadHashKeys } from './hash.ts'
import { changeList, recordChange } from './history.ts'
import { DELETE_QUARANTINED } from './release.ts'

const ERASE_LISTED = `
  DELETE FROM signups WHERE email_key = $1 AND honeypot IS NULL RETURNING 1`

const DELETE_OUTBOX = 'DELETE FROM outbox WHERE email_key = $1'
const DELETE_LINKS = 'DELETE FROM links WHERE email_key = $1'
const DELETE_ARRIVALS = 'DELETE FROM arrivals WHERE email_key = $1'

/** Deletes the mails to an address, sent or queued, and makes the links of sent ones invalid. */
export async function forgetMails(session: Session, emailKey: string): Promise<void> {
  for (const statement of [DELETE_ARRIVALS, DELETE_OUTBOX, DELETE_LINKS]) {
    await session.query(statement, [emailKey])
  }
}

/** Prevents imports and restores from bringing back older signups of this identity. */
export async function rememberErasure(
  session: Session,
  { current }: HashKeys,
  emailKey: string,
): Promise<void> {
  await session.query(
    `INSERT INTO erasures (person, key_id, erased_at) VALUES ($1, $2, clock_timestamp())
     ON CONFLICT (person) DO UPDATE SET erased_at = excluded.erased_at`,
    [hashOf(current, emailKey), current.id],
  )
}

/** Erases a person within a transaction of `changeList`. */
export async function eraseNow(session: Session, emailKey: string): Promise<number> {
  // first, as the worker does, or the two could wait for each other
  await session.query(DELETE_ARRIVALS, [emailKey])
  const listed = await session.query(ERASE_LISTED, [emailKey])
  const quarantined = await session.query(DELETE_QUARANTINED, [emailKey])
  await forgetMails(session, emailKey)
  const erased = listed.length + quarantined.length
  if (erased === 0) return 0
  const keys = await loadHashKeys(session)
  await rememberErasure(session, keys, emailKey)
  await recordChange(session, keys, 'erase', emailKey, { signups: erased })
  return erased
}

/**
 * Erases everything about a person, and stores a keyed hash of the identity.
 * @returns the number of deleted signups; with 0 no hash is stored
 */
export const erase = (session: Session, emailKey: string): Promise<number> =>
  changeList(session, () => eraseNow(session, emailKey))

import type { Session } from '../../system/session.ts'
import { changeList, recordChange } from '../history.ts'

/**
 * Erases everything about a person (migrations/functions/6_erasure.sql), and stores a keyed hash of the mailbox.
 * @param remember runs before the commit; if it fails, the person is kept
 * @returns the number of deleted signups; if it is 0, no hash is stored
 */
export const erase = (
  session: Session,
  mailbox: string,
  remember: () => Promise<unknown> = async () => {},
): Promise<number> =>
  changeList(session, async () => {
    const erased = await session.value<number>('SELECT erase($1)', [mailbox])
    await remember()
    return erased
  })

/** Doesn't lift `left` while the person has a row, because they can then return only through the form. */
const FORGET = `
  SELECT lift($1, 'erased',
    CASE WHEN NOT EXISTS (SELECT FROM people WHERE mailbox = $1) THEN 'left' END)`

/**
 * Forgets that a person was erased or had left, so that the form, an import or a restore may add the person again.
 * @param remember runs before the commit
 * @returns whether an erasure was remembered
 */
export const forgetErasure = (
  session: Session,
  mailbox: string,
  remember: () => Promise<unknown> = async () => {},
): Promise<boolean> =>
  changeList(session, async () => {
    const known = await session.value<boolean>(FORGET, [mailbox])
    if (!known) return false
    await recordChange(session, 'erase', mailbox, { erasure: 'forgotten' })
    await remember()
    return true
  })

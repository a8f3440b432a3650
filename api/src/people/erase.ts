import type { Session } from '../database/session.ts'
import { changeList, recordChange } from './history.ts'

/**
 * Erases everything about a person, and stores a keyed hash of the mailbox.
 * @param remember runs before the commit; if it fails, nobody is erased
 * @returns the number of deleted signups; with 0 no hash is stored
 */
export const erase = (
  session: Session,
  emailKey: string,
  remember: () => Promise<unknown> = async () => {},
): Promise<number> =>
  changeList(session, async () => {
    const [row] = await session.query<{ erased: number }>('SELECT erase($1) AS erased', [emailKey])
    await remember()
    return row?.erased ?? 0
  })

/**
 * Forgets that a person was erased, so that an import or a restore may bring the person back.
 * @param remember runs before the commit
 * @returns whether an erasure was remembered
 */
export const forgetErasure = (
  session: Session,
  emailKey: string,
  remember: () => Promise<unknown> = async () => {},
): Promise<boolean> =>
  changeList(session, async () => {
    const [row] = await session.query<{ known: boolean }>(
      "SELECT accept($1, 'erased', 'moved') AS known",
      [emailKey],
    )
    if (!row?.known) return false
    await recordChange(session, 'erase', emailKey, { erasure: 'forgotten' })
    await remember()
    return true
  })

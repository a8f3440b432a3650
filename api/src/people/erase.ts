import type { Session } from '../database/session.ts'
import { type HashKeys, hashesOf, hashOf, loadHashKeys } from './hash.ts'
import { changeList, FORGOTTEN, recordChange } from './history.ts'

/** Signups until the time $2, in two halves, because each has its own index. */
const DELETE = ['IS NULL', 'IS NOT NULL'].map(
  (honeypot) =>
    `DELETE FROM signups WHERE email_key = $1 AND honeypot ${honeypot} AND joined_at <= $2 RETURNING 1`,
)

const FORGET_ARRIVALS = 'DELETE FROM arrivals WHERE email_key = $1 AND arrived_at <= $2'

const FORGET_MAILS = [
  'DELETE FROM tasks WHERE email_key = $1 AND created_at <= $2',
  'DELETE FROM links WHERE email_key = $1 AND created_at <= $2',
  'DELETE FROM reports WHERE email_key = $1 AND reported_at <= $2',
  // what is left counts in the budget of the mailbox for a day
  `UPDATE deliveries SET email_key = NULL, about = '', reply = NULL
   WHERE email_key = $1 AND at <= $2`,
] as const

const now = async (session: Session): Promise<string> => {
  const [row] = await session.query<{ now: string }>('SELECT clock_timestamp()::text AS now')
  return row?.now ?? ''
}

/** Forgets the mails to an address, sent or queued, and makes the links of sent ones invalid. */
export async function forgetMails(session: Session, emailKey: string): Promise<void> {
  const values = [emailKey, await now(session)]
  for (const statement of [FORGET_ARRIVALS, ...FORGET_MAILS]) await session.query(statement, values)
}

/** Prevents imports and restores from bringing back older signups of this identity. */
export async function rememberErasure(
  session: Session,
  { current }: HashKeys,
  emailKey: string,
  at?: string,
): Promise<void> {
  await session.query(
    `INSERT INTO erasures (person, key_id, erased_at)
     VALUES ($1, $2, coalesce($3::timestamptz, clock_timestamp()))
     ON CONFLICT (person) DO UPDATE SET
       erased_at = greatest(erasures.erased_at, excluded.erased_at)`,
    [hashOf(current, emailKey), current.id, at ?? null],
  )
}

/**
 * Deletes what is about a person until a time.
 * @returns the number of deleted signups
 */
async function deleteUntil(session: Session, emailKey: string, until: string): Promise<number> {
  const values = [emailKey, until]
  // before the signups, as the worker does, or the two could wait for each other
  await session.query(FORGET_ARRIVALS, values)
  let signups = 0
  for (const statement of DELETE) signups += (await session.query(statement, values)).length
  for (const statement of FORGET_MAILS) await session.query(statement, values)
  return signups
}

/** Erases a person within a transaction of `changeList`. */
export async function eraseNow(session: Session, emailKey: string): Promise<number> {
  const until = await now(session)
  const erased = await deleteUntil(session, emailKey, until)
  if (erased === 0) return 0
  const keys = await loadHashKeys(session)
  await rememberErasure(session, keys, emailKey, until)
  await recordChange(session, keys, 'erase', emailKey, { signups: erased })
  return erased
}

/**
 * Erases everything about a person, and stores a keyed hash of the identity.
 * @returns the number of deleted signups; with 0 no hash is stored
 */
export const erase = (session: Session, emailKey: string): Promise<number> =>
  changeList(session, () => eraseNow(session, emailKey))

/**
 * Ends an erasure that a person has asked for by a link. The database deleted what it held at that
 * moment; a restore may have brought it back. Whoever has joined again since stays.
 * @param askedAt a time of the database
 */
export const endErasure = (session: Session, emailKey: string, askedAt: string): Promise<void> =>
  changeList(session, async () => {
    await deleteUntil(session, emailKey, askedAt)
    const keys = await loadHashKeys(session)
    await rememberErasure(session, keys, emailKey, askedAt)
    await recordChange(session, keys, 'erase', emailKey, { by: 'the person' })
  })

/** The record has the same hash, so that no restore of an older backup brings the erasure back. */
const FORGET_ERASURE = `
  WITH forgotten AS (
    DELETE FROM erasures WHERE person = ANY($1) RETURNING person, key_id
  )
  INSERT INTO history (command, key_id, person, detail)
  SELECT 'erase', key_id, person, $2 FROM forgotten
  RETURNING 1`

/**
 * Forgets that a person was erased, so that an import or a restore may bring the person back.
 * @returns whether an erasure was remembered
 */
export const forgetErasure = (session: Session, emailKey: string): Promise<boolean> =>
  changeList(session, async () => {
    const hashes = hashesOf(await loadHashKeys(session), emailKey)
    return (await session.query(FORGET_ERASURE, [hashes, FORGOTTEN])).length > 0
  })

import type { Session } from '../database/session.ts'
import type { Schema } from './tables.ts'

// refused_at() of migrations/functions.sql for many people at once: a call for each of a million takes minutes.

/**
 * A query: for each person of another query who is refused, since when. Its columns are `left_at`,
 * `undeliverable_at`, and `ended_at` for an erasure or a move to another address.
 */
export const refusedAmong = (people: string): string => `
  SELECT email_key, max(at) FILTER (WHERE reason = 'left') AS left_at,
    max(at) FILTER (WHERE reason IN ('bounced', 'complained')) AS undeliverable_at,
    max(at) FILTER (WHERE reason IN ('erased', 'moved')) AS ended_at
  FROM (${people}) AS person CROSS JOIN public.hash_keys
    JOIN public.refusals ON mailbox = sha256(secret || convert_to(email_key, 'UTF8'))
  WHERE cleared_at IS NULL OR cleared_at < at
  GROUP BY email_key`

/** The tables about people, with the time of what they tell. */
const TIMES = {
  people: 'joined_at',
  quarantine: 'joined_at',
  inbox: 'sent_at',
  links: 'created_at',
  mails: 'wanted_at',
  events: 'created_at',
  reports: 'reported_at',
} as const

const keysOf = (schema: Schema): string =>
  ['people', 'quarantine', 'inbox']
    .map((table) => `SELECT email_key FROM ${schema}.${table}`)
    .join(' UNION ')

/** An erasure leaves what counts in the budget of the mailbox for a day. */
const KEEP_BUDGET = (schema: Schema): string => `
  UPDATE ${schema}.mails
  SET email_key = NULL, letter = '', reply = NULL, network = NULL, code = NULL, lease = NULL
  FROM refused WHERE mails.email_key = refused.email_key AND wanted_at <= refused.ended_at
    AND state NOT IN ('waiting', 'withdrawn')`

const END = (schema: Schema, table: keyof typeof TIMES): string => `
  DELETE FROM ${schema}.${table} USING refused
  WHERE ${table}.email_key = refused.email_key AND ${TIMES[table]} <= refused.ended_at
  RETURNING 1`

/** What was about a person who is gone, whenever it was. */
const END_ORPHANS = (table: 'links' | 'events' | 'mails'): string => `
  DELETE FROM public.${table} USING refused
  WHERE ${table}.email_key = refused.email_key AND refused.ended_at IS NOT NULL
    AND NOT EXISTS (SELECT FROM public.people WHERE people.email_key = refused.email_key)`

/** What mark() of migrations/functions.sql does for one person. */
const MARK = [
  `UPDATE public.people SET left_at = refused.left_at, undeliverable_at = refused.undeliverable_at
   FROM refused WHERE people.email_key = refused.email_key
     AND (people.left_at, people.undeliverable_at)
       IS DISTINCT FROM (refused.left_at, refused.undeliverable_at)`,
  `UPDATE public.people SET left_at = NULL, undeliverable_at = NULL
   WHERE (left_at IS NOT NULL OR undeliverable_at IS NOT NULL)
     AND NOT EXISTS (SELECT FROM refused WHERE refused.email_key = people.email_key)`,
] as const

/** Lets nobody follow a link until the transaction ends. Signups go to the inbox meanwhile. */
export const lockPeople = (session: Session): Promise<unknown> =>
  session.query('LOCK TABLE public.people IN EXCLUSIVE MODE')

/** Sets what follows from the refusals on the rows of people. */
export async function markRefused(session: Session): Promise<void> {
  for (const statement of MARK) await session.query(statement)
}

/**
 * Ends what refusals have ended that came with a file, in the list and in a staged backup. Needs a transaction with
 * the lock of the list; until its end, the temporary table `refused` has who is refused.
 * @returns the number of people and quarantined forms that were erased from the list
 */
export async function endRefused(session: Session, schemas: readonly Schema[]): Promise<number> {
  await session.query(
    `CREATE TEMPORARY TABLE refused ON COMMIT DROP AS
     ${refusedAmong(schemas.map(keysOf).join(' UNION '))}`,
  )
  await session.query('ANALYZE refused')
  let erased = 0
  for (const schema of schemas) {
    await session.query(KEEP_BUDGET(schema))
    for (const table of Object.keys(TIMES) as (keyof typeof TIMES)[]) {
      const { length } = await session.query(END(schema, table))
      if (schema === 'public' && (table === 'people' || table === 'quarantine')) erased += length
    }
  }
  return erased
}

/** Deletes what belonged to people who were erased and are not there again. */
export async function endOrphans(session: Session): Promise<void> {
  for (const table of ['links', 'events', 'mails'] as const) {
    await session.query(END_ORPHANS(table))
  }
}

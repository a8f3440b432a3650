import type { Session } from '../database/session.ts'
import type { Schema } from './tables.ts'

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
  WHERE ${table}.email_key = refused.email_key
    AND NOT EXISTS (SELECT FROM public.people WHERE people.email_key = refused.email_key)`

/** Lets nobody follow a link until the transaction ends. Signups go to the inbox meanwhile. */
export const lockPeople = (session: Session): Promise<unknown> =>
  session.query('LOCK TABLE public.people IN EXCLUSIVE MODE')

/** Sets what follows from the refusals on the rows of people. */
export const markRefused = (session: Session): Promise<unknown> =>
  session.query('SELECT mark(array_agg(email_key)) FROM public.people')

/**
 * Ends what refusals have ended that came with a file, in the list and in a staged backup. Needs a transaction with
 * the lock of the list; until its end, the temporary table `refused` has who is refused.
 * @returns the number of people and quarantined forms that were erased from the list
 */
export async function endRefused(session: Session, schemas: readonly Schema[]): Promise<number> {
  await session.query(
    `CREATE TEMPORARY TABLE refused ON COMMIT DROP AS
     SELECT email_key, ended_at FROM refusals_of(ARRAY(${schemas.map(keysOf).join(' UNION ')}))
     WHERE ended_at IS NOT NULL`,
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

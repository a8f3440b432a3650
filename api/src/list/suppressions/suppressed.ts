import type { Session } from '../../system/session.ts'
import type { Schema } from '../../system/tables.ts'

/** Tables about people, each with the column that dates its rows. */
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
    .map((table) => `SELECT mailbox FROM ${schema}.${table}`)
    .join(' UNION ')

/**
 * Removes the person from emails but keeps the rows, which count toward the mailbox's daily budget and record emails in
 * flight.
 */
const KEEP_BUDGET = (schema: Schema): string => `
  UPDATE ${schema}.mails
  SET mailbox = NULL, letter = '', reply = NULL, network = NULL, code = NULL, conditions = NULL
  FROM ended WHERE mails.mailbox = ended.mailbox AND wanted_at <= ended.ended_at
    AND state NOT IN ('waiting', 'withdrawn')`

const END = (schema: Schema, table: keyof typeof TIMES): string => `
  DELETE FROM ${schema}.${table} USING ended
  WHERE ${table}.mailbox = ended.mailbox AND ${TIMES[table]} <= ended.ended_at
  RETURNING 1`

/** Blocks emailed links until the transaction ends. Signups continue, because they go to the inbox. */
export const lockPeople = (session: Session): Promise<unknown> =>
  session.query('LOCK TABLE public.people IN EXCLUSIVE MODE')

/**
 * Deletes what erased people left in the list and, during a restore, in the staged backup. Needs a transaction that
 * holds the list's lock. Until the transaction ends, the temporary table `ended` lists who was erased, and when.
 * @returns the number of people and quarantined forms that were erased from the list
 */
export async function endSuppressed(session: Session, schemas: readonly Schema[]): Promise<number> {
  await session.query(
    `CREATE TEMPORARY TABLE ended ON COMMIT DROP AS
     SELECT mailbox, ended_at FROM suppressions_of(ARRAY(${schemas.map(keysOf).join(' UNION ')}))
     WHERE ended_at IS NOT NULL`,
  )
  await session.query('ANALYZE ended')
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

/** Deletes the unfolded forms of people who left after sending them. Skips a form that a link is deleting. */
const FORGET_FORMS = `
  DELETE FROM public.inbox WHERE ctid = ANY (ARRAY(
    SELECT inbox.ctid FROM public.inbox JOIN public.people USING (mailbox)
    WHERE sent_at <= left_at FOR UPDATE OF inbox SKIP LOCKED
  ))`

/**
 * Copies the suppressions to people's rows, and deletes forms of people who left after sending them and what is left of
 * erased people.
 */
export async function settleSuppressed(session: Session): Promise<void> {
  await session.query('SELECT mark(array_agg(mailbox)) FROM public.people')
  await session.query(FORGET_FORMS)
  for (const table of ['links', 'events', 'mails']) {
    await session.query(
      `DELETE FROM public.${table} USING ended WHERE ${table}.mailbox = ended.mailbox
         AND NOT EXISTS (SELECT FROM public.people WHERE people.mailbox = ended.mailbox)`,
    )
  }
}

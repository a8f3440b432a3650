import type { Session } from '../database/session.ts'
import { refusing } from './stage.ts'
import { type Column, listOf, quote, STAGING, type Table } from './tables.ts'

// One statement a table merges what was staged into the list. `other` is a row of the backup, `known` one of the list.

/** What is in both: without an entry, the row of the list stays. */
const IN_BOTH: Readonly<Record<string, string>> = {
  // visits that were counted since are in both counts
  visits: `(day, path, source) DO UPDATE SET count = excluded.count WHERE excluded.count > known.count`,
}

/**
 * Facts are a union. A row of a table without a key is added as often as the backup has it more often. A number of
 * this database is not that of another.
 */
function union({ name, columns, hasKey }: Table): string {
  const list = listOf(columns.filter(({ isIdentity }) => !isIdentity))
  const rows = `SELECT ${list} FROM ${STAGING}.${quote(name)}`
  return hasKey
    ? `INSERT INTO public.${quote(name)} AS known (${list}) ${rows}
       ON CONFLICT ${IN_BOTH[name] ?? 'DO NOTHING'}`
    : `INSERT INTO public.${quote(name)} (${list})
       ${rows} EXCEPT ALL SELECT ${list} FROM public.${quote(name)}`
}

const changed = (statement: string): string =>
  `WITH changed AS (${statement} RETURNING 1) SELECT count(*)::integer AS rows FROM changed`

async function run(session: Session, table: string, statement: string): Promise<number> {
  return refusing(`The backup has a row of ${table}`, () => session.value(changed(statement)))
}

/** The row of another table with the same columns, as a row of `people`. */
const asPerson = (columns: readonly Column[]): string =>
  `ROW(${columns.map(({ name }) => `other.${quote(name)}`).join()})::public.people`

/** What follows from other rows, or is not chosen by version. */
const PERSON: Readonly<Record<string, string>> = {
  joined_at: 'least(known.joined_at, other.joined_at)',
  left_at: 'known.left_at',
  undeliverable_at: 'known.undeliverable_at',
}

/**
 * The confirmed version of a person is kept, else the one that changed last; what only the other version knows is
 * added, and the earlier time of joining stays.
 */
function mergePeople(columns: readonly Column[]): string {
  const merged = columns
    .filter(({ name }) => name !== 'email_key')
    .map(({ name }): [string, string] => {
      const [known, other] = [`known.${quote(name)}`, `other.${quote(name)}`]
      const kept = `CASE WHEN is_newer THEN coalesce(${other}, ${known}) ELSE coalesce(${known}, ${other}) END`
      return [quote(name), PERSON[name] ?? kept]
    })
  const values = merged.map(([, value]) => value).join(', ')
  return `
    UPDATE public.people SET (${merged.map(([name]) => name).join(', ')}) = ROW(${merged.map(([name]) => `merged.${name}`).join(', ')})
    FROM (
      SELECT known.email_key, ${merged.map(([name, value]) => `${value} AS ${name}`).join(', ')}
      FROM public.people AS known JOIN ${STAGING}.people AS other USING (email_key),
        LATERAL (SELECT (other.confirmed_at IS NOT NULL, last_change(${asPerson(columns)}))
          > (known.confirmed_at IS NOT NULL, last_change(known)) AS is_newer) AS compared
      WHERE (${merged.map(([name]) => `known.${name}`).join(', ')}) IS DISTINCT FROM (${values})
    ) AS merged
    WHERE people.email_key = merged.email_key`
}

/**
 * What was sent stays sent. Otherwise the version counts that changed last, so that a letter that was withdrawn since
 * is not sent, and one that is wanted again is. Only an end can replace a confirmation, because one may wait already.
 */
const MERGE_MAILS = `
  UPDATE public.mails AS known
  SET state = other.state, wanted_at = other.wanted_at, due_at = other.due_at, ended_at = other.ended_at,
    attempts = other.attempts, lease = NULL, reply = other.reply, mailbox = other.mailbox,
    network = other.network, turn = other.turn, code = other.code
  FROM ${STAGING}.mails AS other
  WHERE known.email_key = other.email_key AND known.kind = other.kind
    AND CASE known.kind WHEN 'confirm' THEN known.id::text ELSE known.letter END
      = CASE other.kind WHEN 'confirm' THEN other.id::text ELSE other.letter END
    AND known.state NOT IN ('sent', 'written')
    AND (other.ended_at IS NOT NULL OR other.kind <> 'confirm')
    AND (other.state IN ('sent', 'written')
      OR coalesce(other.ended_at, other.wanted_at) > coalesce(known.ended_at, known.wanted_at))`

const IS_GONE = (table: string): string => `
  DELETE FROM ${STAGING}.${table} AS other WHERE email_key IS NOT NULL
    AND NOT EXISTS (SELECT FROM public.people WHERE people.email_key = other.email_key)`

/** What of the backup is no fact any more. Needs the people of both. */
const OUTDATED: readonly string[] = [
  ...['links', 'mails', 'events', 'reports'].map(IS_GONE),
  // released, or joined without filling in the hidden field
  `DELETE FROM ${STAGING}.quarantine AS other
   WHERE EXISTS (SELECT FROM public.people WHERE people.email_key = other.email_key)`,
  // nobody knows whether it was accepted; the Message-ID is the same
  `UPDATE ${STAGING}.mails SET state = 'waiting', lease = NULL WHERE state = 'sending'`,
  `UPDATE ${STAGING}.events SET state = 'waiting', lease = NULL WHERE state = 'sending'`,
  `DELETE FROM ${STAGING}.mails AS other WHERE kind = 'confirm' AND state = 'waiting' AND EXISTS (
     SELECT FROM public.mails WHERE mails.email_key = other.email_key AND kind = 'confirm'
       AND (mails.state IN ('sent', 'written') AND mails.ended_at >= other.wanted_at)
   )`,
  `DELETE FROM ${STAGING}.events AS other WHERE state = 'waiting' AND EXISTS (
     SELECT FROM public.events WHERE events.email_key = other.email_key AND events.event = other.event
       AND events.created_at >= other.created_at
   )`,
  `DELETE FROM ${STAGING}.reports AS other WHERE EXISTS (
     SELECT FROM public.reports
     WHERE reports.kind = other.kind AND reports.reported_at = other.reported_at
   )`,
]

/** Forms of the backup that were folded since. Needs the people of the list only. */
const FOLDED: readonly string[] = [
  `DELETE FROM ${STAGING}.inbox AS other WHERE EXISTS (
     SELECT FROM public.people WHERE people.email_key = other.email_key AND agreed_at >= sent_at
   ) OR EXISTS (
     SELECT FROM public.mails WHERE mails.email_key = other.email_key AND kind = 'confirm' AND wanted_at >= sent_at
   ) OR EXISTS (
     SELECT FROM public.quarantine WHERE quarantine.email_key = other.email_key AND joined_at = sent_at
   )`,
  // a release elsewhere, after which the person is on the list
  `DELETE FROM public.quarantine USING ${STAGING}.people AS other
   WHERE quarantine.email_key = other.email_key
     AND NOT EXISTS (SELECT FROM public.people WHERE people.email_key = other.email_key)`,
]

/** Refusals come first (refusals-sync.ts), because they decide about everything else. */
const MERGED_BEFORE: readonly string[] = ['hash_keys', 'refusals', 'people']

/** @returns the number of people who were added, or replaced by another version */
export async function merge(session: Session, tables: readonly Table[]): Promise<number> {
  const people = tables.find(({ name }) => name === 'people')
  if (people === undefined) return 0
  for (const statement of FOLDED) await session.query(statement)
  const replaced = await run(session, 'people', mergePeople(people.columns))
  const added = await run(session, 'people', union(people))
  for (const statement of OUTDATED) await session.query(statement)
  await run(session, 'mails', MERGE_MAILS)
  for (const table of tables) {
    if (!MERGED_BEFORE.includes(table.name)) await run(session, table.name, union(table))
  }
  return replaced + added
}

import { LOOKED_AT } from '../../mail/letters/after.ts'
import { NEWS } from '../../mail/letters/friends.ts'
import type { Session } from '../../system/session.ts'
import { listOf, quote, STAGING, type Table } from '../../system/tables.ts'

// Merges the staged tables into the list. In the SQL, `other` is a row of the backup and `known` a row of the list.

/** Conditions by table. If a row meets the condition, the backup's version replaces the list's. */
const REPLACED: Readonly<Record<string, string>> = {
  people: `known.mailbox = other.mailbox
    AND known.confirmed_at IS NULL AND other.confirmed_at IS NOT NULL`,
  mails: `known.mailbox = other.mailbox AND known.kind = other.kind AND known.letter = other.letter
    AND (known.kind <> 'confirm' OR known.id = other.id)
    AND known.state <> 'sent' AND other.state = 'sent'`,
  links: 'known.token = other.token AND NOT known.confirmed AND other.confirmed',
  // The larger count wins, because a sum would count the visits from before the backup twice.
  visits: `(known.day, known.path, known.source) = (other.day, other.path, other.source)
    AND known.count < other.count`,
}

/**
 * Returns the columns to copy. Numbers that the database assigns are left out, because they differ between databases.
 */
const copied = ({ columns }: Table): string =>
  listOf(columns.filter(({ isIdentity }) => !isIdentity))

const replace = (table: Table, condition: string): string => `
  UPDATE public.${quote(table.name)} AS known SET (${listOf(table.columns)}) = (
    SELECT ${table.columns.map(({ name }) => `other.${quote(name)}`).join()}
  ) FROM ${STAGING}.${quote(table.name)} AS other WHERE ${condition}`

/** Adds the backup's rows. In a table without a key, equal rows are added until there are as many as in the backup. */
function add(table: Table): string {
  const [name, list] = [quote(table.name), copied(table)]
  const insert = `INSERT INTO public.${name} (${list}) SELECT ${list} FROM ${STAGING}.${name}`
  return table.hasKey
    ? `${insert} ON CONFLICT DO NOTHING`
    : `${insert} EXCEPT ALL SELECT ${list} FROM public.${name}`
}

/** @returns the number of rows that were replaced or added */
async function union(session: Session, table: Table): Promise<number> {
  let changed = 0
  const condition = REPLACED[table.name]
  for (const statement of [...(condition ? [replace(table, condition)] : []), add(table)]) {
    changed += await session.value<number>(
      `WITH changed AS (${statement} RETURNING 1) SELECT count(*)::integer AS rows FROM changed`,
    )
  }
  return changed
}

/** Removes the backup's forms that have since been folded. It must run before people are merged. */
const FOLDED = `
  DELETE FROM ${STAGING}.inbox AS other WHERE EXISTS (
    SELECT FROM public.people WHERE people.mailbox = other.mailbox
  ) OR EXISTS (
    SELECT FROM public.quarantine WHERE quarantine.mailbox = other.mailbox AND joined_at = sent_at
  )`

const IS_GONE = (table: string): string => `
  DELETE FROM ${STAGING}.${table} AS other WHERE mailbox IS NOT NULL
    AND NOT EXISTS (SELECT FROM public.people WHERE people.mailbox = other.mailbox)`

/** Removes what is out of date in the backup. It must run after people are merged. */
const OUTDATED: readonly string[] = [
  ...['links', 'mails', 'events', 'reports'].map(IS_GONE),
  // A person in `people` needs no quarantine: they were released, or joined without filling in the honeypot.
  `DELETE FROM ${STAGING}.quarantine AS other
   WHERE EXISTS (SELECT FROM public.people WHERE people.mailbox = other.mailbox)`,
  // The mail server may have accepted some of these emails, so they keep their Message-ID. They become bulk, because no
  // one is still looking at their inbox.
  `UPDATE ${STAGING}.mails SET state = 'waiting', lease = NULL, class = 'bulk' WHERE state IN ('waiting', 'sending')`,
  `UPDATE ${STAGING}.events SET state = 'waiting', lease = NULL WHERE state = 'sending'`,
  `DELETE FROM ${STAGING}.mails AS other WHERE kind = 'confirm' AND state = 'waiting' AND EXISTS (
     SELECT FROM public.mails WHERE mails.mailbox = other.mailbox AND kind = 'confirm'
       AND (mails.state IN ('sent', 'written') AND mails.ended_at >= other.wanted_at)
   )`,
  `DELETE FROM ${STAGING}.events AS other WHERE state = 'waiting' AND EXISTS (
     SELECT FROM public.events WHERE events.mailbox = other.mailbox AND events.event = other.event
       AND events.created_at >= other.created_at
   )`,
]

/** A place that is claimed in either version of a person stays claimed, and the backup's referral link wins. */
const KEPT = `
  UPDATE public.people AS known SET claimed_at = coalesce(known.claimed_at, other.claimed_at),
    referral_code = coalesce(other.referral_code, known.referral_code)
  FROM ${STAGING}.people AS other WHERE known.mailbox = other.mailbox
    AND (other.claimed_at IS NOT NULL AND known.claimed_at IS NULL
      OR other.referral_code IS NOT NULL AND known.referral_code IS DISTINCT FROM other.referral_code)`

interface Withdrawn {
  readonly letters: number
  readonly invitations: number
}

/**
 * Withdraws letters, invitations and emails about friends that were waiting in the backup or were only written to
 * files, because they may have been sent since then.
 */
const WITHDRAW = `
  WITH withdrawn AS (
    UPDATE ${STAGING}.mails AS other SET state = 'withdrawn', ended_at = now(),
      -- Leaving and coming back must not repeat the letter.
      cancelled_at = CASE kind WHEN 'after' THEN now() END
    WHERE kind IN ('announce', 'invite', 'after', 'friend') AND state IN ('waiting', 'written') AND NOT EXISTS (
      SELECT FROM public.mails
      WHERE mails.mailbox = other.mailbox AND mails.kind = other.kind AND mails.letter = other.letter
    )
    RETURNING kind
  )
  SELECT count(*) FILTER (WHERE kind IN ('announce', 'after'))::integer AS letters,
    count(*) FILTER (WHERE kind = 'invite')::integer AS invitations
  FROM withdrawn`

/** A letter goes to everyone who has confirmed since the earlier of its two starts. */
const STARTS = `
  UPDATE public.after_letters AS known SET starts_at = other.starts_at FROM ${STAGING}.after_letters AS other
  WHERE known.name = other.name AND known.starts_at > other.starts_at`

/** Selects the time of the latest confirmation that the merge will add. */
const NEWEST = `
  SELECT max(confirmed_at)::text FROM ${STAGING}.people AS other WHERE NOT EXISTS (
    SELECT FROM public.people AS known WHERE known.mailbox = other.mailbox AND known.confirmed_at IS NOT NULL
  )`

/** Letters that are already due to the people whose confirmations were added may have been sent after the backup. */
const MAY_BE_SENT = `
  UPDATE public.after_letters SET restored_at = now(), restored_until = greatest(restored_until, $1)
  WHERE $1::timestamptz > ${LOOKED_AT}`

/** After the backup, people may also have been told about friends whose confirmations were added. */
const MAY_BE_TOLD = `
  INSERT INTO public.mails (kind, mailbox, letter, state, ended_at)
  SELECT 'friend', mailbox, friends, 'withdrawn', now() FROM public.referrers JOIN public.people USING (mailbox)
  WHERE referral_code IN (
    SELECT source FROM public.people AS friend WHERE friend.confirmed_at BETWEEN now() - ${NEWS} AND $1
  )
  ON CONFLICT DO NOTHING`

/** These tables are merged earlier, because suppressions (suppressions/sync.ts) and people decide about all others. */
const MERGED_BEFORE: readonly string[] = ['hash_keys', 'suppressions', 'people']

export interface Merged {
  /** People who were added, or replaced by their confirmed version. All others were already there or stay erased. */
  readonly restored: number
  /** The numbers of emails that waited in the backup or were only written to files, and were withdrawn. */
  readonly withdrawn: Withdrawn
}

export async function merge(session: Session, tables: readonly Table[]): Promise<Merged> {
  await session.query(FOLDED)
  const newest = await session.value<string | null>(NEWEST)
  let restored = 0
  for (const table of tables) if (table.name === 'people') restored += await union(session, table)
  await session.query(KEPT)
  for (const statement of OUTDATED) await session.query(statement)
  const withdrawn = await session.row<Withdrawn>(WITHDRAW)
  for (const table of tables) {
    if (!MERGED_BEFORE.includes(table.name)) await union(session, table)
  }
  await session.query(STARTS)
  await session.query(MAY_BE_SENT, [newest])
  await session.query(MAY_BE_TOLD, [newest])
  return { restored, withdrawn }
}

import { createReadStream, existsSync } from 'node:fs'
import { batches, readRow } from '../../system/backup-file.ts'
import type { Session } from '../../system/session.ts'
import { loadRows } from '../../system/stage.ts'
import { tablesOf } from '../../system/tables.ts'
import { BACKUP_LIMITS, decode, splitLines } from '../../system/text-file.ts'
import { changeList } from '../history.ts'
import { appendSuppressions, hasLines, suppressionLines } from './file.ts'
import { endSuppressed, lockPeople, settleSuppressed } from './suppressed.ts'

// Merges the suppressions in the database with those in the file, because either may lack some of the other's. For each
// mailbox and reason, the latest times win.

const COPIED: readonly string[] = ['hash_keys', 'suppressions']

/**
 * Adds keys. The database hashes with its oldest key, so these keys, dated now, serve only to recognize old hashes.
 */
const MERGE_KEYS = (keys: string): string => `
  INSERT INTO public.hash_keys (id, secret, created_at)
  SELECT DISTINCT ON (id) id, secret, now() FROM ${keys}
  ON CONFLICT DO NOTHING`

/** Selects suppressions that the database lacks, or that have a later time in the other table. */
const LACKED = (suppressions: string): string => `
  SELECT mailbox_hash, reason, other.key_id, other.at, other.cleared_at
  FROM (
    SELECT mailbox_hash, reason, (array_agg(key_id))[1] AS key_id, max(at) AS at, max(cleared_at) AS cleared_at
    FROM ${suppressions} JOIN public.hash_keys ON hash_keys.id = key_id
    GROUP BY mailbox_hash, reason
  ) AS other LEFT JOIN public.suppressions AS present USING (mailbox_hash, reason)
  WHERE present.at IS NULL OR other.at > present.at
    OR other.cleared_at > coalesce(present.cleared_at, '-infinity')`

const MERGE_SUPPRESSIONS = (suppressions: string): string => `
  INSERT INTO public.suppressions AS known (mailbox_hash, reason, key_id, at, cleared_at) ${LACKED(suppressions)}
  ON CONFLICT (mailbox_hash, reason) DO UPDATE SET at = greatest(known.at, excluded.at),
    cleared_at = greatest(known.cleared_at, excluded.cleared_at)`

/**
 * Merges suppressions and their hash keys from other tables.
 * @returns whether the database lacked any
 */
export async function mergeSuppressions(
  session: Session,
  keys: string,
  suppressions: string,
): Promise<boolean> {
  await session.query(MERGE_KEYS(keys))
  if ((await session.query(`${LACKED(suppressions)} LIMIT 1`)).length === 0) return false
  await lockPeople(session)
  await session.query(MERGE_SUPPRESSIONS(suppressions))
  return true
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** Loads the file into temporary tables, without incomplete lines. */
async function loadFile(session: Session, file: string): Promise<void> {
  const tables = (await tablesOf(session, 'public')).filter(({ name }) => COPIED.includes(name))
  for (const { name } of tables) {
    await session.query(`CREATE TEMPORARY TABLE file_${name} (LIKE public.${name}) ON COMMIT DROP`)
  }
  if (!existsSync(file)) return
  const { add, flush } = batches(async (batch) => {
    const table = tables.find(({ name }) => name === batch.table)
    if (table) await loadRows(session, { ...table, name: `file_${table.name}` }, batch.rows)
  })
  const text = decode(createReadStream(file), BACKUP_LIMITS)
  for await (const line of splitLines(text, BACKUP_LIMITS)) {
    const found = readRow(line)
    if (found && isJson(found.row)) await add(found)
  }
  await flush()
}

/**
 * Adds the file's suppressions to the database. Needs a transaction that holds the list's lock.
 * @returns whether the database lacked any
 */
export async function readSuppressions(session: Session, file: string): Promise<boolean> {
  await loadFile(session, file)
  return mergeSuppressions(session, 'file_hash_keys', 'file_suppressions')
}

/** Selects suppressions that the file lacks, after `readSuppressions` in the same transaction. */
const LACKING = `NOT EXISTS (
  SELECT FROM file_suppressions AS line
  WHERE line.mailbox_hash = entry.mailbox_hash AND line.reason = entry.reason AND line.at = entry.at
    AND line.cleared_at IS NOT DISTINCT FROM entry.cleared_at
)`

/** Appends suppressions that `readSuppressions` did not find in the file. Needs the same transaction. */
export const writeSuppressions = (session: Session, file: string): Promise<void> =>
  appendSuppressions(session, file, suppressionLines(session, LACKING))

/** Synchronizes the database and the file, and erases people whose erasure is recorded only in the file. */
export const syncSuppressions = (session: Session, file: string): Promise<void> =>
  changeList(session, async () => {
    if (await readSuppressions(session, file)) {
      await endSuppressed(session, ['public'])
      await settleSuppressed(session)
    }
    await writeSuppressions(session, file)
  })

const INTERVAL_MS = 10_000

/** SQL for a value that changes whenever a suppression is added, repeated or lifted. */
const STATE =
  "SELECT count(*) || ' ' || coalesce(max(greatest(at, cleared_at))::text, '') FROM suppressions"

/**
 * Returns a function that keeps the suppressions file up to date. Its first call in a session always synchronizes both,
 * because the database may have been lost and created again.
 */
export function suppressionsKeeper(file: string): (session: Session) => Promise<void> {
  let known: { readonly session: Session; readonly state: string } | undefined
  let next = 0
  return async (session) => {
    const isSame = known?.session === session
    if (isSame && performance.now() < next) return
    next = performance.now() + INTERVAL_MS
    const state = await session.value<string>(STATE)
    if (isSame && state === known?.state && hasLines(file)) return
    known = undefined
    await syncSuppressions(session, file)
    // `state` was read before the copy, so if a suppression was added in between, the next call copies again.
    known = { session, state }
  }
}

import type { Session } from '../database/session.ts'
import { type HashKeys, hexHashesOf, loadHashKeys } from '../people/hash.ts'
import { changeList, recordBulkChange } from '../people/history.ts'
import { compareKeys } from '../signup/identity.ts'
import type { Counts, Kind } from './backup.ts'
import { batchesOf, checkBackup, type Line } from './backup-file.ts'
import {
  DELETE_ERASED,
  DELETE_RELEASED,
  FORGET_ERASED,
  MERGE_ERASURES,
  MERGE_HISTORY,
  MERGE_KEYS,
  MERGE_LINKS,
  MERGE_SIGNUPS,
} from './restore-statements.ts'

/** The result of a restore. All other signups were there already, or stay erased. */
export interface RestoreReport {
  readonly counts: Counts
  /** Signups that were added, or replaced by a later version. */
  restored: number
  /** Signups that were deleted because of an erasure in the backup. */
  erased: number
}

async function applyErasures(
  session: Session,
  keys: HashKeys,
  erasures: ReadonlyMap<string, string>,
): Promise<number> {
  const doomed: { email_key: string; erased_at: string; hashes: readonly string[] }[] = []
  const people = session.portions<{ email_key: string }>('SELECT DISTINCT email_key FROM signups')
  for await (const portion of people) {
    for (const { email_key } of portion) {
      const hashes = hexHashesOf(keys, email_key)
      for (const hash of hashes) {
        const erased_at = erasures.get(hash)
        if (erased_at !== undefined) doomed.push({ email_key, erased_at, hashes })
      }
    }
  }
  const lines = [JSON.stringify(doomed)]
  const { length: erased } = await session.query(DELETE_ERASED, lines)
  for (const statement of FORGET_ERASED) await session.query(statement, lines)
  if (erased > 0) await recordBulkChange(session, 'restore', { erased })
  return erased
}

/** Needs one transaction: an interrupted restore must not store erasures without applying them. */
async function mergeErasures(session: Session, batches: AsyncIterable<Line[]>): Promise<number> {
  const added = new Map<string, string>()
  for await (const lines of batches) {
    const rows = await session.query<{ person: Buffer; erased_at: string }>(MERGE_ERASURES, [
      JSON.stringify(lines),
    ])
    for (const { person, erased_at } of rows) added.set(person.toString('hex'), erased_at)
  }
  return added.size === 0 ? 0 : applyErasures(session, await loadHashKeys(session), added)
}

const keyOf = (line: Line): string => String(line['email_key'])

const withHashes = (keys: HashKeys, lines: readonly Line[]): string =>
  JSON.stringify(
    lines
      .toSorted((one, other) => compareKeys(keyOf(one), keyOf(other)))
      .map((line) => ({ ...line, hashes: hexHashesOf(keys, keyOf(line)) })),
  )

function mergeSignups(session: Session, keys: HashKeys, lines: readonly Line[]): Promise<number> {
  return changeList(session, async () => {
    const [row] = await session.query<{ restored: number }>(MERGE_SIGNUPS, [
      withHashes(keys, lines),
    ])
    const released = lines.filter((line) => line['released_at'] !== null)
    if (released.length > 0) await session.query(DELETE_RELEASED, [JSON.stringify(released)])
    const restored = row?.restored ?? 0
    if (restored > 0) await recordBulkChange(session, 'restore', { restored })
    return restored
  })
}

/**
 * Merges a backup into the list, while signups continue. Signups, erasures and corrections since the
 * backup stay, and no mail is queued. It can be interrupted and run again; a second run changes nothing.
 * @param open opens the uncompressed backup at its start
 * @throws DamagedBackup before any change
 */
export async function restore(
  session: Session,
  open: () => AsyncIterable<Buffer>,
  onProgress: (signups: number) => void = () => {},
): Promise<RestoreReport> {
  const report: RestoreReport = { counts: await checkBackup(open()), restored: 0, erased: 0 }
  const merge = async (kind: Kind, statement: string): Promise<void> => {
    for await (const lines of batchesOf(open(), kind)) {
      await session.transaction(() => session.query(statement, [JSON.stringify(lines)]))
    }
  }
  await merge('hash_key', MERGE_KEYS)
  // before the erasures, because CORRECTED_SINCE reads it
  await merge('history', MERGE_HISTORY)
  report.erased = await changeList(session, () =>
    mergeErasures(session, batchesOf(open(), 'erasure')),
  )
  const keys = await loadHashKeys(session)
  let seen = 0
  for await (const lines of batchesOf(open(), 'signup')) {
    report.restored += await mergeSignups(session, keys, lines)
    seen += lines.length
    onProgress(seen)
  }
  for await (const lines of batchesOf(open(), 'link')) {
    await changeList(session, () => session.query(MERGE_LINKS, [withHashes(keys, lines)]))
  }
  return report
}

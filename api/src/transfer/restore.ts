import type { Session } from '../database/session.ts'
import { lockList, recordBulkChange } from '../people/history.ts'
import type { Counts } from './backup.ts'
import { checkRows } from './check-rows.ts'
import { merge } from './merge.ts'
import { mergeRefusals, readRefusals, writeRefusals } from './refusals-sync.ts'
import { endRefused, lockPeople, settleRefused } from './refused.ts'
import { dropStaging, stage } from './stage.ts'
import { STAGING } from './tables.ts'

export interface RestoreReport {
  /** Rows of the backup by table. */
  readonly counts: Counts
  /** People who were added, or replaced by another version. All others were there already, or stay erased. */
  readonly restored: number
  /** People and quarantined forms that were deleted because of an erasure. */
  readonly erased: number
}

interface RestoreOptions {
  /** The copy of the refusals outside of the database. Unset, there is none. */
  readonly refusals?: string | undefined
  readonly onProgress?: (rows: number) => void
}

/**
 * Merges a backup into the list, all or nothing, while signups continue. Signups, erasures and corrections since the
 * backup stay, and what was done since is not done again. A second run changes nothing.
 * @param input the uncompressed backup
 * @throws OwnerError when nothing was changed
 */
export function restore(
  session: Session,
  input: AsyncIterable<Buffer>,
  { refusals, onProgress = () => {} }: RestoreOptions = {},
): Promise<RestoreReport> {
  return session.transaction(async () => {
    const { counts, tables, own } = await stage(session, input, onProgress)
    for (const table of tables) if (!own.has(table.name)) await checkRows(session, table)
    await lockList(session)
    await lockPeople(session)
    await mergeRefusals(session, `${STAGING}.hash_keys`, `${STAGING}.refusals`)
    if (refusals) await readRefusals(session, refusals)
    const erased = await endRefused(session, ['public', STAGING])
    const restored = await merge(session, tables)
    await settleRefused(session)
    if (restored + erased > 0) await recordBulkChange(session, 'restore', { restored, erased })
    await dropStaging(session, tables)
    if (refusals) await writeRefusals(session, refusals)
    return { counts, restored, erased }
  })
}

import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { lockList, recordBulkChange } from '../../list/history.ts'
import { endSuppressed, lockPeople, settleSuppressed } from '../../list/suppressions/suppressed.ts'
import {
  mergeSuppressions,
  readSuppressions,
  writeSuppressions,
} from '../../list/suppressions/sync.ts'
import type { Counts } from '../../system/backup.ts'
import type { Session } from '../../system/session.ts'
import { stage } from '../../system/stage.ts'
import { STAGING } from '../../system/tables.ts'
import { BACKUP_LIMITS, decode } from '../../system/text-file.ts'
import { type Merged, merge } from './merge.ts'

export interface RestoreReport extends Merged {
  /** The number of rows in the backup, by table. */
  readonly counts: Counts
  /** The backup's tables that this database lacks. */
  readonly skipped: readonly string[]
  /** People and quarantined forms that were deleted because of an erasure. */
  readonly erased: number
}

/** Counts of what a backup contains. Nothing verifies who wrote it. */
export interface Brought {
  readonly people: number
  readonly erasures: number
  readonly letters: number
  readonly links: number
}

const BROUGHT = `
  SELECT (SELECT count(*)::integer FROM ${STAGING}.people) AS people,
    (SELECT count(*)::integer FROM ${STAGING}.suppressions WHERE reason = 'erased') AS erasures,
    (SELECT count(*)::integer FROM ${STAGING}.letters) AS letters,
    (SELECT count(*)::integer FROM ${STAGING}.links) AS links`

interface RestoreOptions {
  /** The suppressions file, a copy outside the database, if there is one. */
  readonly suppressions?: string | undefined
  /** Called before the list changes. */
  readonly onRead?: (brought: Brought) => void
}

/**
 * Merges a backup into the list, all or nothing, while signups continue. Signups, erasures and corrections since the
 * backup stay, and emails sent since aren't repeated. A second run has no further effect.
 * @param input a compressed backup
 * @throws OwnerError if the backup is refused, in which case nothing was changed
 */
export function restore(
  session: Session,
  input: NodeJS.ReadableStream,
  { suppressions, onRead = () => {} }: RestoreOptions = {},
): Promise<RestoreReport> {
  const mergeIn = async (file: AsyncIterable<Buffer>): Promise<RestoreReport> => {
    const text = decode(file, BACKUP_LIMITS)
    const { counts, tables, skipped } = await stage(session, text)
    onRead(await session.row<Brought>(BROUGHT))
    await lockList(session)
    await lockPeople(session)
    await mergeSuppressions(session, `${STAGING}.hash_keys`, `${STAGING}.suppressions`)
    if (suppressions) await readSuppressions(session, suppressions)
    const erased = await endSuppressed(session, ['public', STAGING])
    const { restored, withdrawn } = await merge(session, tables)
    await settleSuppressed(session)
    if (restored + erased > 0) await recordBulkChange(session, 'restore', { restored, erased })
    if (suppressions) await writeSuppressions(session, suppressions)
    // Staged tables would hide the list's tables from the next transaction.
    await session.query('DISCARD TEMP')
    return { counts, skipped, restored, withdrawn, erased }
  }
  // The transaction may start reading late. Until then, the pipeline keeps any error of its streams.
  return pipeline(input, createGunzip(), (file) => session.transaction(() => mergeIn(file)))
}

import type { Session } from '../database/session.ts'
import { compareKeys } from '../inbox/identity.ts'
import { type HashKeys, hashesOf, loadHashKeys } from '../people/hash.ts'
import { changeList, recordBulkChange } from '../people/history.ts'
import type { Counts, Kind } from './backup.ts'
import { batchesOf, checkBackup, type Line } from './backup-file.ts'
import {
  CLEAR_RETRIED,
  DELETE_ERASED,
  DELETE_FORGOTTEN,
  DELETE_RELEASED,
  FIND_ADDED,
  FIND_KNOWN,
  KEEP_ADDED,
  MERGE_ERASURES,
  MERGE_HISTORY,
  MERGE_KEYS,
  MERGE_SIGNUPS,
} from './restore-people.ts'
import {
  FORGET_ERASED,
  MERGE_ANNOUNCEMENTS,
  MERGE_ARRIVALS,
  MERGE_DELIVERIES,
  MERGE_LINKS,
  MERGE_TASKS,
  MERGE_VISITS,
  UNINVITE,
} from './restore-queue.ts'

/** The result of a restore. All other signups were there already, or stay erased. */
export interface RestoreReport {
  readonly counts: Counts
  /** Signups that were added, or replaced by a later version. */
  restored: number
  /** Signups that were deleted because of an erasure in the backup. */
  erased: number
}

/** Deletes the people of erasures that this transaction has added. */
async function applyErasures(session: Session, keys: HashKeys): Promise<number> {
  let erased = 0
  const people = session.portions<{ email_key: string }>('SELECT DISTINCT email_key FROM signups')
  for await (const portion of people) {
    const lines = portion.map(({ email_key }) => ({ email_key, own: hashesOf(keys, email_key) }))
    const rows = await session.query<{ person: Buffer; erased_at: string }>(FIND_ADDED, [
      lines.flatMap(({ own }) => own),
    ])
    if (rows.length === 0) continue
    const added = new Map(rows.map(({ person, erased_at }) => [person.toString('hex'), erased_at]))
    const doomed = lines.flatMap(({ email_key, own }) => {
      const hashes = own.map((hash) => hash.toString('hex'))
      return hashes.flatMap((hash) => {
        const erased_at = added.get(hash)
        return erased_at === undefined ? [] : [{ email_key, erased_at, hashes }]
      })
    })
    const values = [JSON.stringify(doomed)]
    erased += (await session.query(DELETE_ERASED, values)).length
    for (const statement of FORGET_ERASED) await session.query(statement, values)
  }
  if (erased > 0) await recordBulkChange(session, 'restore', { erased })
  return erased
}

/**
 * Merges erasures and applies them. Needs one transaction: an interrupted restore must not store erasures
 * without applying them. A large list has more of them than fit in memory, so they come in portions.
 */
export async function mergeErasures(
  session: Session,
  portions: AsyncIterable<readonly Line[]> | Iterable<readonly Line[]>,
): Promise<number> {
  await session.query(KEEP_ADDED)
  let added = 0
  for await (const lines of portions) {
    const [row] = await session.query<{ added: number }>(MERGE_ERASURES, [JSON.stringify(lines)])
    added += row?.added ?? 0
  }
  await session.query(DELETE_FORGOTTEN)
  return added === 0 ? 0 : applyErasures(session, await loadHashKeys(session))
}

const keyOf = (line: Line): string => String(line['email_key'] ?? '')

/**
 * Lines as JSON, in the order of their keys, each with those hashes of its person that erasures or the
 * history have. Few people have any; the search for all hashes of all lines took half the time of a restore.
 */
async function withHashes(
  session: Session,
  keys: HashKeys,
  lines: readonly Line[],
): Promise<{ readonly all: string; readonly hashed: readonly Line[] }> {
  const own = new Map(lines.map((line) => [line, hashesOf(keys, keyOf(line))]))
  const rows = await session.query<{ person: Buffer }>(FIND_KNOWN, [[...own.values()].flat()])
  const known = new Set(rows.map(({ person }) => person.toString('hex')))
  const marked = lines
    .toSorted((one, other) => compareKeys(keyOf(one), keyOf(other)))
    .map((line) => {
      if (known.size === 0) return line
      const found = own.get(line)?.map((hash) => hash.toString('hex')) ?? []
      const hashes = found.filter((hash) => known.has(hash))
      return hashes.length === 0 ? line : { ...line, hashes }
    })
  return { all: JSON.stringify(marked), hashed: marked.filter((line) => 'hashes' in line) }
}

function mergeSignups(session: Session, keys: HashKeys, lines: readonly Line[]): Promise<number> {
  return changeList(session, async () => {
    const { all, hashed } = await withHashes(session, keys, lines)
    const [row] = await session.query<{ restored: number }>(MERGE_SIGNUPS, [all])
    if (hashed.length > 0) await session.query(CLEAR_RETRIED, [JSON.stringify(hashed)])
    const released = lines.filter((line) => line['released_at'] !== null)
    if (released.length > 0) await session.query(DELETE_RELEASED, [JSON.stringify(released)])
    const restored = row?.restored ?? 0
    if (restored > 0) await recordBulkChange(session, 'restore', { restored })
    return restored
  })
}

const MERGE: Readonly<Record<Exclude<Kind, 'erasure' | 'signup'>, string>> = {
  visit: MERGE_VISITS,
  hash_key: MERGE_KEYS,
  history: MERGE_HISTORY,
  link: MERGE_LINKS,
  announcement: MERGE_ANNOUNCEMENTS,
  delivery: MERGE_DELIVERIES,
  task: MERGE_TASKS,
  arrival: MERGE_ARRIVALS,
}

const mergeOthers = (session: Session, keys: HashKeys, statement: string, lines: readonly Line[]) =>
  changeList(session, async () =>
    session.query(statement, [(await withHashes(session, keys, lines)).all]),
  )

/**
 * Merges a backup into the list, while signups continue. Signups, erasures and corrections since the
 * backup stay, and what was done since is not done again. It can be interrupted and run again; a second
 * run changes nothing.
 * @param open opens the uncompressed backup at its start
 * @throws DamagedBackup before any change
 */
export async function restore(
  session: Session,
  open: () => AsyncIterable<Buffer>,
  onProgress: (signups: number) => void = () => {},
): Promise<RestoreReport> {
  const { counts, version } = await checkBackup(open())
  const report: RestoreReport = { counts, restored: 0, erased: 0 }
  async function* erasures() {
    for await (const { kind, lines } of batchesOf(open())) {
      if (kind === 'erasure') yield lines
      else if (kind === 'signup') return
    }
  }
  let keys: HashKeys | undefined
  /** The first lines about people come after those of all erasures and of the history. */
  const beginPeople = async (): Promise<HashKeys> => {
    report.erased = await changeList(session, () => mergeErasures(session, erasures()))
    return loadHashKeys(session)
  }
  let seen = 0
  for await (const { kind, lines } of batchesOf(open())) {
    if (kind === 'erasure') continue
    if (kind === 'hash_key' || kind === 'history' || kind === 'visit') {
      await session.transaction(() => session.query(MERGE[kind], [JSON.stringify(lines)]))
    } else {
      keys ??= await beginPeople()
      if (kind === 'signup') {
        report.restored += await mergeSignups(session, keys, lines)
        seen += lines.length
        onProgress(seen)
      } else {
        await mergeOthers(session, keys, MERGE[kind], lines)
      }
    }
  }
  keys ??= await beginPeople()
  // earlier versions do not tell what was sent
  if (version >= 3) await changeList(session, () => session.query(UNINVITE))
  return report
}

import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { number, shorten } from '../operator/format.ts'
import { OperatorError } from '../operator/operator-error.ts'
import { BACKUP_FORMAT, BACKUP_VERSION, type Counts, KINDS, type Kind, noCounts } from './backup.ts'
import { badMember } from './backup-line.ts'
import { BACKUP_LIMITS } from './limits.ts'
import { splitLines } from './split-lines.ts'

/** The file is not a complete backup. Nothing was changed. */
class DamagedBackup extends OperatorError {}

export type Line = Readonly<Record<string, unknown>> & { readonly kind: string }

const BATCH = 1_000

function parse(bytes: Buffer): Line {
  try {
    const line = JSON.parse(bytes.toString()) as Line
    if (typeof line.kind === 'string') return line
  } catch {}
  throw new DamagedBackup('This is not a backup of a waitlist.')
}

/** Returns the version. */
function checkHeader(line: Line): number {
  if (line.kind !== 'header' || line['format'] !== BACKUP_FORMAT) {
    throw new DamagedBackup('This is not a backup of a waitlist.')
  }
  const version = Number(line['version'])
  if (!(version >= 1 && version <= BACKUP_VERSION)) {
    throw new DamagedBackup(
      `This backup has version ${shorten(String(line['version']))}. Restore it with a newer version of the program.`,
    )
  }
  return version
}

interface Checked {
  readonly counts: Counts
  readonly version: number
}

/**
 * Returns the kind. A checksum proves no origin: anybody can make a file with a good one.
 * @param keys the keys of hashes so far
 */
function checkLine(bytes: Buffer, at: number, before: Kind, keys: Set<unknown>): Kind {
  const refuse = (what: string): never => {
    throw new DamagedBackup(`Line ${number(at)} ${what}. Nothing was changed.`)
  }
  const kind = kindOf(bytes) ?? refuse('is of no known kind')
  if (KINDS.indexOf(kind) < KINDS.indexOf(before)) refuse('is not in its place')
  const line = parse(bytes)
  const bad = badMember(kind, line)
  if (bad !== undefined) refuse(`is not valid: ${shorten(bad)}`)
  if (kind === 'hash_key') keys.add(line['id'])
  if (!keys.has(line['key_id'])) refuse('names a key that the file lacks')
  return kind
}

/**
 * Reads a backup to its end.
 * @throws DamagedBackup when it is incomplete, changed, or not a backup
 */
export async function checkBackup(input: AsyncIterable<Buffer>): Promise<Checked> {
  const digest = createHash('sha256')
  const counts = noCounts()
  let last: Buffer | undefined
  let version: number | undefined
  let at = 0
  let kind: Kind = KINDS[0]
  const keys = new Set<unknown>([undefined, null])
  for await (const bytes of splitLines(input, BACKUP_LIMITS.line)) {
    version ??= checkHeader(parse(bytes))
    if (last !== undefined) {
      digest.update(last).update('\n')
      if (at > 1) {
        kind = checkLine(last, at, kind, keys)
        counts[kind] += 1
      }
    }
    at += 1
    // copy: the bytes are a view of a buffer that is reused
    last = Buffer.from(bytes)
  }
  const end = last && parse(last)
  if (end?.kind !== 'end') throw new DamagedBackup('This backup is incomplete: its end is missing.')
  // earlier versions do not count every kind
  const claimed = { ...noCounts(), ...(end['counts'] as object) }
  if (!isDeepStrictEqual(claimed, counts) || end['sha256'] !== digest.digest('hex')) {
    throw new DamagedBackup('This backup is damaged: its content does not match its checksum.')
  }
  return { counts, version: version ?? BACKUP_VERSION }
}

const KIND = /^\{"kind" ?: ?"(\w+)"/

/** The kind of a line, without parsing the rest. */
const kindOf = (bytes: Buffer): Kind | undefined => {
  const [, word] = KIND.exec(bytes.subarray(0, 40).toString()) ?? []
  return KINDS.find((kind) => kind === word)
}

/** Lines of one kind. */
export interface Batch {
  readonly kind: Kind
  readonly lines: readonly Line[]
}

/** The lines in batches, in their order. A backup has them in the order of `KINDS`. */
export async function* batchesOf(input: AsyncIterable<Buffer>): AsyncGenerator<Batch> {
  let batch: { readonly kind: Kind; readonly lines: Line[] } | undefined
  for await (const bytes of splitLines(input, BACKUP_LIMITS.line)) {
    const kind = kindOf(bytes)
    if (batch && (kind !== batch.kind || batch.lines.length === BATCH)) {
      yield batch
      batch = undefined
    }
    if (kind === undefined) continue
    batch ??= { kind, lines: [] }
    batch.lines.push(parse(bytes))
  }
  if (batch) yield batch
}

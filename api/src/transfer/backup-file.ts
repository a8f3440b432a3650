import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { OperatorError } from '../operator/operator-error.ts'
import { BACKUP_FORMAT, BACKUP_VERSION, type Counts, KINDS, type Kind, noCounts } from './backup.ts'
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

function checkHeader(line: Line): void {
  if (line.kind !== 'header' || line['format'] !== BACKUP_FORMAT) {
    throw new DamagedBackup('This is not a backup of a waitlist.')
  }
  const version = Number(line['version'])
  if (!(version >= 1 && version <= BACKUP_VERSION)) {
    throw new DamagedBackup(
      `This backup has version ${line['version']}. Restore it with a newer version of the program.`,
    )
  }
}

/**
 * Reads a backup to its end.
 * @throws DamagedBackup when it is incomplete, changed, or not a backup
 */
export async function checkBackup(input: AsyncIterable<Buffer>): Promise<Counts> {
  const digest = createHash('sha256')
  const counts = noCounts()
  let last: Buffer | undefined
  let first = true
  for await (const bytes of splitLines(input)) {
    if (first) checkHeader(parse(bytes))
    first = false
    if (last !== undefined) {
      digest.update(last).update('\n')
      const kind = kindOf(last)
      if (kind !== undefined) counts[kind] += 1
    }
    // copy: the bytes are a view of a buffer that is reused
    last = Buffer.from(bytes)
  }
  const end = last && parse(last)
  if (end?.kind !== 'end') throw new DamagedBackup('This backup is incomplete: its end is missing.')
  // version 1 does not count links
  const claimed = { ...noCounts(), ...(end['counts'] as object) }
  if (!isDeepStrictEqual(claimed, counts) || end['sha256'] !== digest.digest('hex')) {
    throw new DamagedBackup('This backup is damaged: its content does not match its checksum.')
  }
  return counts
}

const KIND = /^\{"kind" ?: ?"(\w+)"/

/** The kind of a line. It does not parse the rest, because a backup can have a million lines. */
const kindOf = (bytes: Buffer): Kind | undefined => {
  const [, word] = KIND.exec(bytes.subarray(0, 40).toString()) ?? []
  return KINDS.find((kind) => kind === word)
}

/** The lines of one kind in batches. A backup has its lines in the order of `KINDS`. */
export async function* batchesOf(input: AsyncIterable<Buffer>, kind: Kind): AsyncGenerator<Line[]> {
  let batch: Line[] = []
  for await (const bytes of splitLines(input)) {
    const found = kindOf(bytes)
    if (found !== undefined && KINDS.indexOf(found) > KINDS.indexOf(kind)) break
    if (found === kind) batch.push(parse(bytes))
    if (batch.length === BATCH) {
      yield batch
      batch = []
    }
  }
  if (batch.length > 0) yield batch
}

import { createReadStream } from 'node:fs'
import { KINDS } from './backup.ts'
import type { Line } from './backup-file.ts'
import { badMember } from './backup-line.ts'
import { BACKUP_LIMITS } from './limits.ts'
import { splitLines } from './split-lines.ts'

const PORTION = 1_000

/** A line of a backup. The last one of a file can have been cut off. */
export function parse(text: string): Line | undefined {
  try {
    const line = JSON.parse(text) as Line
    const kind = KINDS.find((known) => known === line.kind)
    return kind === undefined || badMember(kind, line) ? undefined : line
  } catch {
    return undefined
  }
}

export const linesOf = (file: string): AsyncGenerator<Buffer> =>
  splitLines(createReadStream(file), BACKUP_LIMITS.line)

/** The complete lines of one kind in portions. */
export async function* portionsOf(file: string, kind: string): AsyncGenerator<Line[]> {
  let lines: Line[] = []
  for await (const bytes of linesOf(file)) {
    const line = parse(bytes.toString())
    if (line?.kind === kind) lines.push(line)
    if (lines.length === PORTION) {
      yield lines
      lines = []
    }
  }
  yield lines
}

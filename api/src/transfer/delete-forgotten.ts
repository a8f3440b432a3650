import { createWriteStream } from 'node:fs'
import { rename } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import type { Line } from './backup-file.ts'
import { linesOf, parse, portionsOf } from './erasure-lines.ts'

const timeOf = (line: Line, name: string): number => Date.parse(String(line[name]))

/** When each person's erasure was last taken back. */
async function forgettingsIn(file: string): Promise<Map<unknown, number>> {
  const times = new Map<unknown, number>()
  for await (const lines of portionsOf(file, 'history')) {
    for (const line of lines) {
      times.set(line['person'], Math.max(timeOf(line, 'at'), times.get(line['person']) ?? 0))
    }
  }
  return times
}

/** Deletes the lines of erasures that were taken back from the file of `erasureKeeper`. */
export async function deleteForgotten(file: string): Promise<void> {
  const forgettings = await forgettingsIn(file)
  async function* kept() {
    for await (const bytes of linesOf(file)) {
      const line = parse(bytes.toString())
      if (line === undefined) continue
      const forgotten = forgettings.get(line['person']) ?? 0
      if (line.kind !== 'erasure' || timeOf(line, 'erased_at') > forgotten) yield `${bytes}\n`
    }
  }
  const staging = `${file}.new`
  await pipeline(kept, createWriteStream(staging, { mode: 0o600, flush: true }))
  await rename(staging, file)
}

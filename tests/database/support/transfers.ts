import { Readable } from 'node:stream'
import { gzipSync } from 'node:zlib'
import type { Format } from '../../../api/src/owner/transfer/export.ts'
import { exportPeople } from '../../../api/src/owner/transfer/export.ts'
import {
  type BadLine,
  type ImportOptions,
  importPeople,
} from '../../../api/src/owner/transfer/import.ts'
import { readRecords } from '../../../api/src/owner/transfer/import-file.ts'
import { type RestoreReport, restore } from '../../../api/src/owner/transfer/restore.ts'
import { backup } from '../../../api/src/system/backup.ts'
import type { Session } from '../../../api/src/system/session.ts'
import { DEFAULTS } from '../../support/people.ts'

async function collect(chunks: AsyncIterable<string>): Promise<string> {
  let text = ''
  for await (const chunk of chunks) text += chunk
  return text
}

export const exported = (session: Session, format: Format): Promise<string> =>
  session.transaction(() => collect(exportPeople(session, format)), 'SNAPSHOT')

/**
 * Imports a file that arrives in pieces of a few bytes. `DEFAULTS` answers the questions for which it has no columns.
 */
export async function imported(session: Session, file: string | Buffer, options?: ImportOptions) {
  const bytes = Buffer.from(file)
  const pieces = [bytes.subarray(0, 100)]
  for (let start = 100; start < bytes.length; start += 7)
    pieces.push(bytes.subarray(start, start + 7))
  const bad: BadLine[] = []
  const report = await importPeople(session, readRecords(Readable.from(pieces)), {
    defaults: DEFAULTS,
    onBad: (line) => bad.push(line),
    ...options,
  })
  return { ...report, bad }
}

/** Returns a backup as the owner's program writes it. */
export const backedUp = async (session: Session): Promise<Buffer> =>
  gzipSync(await session.transaction(() => collect(backup(session)), 'SNAPSHOT'))

/**
 * Restores the bytes of a file.
 * @param suppressions the suppressions file
 */
export const restored = (
  session: Session,
  file: Buffer,
  suppressions?: string,
): Promise<RestoreReport> => restore(session, Readable.from([file]), { suppressions })

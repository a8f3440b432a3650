import { statSync } from 'node:fs'
import { mkdir, open, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { OwnerError } from '../../../../contract/owner-error.ts'
import { linesOf } from '../../system/backup.ts'
import type { Session } from '../../system/session.ts'

// Keeps a copy of the suppressions outside the database, so that people who left, bounced or were erased are not
// emailed if the database is lost. The file has a backup's format and is only appended to. sync.ts reads it.

/** Returns the file's path. It is in a separate folder below DATA_DIR, so that it can be on a separate volume. */
export const suppressionsFile = (dataDir: string): string =>
  join(dataDir, 'erasures', 'suppressions.ndjson')

/** Returns whether the file still has content. Someone may have deleted, moved or emptied it. */
export const hasLines = (file: string): boolean =>
  (statSync(file, { throwIfNoEntry: false })?.size ?? 0) > 0

/**
 * Appends lines in one write, on a new line, so that if the file ends with an incomplete line, only that one is lost.
 */
async function append(file: string, lines: readonly string[]): Promise<void> {
  const folder = dirname(file)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const handle = await open(file, 'a', 0o600)
  try {
    // The file gets the folder's group permissions, because the worker and owners share it under Compose. This fails
    // where the mount decides the mode (SMB, FAT, squashed NFS); `doctor` reports a mode that is too open.
    if ((await handle.stat()).size === 0) {
      await handle.chmod((await stat(folder)).mode & 0o660).catch(() => {})
    }
    const bytes = Buffer.from(`\n${lines.join('\n')}\n`)
    const { bytesWritten } = await handle.write(bytes)
    if (bytesWritten < bytes.length) {
      throw new OwnerError(`The disk of ${file} is full.`)
    }
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/**
 * Yields suppressions as lines, in chunks.
 * @param where SQL about a row `entry` of `suppressions`
 */
export async function* suppressionLines(
  session: Session,
  where: string,
  values: readonly string[] = [],
): AsyncGenerator<string[]> {
  const select = `${linesOf('suppressions')} WHERE ${where}`
  for await (const rows of session.chunks<{ line: string }>(select, values)) {
    yield rows.map(({ line }) => line)
  }
}

/**
 * Appends suppressions and their hash keys to the file. If the file is empty or missing, appends all suppressions,
 * because with only the new ones, no one would notice that the others were lost. Needs a transaction.
 */
export async function appendSuppressions(
  session: Session,
  file: string,
  chunks: AsyncIterable<readonly string[]> | Iterable<readonly string[]>,
): Promise<void> {
  let isFirst = true
  for await (const lines of hasLines(file) ? chunks : suppressionLines(session, 'true')) {
    if (lines.length === 0) continue
    const keys = isFirst ? await session.query<{ line: string }>(linesOf('hash_keys')) : []
    isFirst = false
    await append(file, [...keys.map(({ line }) => line), ...lines])
  }
}

export const copySuppressions = (session: Session, file: string, mailbox: string): Promise<void> =>
  appendSuppressions(
    session,
    file,
    suppressionLines(session, 'mailbox_hash IN (SELECT hashes_of($1))', [mailbox]),
  )

import { statSync } from 'node:fs'
import { mkdir, open, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { OwnerError } from '../../../contract/owner-error.ts'
import { linesOf } from '../system/backup.ts'
import type { Session } from '../system/session.ts'

// A copy of the refusals outside of the database, so that its loss brings nobody back. The lines are those of a
// backup. The file only grows (refusals-sync.ts reads it).

/** The file below DATA_DIR, in a folder of its own, so that it can have a volume of its own. */
export const refusalsFile = (dataDir: string): string =>
  join(dataDir, 'erasures', 'refusals.ndjson')

/** Whether the file has lines. It has none after it was deleted, moved away or emptied. */
export const hasLines = (file: string): boolean =>
  (statSync(file, { throwIfNoEntry: false })?.size ?? 0) > 0

/** Writes at once, behind whatever another process has appended. A line that was cut off costs no other. */
async function append(file: string, lines: readonly string[]): Promise<void> {
  const folder = dirname(file)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const handle = await open(file, 'a', 0o600)
  try {
    // for whom the folder is: in a container, for the worker and for owners
    if ((await handle.stat()).size === 0) await handle.chmod((await stat(folder)).mode & 0o660)
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
 * The lines of refusals in portions.
 * @param where SQL about a row `entry` of `refusals`
 */
export async function* refusalLines(
  session: Session,
  where: string,
  values: readonly string[] = [],
): AsyncGenerator<string[]> {
  const select = `${linesOf('refusals')} WHERE ${where}`
  for await (const rows of session.portions<{ line: string }>(select, values)) {
    yield rows.map(({ line }) => line)
  }
}

/**
 * Appends lines of refusals to the file, with the keys of their hashes. Needs a transaction. A file without lines
 * gets all refusals: nobody would notice later that it was deleted.
 */
export async function appendRefusals(
  session: Session,
  file: string,
  portions: AsyncIterable<readonly string[]> | Iterable<readonly string[]>,
): Promise<void> {
  let isFirst = true
  for await (const lines of hasLines(file) ? portions : refusalLines(session, 'true')) {
    if (lines.length === 0) continue
    const keys = isFirst ? await session.query<{ line: string }>(linesOf('hash_keys')) : []
    isFirst = false
    await append(file, [...keys.map(({ line }) => line), ...lines])
  }
}

/** Appends the refusals of one person. Needs a transaction. */
export const copyRefusals = (session: Session, file: string, emailKey: string): Promise<void> =>
  appendRefusals(
    session,
    file,
    refusalLines(session, 'mailbox IN (SELECT hashes_of($1))', [emailKey]),
  )

import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { appendFile, mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Session } from '../database/session.ts'
import { MOVED } from '../people/correct.ts'
import { changeList, FORGOTTEN } from '../people/history.ts'
import { LINES } from './backup.ts'
import { deleteForgotten } from './delete-forgotten.ts'
import { linesOf, portionsOf } from './erasure-lines.ts'
import { mergeErasures } from './restore.ts'
import { MERGE_HISTORY, MERGE_KEYS } from './restore-people.ts'

/**
 * A correction of an address remembers an erasure of the old one, so that a restore does not list the
 * person twice. Where the correction itself was lost, the person is listed by the old address.
 */
const ERASED = `
  SELECT line FROM (${LINES.erasure}) AS lines WHERE NOT EXISTS (
    SELECT FROM history
    WHERE history.person = decode(line->>'person', 'hex') AND command = 'correct'
      AND detail @> '${JSON.stringify(MOVED)}' AND at >= (line->>'erased_at')::timestamptz
  )`

/** Erasures need the keys of their hashes. */
const REMEMBERED = [LINES.hash_key, ERASED]

/** Without these, the file would bring an erasure back that an operator has taken back. */
const FORGETTINGS = `SELECT line FROM (${LINES.history}) AS lines
  WHERE line::jsonb @> '${JSON.stringify({ command: 'erase', detail: FORGOTTEN })}'`

/** In milliseconds. */
const INTERVAL = 10_000

/** The file below DATA_DIR, in a folder of its own, so that it can have a volume of its own. */
export const erasuresFile = (dataDir: string): string =>
  join(dataDir, 'erasures', 'erasures.ndjson')

/** Brings erasures of the file into a database that was lost and is new, or older. */
async function readInto(session: Session, file: string): Promise<void> {
  await changeList(session, async () => {
    for await (const keys of portionsOf(file, 'hash_key')) {
      await session.query(MERGE_KEYS, [JSON.stringify(keys)])
    }
    for await (const forgettings of portionsOf(file, 'history')) {
      await session.query(MERGE_HISTORY, [JSON.stringify(forgettings)])
    }
    await mergeErasures(session, portionsOf(file, 'erasure'))
  })
}

/** A name for a line. A list of a million people has more lines than the worker could hold. */
const nameOf = (line: string): string =>
  createHash('sha256').update(line).digest('base64').slice(0, 22)

async function namesIn(file: string): Promise<Set<string>> {
  const names = new Set<string>()
  for await (const bytes of linesOf(file)) names.add(nameOf(bytes.toString()))
  return names
}

/**
 * Appends the lines of a statement that the file lacks. They begin a line, because the last one may have
 * been cut off.
 * @returns how many
 */
async function append(
  session: Session,
  file: string,
  names: ReadonlySet<string>,
  select: string,
): Promise<number> {
  let appended = 0
  const rows = session.portions<{ line: string }>(`SELECT line::text FROM (${select}) AS stored`)
  for await (const portion of rows) {
    const lines = portion.map(({ line }) => line).filter((line) => !names.has(nameOf(line)))
    if (lines.length === 0) continue
    await appendFile(file, `\n${lines.join('\n')}\n`, { mode: 0o600, flush: true })
    appended += lines.length
  }
  return appended
}

/** Brings the file up to date. */
async function update(session: Session, file: string): Promise<void> {
  const names = existsSync(file) ? await namesIn(file) : new Set<string>()
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  for (const select of REMEMBERED) await append(session, file, names, select)
  if ((await append(session, file, names, FORGETTINGS)) > 0) await deleteForgotten(file)
}

/**
 * Keeps a copy of all erasures outside of the database, so that its loss brings nobody back. The first
 * call also reads the file into the database. The lines are those of a backup.
 */
export function erasureKeeper(file: string): (session: Session) => Promise<void> {
  let isRead = false
  let next = 0
  let state = ''
  return async (session) => {
    if (!isRead) {
      if (existsSync(file)) await readInto(session, file)
      isRead = true
    }
    if (performance.now() < next) return
    next = performance.now() + INTERVAL
    const [row] = await session.query<{ state: string }>(
      `SELECT concat(count(*), ' ', max(erased_at)) AS state FROM erasures`,
    )
    if (row === undefined || row.state === state) return
    await session.transaction(() => update(session, file), 'SNAPSHOT')
    state = row.state
  }
}

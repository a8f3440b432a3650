import { createHash } from 'node:crypto'
import type { Session } from '../database/session.ts'

export const BACKUP_FORMAT = 'waitlist-backup'
/**
 * Version 1 has no links and no times of mails, version 2 nothing of the queue and its record, version 3
 * no visits. A program refuses versions later than its own.
 */
export const BACKUP_VERSION = 4

/**
 * The content of a backup, in the order in which a restore needs it. Links travel, because a mail's
 * link must work as long as the mail is kept; the queue and its record, because the installation owes
 * what waits, and must not send again what was sent.
 */
export const KINDS = [
  'hash_key',
  'erasure',
  'history',
  'signup',
  'link',
  'announcement',
  'delivery',
  'task',
  'arrival',
  'visit',
] as const
export type Kind = (typeof KINDS)[number]
export type Counts = Record<Kind, number>

/** Whole rows, so that no later column is forgotten. */
const rowsOf = (kind: Kind, select: string): string =>
  `SELECT row_to_json(line) AS line FROM (SELECT '${kind}' AS kind, * FROM (${select}) AS entry) AS line`

/** Postgres builds the lines, which is faster than building them from rows here. */
export const LINES: Readonly<Record<Kind, string>> = {
  hash_key: `SELECT json_build_object('kind', 'hash_key', 'id', id, 'secret', encode(secret, 'hex'),
    'created_at', created_at) AS line FROM hash_keys ORDER BY created_at, id`,
  erasure: `SELECT json_build_object('kind', 'erasure', 'person', encode(person, 'hex'),
    'key_id', key_id, 'erased_at', erased_at) AS line FROM erasures`,
  history: `SELECT json_build_object('kind', 'history', 'at', at, 'command', command,
    'key_id', key_id, 'person', encode(person, 'hex'), 'detail', detail) AS line
    FROM history ORDER BY at`,
  signup: rowsOf('signup', 'SELECT * FROM signups'),
  link: `SELECT json_build_object('kind', 'link', 'token', encode(token, 'hex'),
    'email_key', email_key, 'created_at', created_at) AS line FROM links`,
  announcement: rowsOf('announcement', 'SELECT * FROM announcements'),
  delivery: rowsOf(
    'delivery',
    'SELECT id, kind AS what, email_key, mailbox, about, at, outcome, attempts, reply FROM deliveries',
  ),
  task: rowsOf(
    'task',
    'SELECT id, kind AS what, email_key, about, created_at, due_at, attempts, reply FROM tasks',
  ),
  arrival: rowsOf('arrival', 'SELECT email_key, agreed_to, arrived_at FROM arrivals'),
  visit: rowsOf('visit', 'SELECT day, path, source, count FROM visits'),
}

export const noCounts = (): Counts => Object.fromEntries(KINDS.map((kind) => [kind, 0])) as Counts

/**
 * Everything that a restore needs as NDJSON, in portions of text. Needs a snapshot transaction. The first
 * line names the format; the last line has the counts and the SHA-256 of all lines before it, which
 * reveal an incomplete or changed file.
 * @returns what was written
 */
export async function* backup(
  session: Session,
  onProgress: (signups: number) => void = () => {},
): AsyncGenerator<string, Counts> {
  const counts = noCounts()
  const digest = createHash('sha256')
  const seal = (text: string): string => {
    digest.update(text)
    return text
  }
  const header = { kind: 'header', format: BACKUP_FORMAT, version: BACKUP_VERSION }
  yield seal(`${JSON.stringify({ ...header, created_at: new Date() })}\n`)
  for (const kind of KINDS) {
    const rows = session.portions<{ line: string }>(
      `SELECT line::text FROM (${LINES[kind]}) AS lines`,
    )
    for await (const portion of rows) {
      counts[kind] += portion.length
      yield seal(portion.map(({ line }) => `${line}\n`).join(''))
      if (kind === 'signup') onProgress(counts.signup)
    }
  }
  yield `${JSON.stringify({ kind: 'end', counts, sha256: digest.digest('hex') })}\n`
  return counts
}

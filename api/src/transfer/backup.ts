import { createHash } from 'node:crypto'
import type { Session } from '../database/session.ts'

export const BACKUP_FORMAT = 'waitlist-backup'
/** Version 1 has no links and no times of mails. A program refuses versions later than its own. */
export const BACKUP_VERSION = 2

/**
 * The content of a backup, in the order in which a restore needs it. Links travel, because a mail's
 * link must work as long as the mail is kept. Queued mails do not: a restore never sends anything.
 */
export const KINDS = ['hash_key', 'erasure', 'history', 'signup', 'link'] as const
export type Kind = (typeof KINDS)[number]
export type Counts = Record<Kind, number>

/** Postgres builds the lines, which is faster than building them from rows here. */
const LINES: Readonly<Record<Kind, string>> = {
  hash_key: `SELECT json_build_object('kind', 'hash_key', 'id', id, 'secret', encode(secret, 'hex'),
    'created_at', created_at) AS line FROM hash_keys ORDER BY created_at, id`,
  erasure: `SELECT json_build_object('kind', 'erasure', 'person', encode(person, 'hex'),
    'key_id', key_id, 'erased_at', erased_at) AS line FROM erasures`,
  history: `SELECT json_build_object('kind', 'history', 'at', at, 'command', command,
    'key_id', key_id, 'person', encode(person, 'hex'), 'detail', detail) AS line
    FROM history ORDER BY at`,
  signup: `SELECT json_build_object('kind', 'signup', 'email', email, 'email_key', email_key,
    'answers', answers, 'honeypot', honeypot, 'joined_at', joined_at,
    'corrected_at', corrected_at, 'released_at', released_at, 'agreed_to', agreed_to,
    'source', source, 'confirmed_at', confirmed_at, 'left_at', left_at, 'invited_at', invited_at,
    'undeliverable_at', undeliverable_at) AS line FROM signups`,
  link: `SELECT json_build_object('kind', 'link', 'token', encode(token, 'hex'),
    'email_key', email_key, 'created_at', created_at) AS line FROM links`,
}

export const noCounts = (): Counts => ({
  hash_key: 0,
  erasure: 0,
  history: 0,
  signup: 0,
  link: 0,
})

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

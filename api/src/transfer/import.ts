import type { Session } from '../database/session.ts'
import { OperatorError } from '../operator/operator-error.ts'
import { type HashKeys, hexHashesOf, loadHashKeys } from '../people/hash.ts'
import { changeList, recordBulkChange } from '../people/history.ts'
import { compareKeys } from '../signup/identity.ts'
import {
  type ImportedRecord,
  type Incoming,
  type ReadOptions,
  readRecord,
} from './import-record.ts'

export interface BadLine {
  readonly line: number
  readonly reason: string
}

export interface ImportReport {
  added: number
  /** On the list already, or twice in the file. */
  known: number
  /** Erased people, who stay erased. */
  erased: number
  /** Confirmation mails that were queued. */
  mails: number
  readonly bad: BadLine[]
}

export interface ImportOptions extends ReadOptions {
  /** Asks each added person for a confirmation. */
  readonly sendConfirmation?: boolean | undefined
}

/** No line of the file can be imported. */
export class NotImportable extends OperatorError {}

const BATCH = 1_000

/**
 * Listed people do not change. People with a hash in `erasures` are refused, unless they have joined
 * again. `$2` queues a mail for each added person.
 */
const INSERT = `
  WITH arrived AS (
    SELECT * FROM json_to_recordset($1)
      AS arrived (
        email text, email_key text, answers jsonb, source text, joined_at timestamptz,
        confirmed boolean, confirmed_at timestamptz, hashes jsonb
      )
  ), refused AS (
    SELECT email_key FROM arrived
    WHERE EXISTS (
      SELECT FROM jsonb_array_elements_text(hashes) AS hash
      JOIN erasures ON person = decode(hash, 'hex')
    ) AND NOT EXISTS (
      SELECT FROM signups WHERE signups.email_key = arrived.email_key AND honeypot IS NULL
    )
  ), added AS (
    INSERT INTO signups (email, email_key, answers, source, joined_at, confirmed_at)
    SELECT email, email_key, answers, source, coalesce(joined_at, now()),
      CASE WHEN confirmed THEN coalesce(confirmed_at, now()) END
    FROM arrived
    WHERE email_key NOT IN (SELECT email_key FROM refused)
    ON CONFLICT (email_key) WHERE honeypot IS NULL DO NOTHING
    RETURNING email_key
  ), queued AS (
    INSERT INTO outbox (kind, email_key) SELECT 'confirm', email_key FROM added WHERE $2::boolean
    ON CONFLICT DO NOTHING
    RETURNING 1
  )
  SELECT (SELECT count(*)::integer FROM added) AS added,
    (SELECT count(*)::integer FROM refused) AS erased,
    (SELECT count(*)::integer FROM queued) AS mails`

async function write(
  session: Session,
  keys: HashKeys,
  batch: readonly Incoming[],
  { sendConfirmation = false }: ImportOptions,
  report: ImportReport,
): Promise<void> {
  if (batch.length === 0) return
  const ordered = batch.toSorted((one, other) => compareKeys(one.emailKey, other.emailKey))
  const rows = ordered.map((person) => ({
    email: person.email,
    email_key: person.emailKey,
    answers: person.answers,
    source: person.source,
    joined_at: person.joinedAt,
    confirmed: person.confirmed,
    confirmed_at: person.confirmedAt,
    hashes: hexHashesOf(keys, person.emailKey),
  }))
  await changeList(session, async () => {
    const [result] = await session.query<{ added: number; erased: number; mails: number }>(INSERT, [
      JSON.stringify(rows),
      sendConfirmation,
    ])
    const { added = 0, erased = 0, mails = 0 } = result ?? {}
    report.added += added
    report.erased += erased
    report.mails += mails
    report.known += batch.length - added - erased
    if (added > 0) await recordBulkChange(session, 'import', { added })
  })
}

/**
 * Adds people from another tool, by the rules of the form. Bad lines do not stop the others; a second
 * run changes nothing.
 * @param onProgress receives the number of lines read
 */
export async function importPeople(
  session: Session,
  records: AsyncIterable<ImportedRecord | BadLine>,
  options: ImportOptions = {},
  onProgress: (lines: number) => void = () => {},
): Promise<ImportReport> {
  const keys = await loadHashKeys(session)
  const report: ImportReport = { added: 0, known: 0, erased: 0, mails: 0, bad: [] }
  let batch: Incoming[] = []
  for await (const record of records) {
    const signup = 'reason' in record ? record.reason : readRecord(record.columns, options)
    if (typeof signup === 'string') report.bad.push({ line: record.line, reason: signup })
    else batch.push(signup)
    if (batch.length === BATCH) {
      await write(session, keys, batch, options, report)
      onProgress(record.line)
      batch = []
    }
  }
  await write(session, keys, batch, options, report)
  report.bad.sort((one, other) => one.line - other.line)
  return report
}

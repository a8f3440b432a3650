import { isTime, PORTABLE_NAMES, type PortableName, REFERRALS } from '../../contract/waitlist.ts'
import type { Session } from '../database/session.ts'
import { compareKeys } from '../inbox/identity.ts'
import { number } from '../operator/format.ts'
import { OperatorError } from '../operator/operator-error.ts'
import { GROUPS } from '../people/groups.ts'
import { type HashKeys, hexHashesOf, loadHashKeys } from '../people/hash.ts'
import { changeList, recordBulkChange } from '../people/history.ts'
import {
  columnName,
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
  /** People on the list whom this import has confirmed. */
  confirmed: number
  /** Erased people, who stay erased. */
  erased: number
  /** Confirmation mails that were queued. */
  mails: number
  readonly bad: BadLine[]
  /** Columns that stand for no question and no time. */
  readonly ignored: string[]
}

export interface ImportOptions extends ReadOptions {
  /** Asks people of the file for a confirmation, unless they have confirmed or were asked before. */
  readonly sendConfirmation?: boolean | undefined
}

/** No line of the file can be imported. */
export class NotImportable extends OperatorError {}

const BATCH = 1_000

/** Bad lines that are kept in memory. */
const MOST_BAD = 100_000

/** Ignored columns that are listed; each line of NDJSON can have others. */
const MOST_IGNORED = 100

/** What a missing value stands for. */
const MISSING: Readonly<Partial<Record<PortableName, string>>> = {
  joined_at: 'coalesce(joined_at, now())',
  confirmed_at: 'CASE WHEN confirmed THEN coalesce(confirmed_at, now()) END',
}

const valueFor = (name: PortableName): string => MISSING[name] ?? name

/**
 * Listed people change in one way: an import confirms those who have not confirmed and not left.
 * People with a hash in `erasures` are refused, unless they have joined again. `$2` queues a mail for
 * everybody who was never asked for a confirmation.
 */
const INSERT = `
  WITH arrived AS (
    SELECT * FROM json_to_recordset($1)
      AS arrived (
        email text, email_key text, answers jsonb, confirmed boolean, hashes jsonb,
        ${PORTABLE_NAMES.map((name) => `${name} ${isTime(name) ? 'timestamptz' : 'text'}`).join(', ')}
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
    INSERT INTO signups (email, email_key, answers, ${PORTABLE_NAMES.join(', ')})
    SELECT email, email_key, answers, ${PORTABLE_NAMES.map(valueFor).join(', ')}
    FROM arrived
    WHERE email_key NOT IN (SELECT email_key FROM refused)
    ON CONFLICT (email_key) WHERE honeypot IS NULL DO NOTHING
    RETURNING email_key
  ), confirmed AS (
    UPDATE signups SET confirmed_at = coalesce(arrived.confirmed_at, now()) FROM arrived
    WHERE signups.email_key = arrived.email_key AND confirmed
      AND honeypot IS NULL AND left_at IS NULL AND signups.confirmed_at IS NULL
    RETURNING signups.email_key
  ), not_asked AS (
    DELETE FROM tasks USING confirmed
    WHERE tasks.email_key = confirmed.email_key AND kind = 'confirm'
  ), queued AS (
    INSERT INTO tasks (kind, email_key)
    SELECT 'confirm', email_key FROM (
      SELECT email_key FROM added
      UNION
      SELECT email_key FROM signups
      WHERE email_key IN (SELECT email_key FROM arrived)
        AND ${GROUPS.unconfirmed} AND undeliverable_at IS NULL
    ) AS people
    WHERE $2::boolean AND NOT EXISTS (
      SELECT FROM deliveries WHERE deliveries.email_key = people.email_key AND kind = 'confirm'
    ) AND NOT EXISTS (
      SELECT FROM arrivals WHERE arrivals.email_key = people.email_key
    )
    ON CONFLICT DO NOTHING
    RETURNING 1
  )
  SELECT (SELECT count(*)::integer FROM added) AS added,
    (SELECT count(*)::integer FROM confirmed) AS confirmed,
    (SELECT count(*)::integer FROM refused) AS erased,
    (SELECT count(*)::integer FROM queued) AS mails`

type Written = Record<'added' | 'confirmed' | 'erased' | 'mails', number>

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
    confirmed: person.confirmed,
    ...person.columns,
    hashes: hexHashesOf(keys, person.emailKey),
  }))
  await changeList(session, async () => {
    const values = [JSON.stringify(rows), sendConfirmation]
    const [result] = await session.query<Written>(INSERT, values)
    const { added = 0, confirmed = 0, erased = 0, mails = 0 } = result ?? {}
    report.added += added
    report.confirmed += confirmed
    report.erased += erased
    report.mails += mails
    report.known += batch.length - added - erased
    if (added + confirmed + mails > 0) {
      await recordBulkChange(session, 'import', { added, confirmed, mails })
    }
  })
}

function addBad({ bad }: ImportReport, line: number, reason: string): void {
  if (bad.length === MOST_BAD) {
    const [first] = bad
    throw new NotImportable(
      `More than ${number(MOST_BAD)} lines are bad, so the rest is not read. Line ${first?.line}: ${first?.reason}`,
    )
  }
  bad.push({ line, reason })
}

/** Lists columns as they are met. */
function ignoredColumns({ ignored }: ImportReport): (columns: ImportedRecord['columns']) => void {
  const met = new Set<string>()
  return (columns) => {
    for (const column of Object.keys(columns)) {
      if (met.has(column) || met.size >= MOST_IGNORED) continue
      met.add(column)
      // an export has it, and it follows from the sources
      if (column === REFERRALS.name) continue
      if (columnName(column) === undefined) ignored.push(column)
    }
  }
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
  const report: ImportReport = {
    added: 0,
    known: 0,
    confirmed: 0,
    erased: 0,
    mails: 0,
    bad: [],
    ignored: [],
  }
  const noteColumns = ignoredColumns(report)
  let batch: Incoming[] = []
  for await (const record of records) {
    if ('columns' in record) noteColumns(record.columns)
    const signup = 'reason' in record ? record.reason : readRecord(record.columns, options)
    if (typeof signup === 'string') addBad(report, record.line, signup)
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

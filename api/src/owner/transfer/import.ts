import { OwnerError } from '../../../../contract/owner-error.ts'
import {
  isTime,
  PORTABLE_NAMES,
  type PortableName,
  REFERRALS,
} from '../../../../contract/waitlist.ts'
import { changeList, recordBulkChange } from '../../list/history.ts'
import { REACHABLE } from '../../mail/kinds.ts'
import type { Start } from '../../mail/letters/after.ts'
import { count } from '../../system/format.ts'
import type { Session } from '../../system/session.ts'
import { type Cell, meaningOf } from './import-columns.ts'
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
  /** Lines about people who were already on the list, or who appear in the file more than once. */
  known: number
  /** People on the list whom this import has confirmed. */
  confirmed: number
  /** Lines about people who stay erased. */
  erased: number
  /** Confirmation emails that were queued. */
  mails: number
  /** Lines that were not imported. */
  bad: number
  /** Lines with a time up to a day ahead. */
  ahead: number
  /** Columns that match no field. */
  readonly ignored: Set<string>
  /** For each field, the columns that contain it. The first with a value counts. */
  readonly shared: Record<string, readonly string[]>
}

export interface ImportOptions extends ReadOptions {
  /** Asks people in the file to confirm, unless they have confirmed or were asked before. */
  readonly sendConfirmation?: boolean | undefined
  /** If false, people in the file are not sent the letters that follow the confirmation. */
  readonly letters?: boolean | undefined
  readonly onBad?: (bad: BadLine) => void
}

const BATCH = 1_000

/** The maximum number of ignored columns that are reported. Each line of NDJSON can introduce new ones. */
const MOST_NOTED = 100

/**
 * The times to store. A future time becomes the import's time, and so does a missing time of joining or confirming. The
 * import's time advances with each row, because people with the same time would share a place in line.
 */
const TIMES: Readonly<Partial<Record<PortableName, string>>> = {
  joined_at: 'least(joined_at, clock_timestamp())',
  confirmed_at: 'CASE WHEN confirmed THEN least(confirmed_at, clock_timestamp()) END',
  claimed_at: 'CASE WHEN claimed_at IS NOT NULL THEN least(claimed_at, clock_timestamp()) END',
}

const COLUMNS = ['email', 'mailbox', 'answers', ...PORTABLE_NAMES]

/**
 * Adds people. The only change to listed people is that those who have neither confirmed nor left are confirmed. Erased
 * people are refused, unless they have joined again.
 */
const ADD = `
  WITH arrived AS MATERIALIZED (
    SELECT * FROM json_to_recordset($1)
      AS arrived (
        email text, mailbox text, answers jsonb, confirmed boolean,
        ${PORTABLE_NAMES.map((name) => `${name} ${isTime(name) ? 'timestamptz' : 'text'}`).join(', ')}
      )
  ), erased AS (
    SELECT mailbox FROM arrived JOIN suppressions_of(ARRAY(SELECT mailbox FROM arrived)) USING (mailbox)
    WHERE ended_at IS NOT NULL
      AND NOT EXISTS (SELECT FROM people WHERE people.mailbox = arrived.mailbox)
  ), added AS (
    INSERT INTO people (${COLUMNS.join(', ')})
    SELECT email, mailbox, answers, ${PORTABLE_NAMES.map((name) => TIMES[name] ?? name).join(', ')} FROM arrived
    WHERE mailbox NOT IN (SELECT mailbox FROM erased)
    ON CONFLICT (mailbox) DO NOTHING
    RETURNING mailbox, people.confirmed_at
  ), confirmed AS (
    UPDATE people SET confirmed_at = least(arrived.confirmed_at, now()) FROM arrived
    WHERE people.mailbox = arrived.mailbox AND confirmed AND people.confirmed_at IS NULL AND left_at IS NULL
    RETURNING people.mailbox
  )
  SELECT (SELECT count(*)::integer FROM added) AS added, ARRAY(SELECT mailbox FROM confirmed) AS confirmed,
    ARRAY(SELECT mailbox FROM added WHERE confirmed_at IS NOT NULL) AS "addedConfirmed",
    (SELECT count(*)::integer FROM erased) AS erased`

/**
 * Dates the withdrawn letters now, because a letter is queued again if the confirmation is later than its withdrawal.
 */
const WITHHOLD_LETTERS = `
  INSERT INTO mails AS before (kind, mailbox, letter, state, ended_at)
  SELECT 'after', mailbox, name, 'withdrawn', clock_timestamp()
  FROM unnest($1::text[]) AS mailbox, after_letters
  ON CONFLICT (mailbox, kind, letter) WHERE kind <> 'confirm' DO UPDATE SET ended_at = excluded.ended_at
    WHERE before.state = 'withdrawn'`

/** Queues an email for each unconfirmed person who was never asked to confirm. */
const ASK = `
  INSERT INTO mails (kind, mailbox)
  SELECT 'confirm', mailbox FROM people
  WHERE mailbox = ANY ($1) AND ${REACHABLE.confirm} AND confirmed_at IS NULL AND NOT EXISTS (
    SELECT FROM mails
    WHERE mails.mailbox = people.mailbox AND kind = 'confirm' AND state <> 'withdrawn'
  )
  ON CONFLICT DO NOTHING
  RETURNING 1`

type Written = Pick<ImportReport, 'added' | 'erased'> & {
  readonly confirmed: readonly string[]
  readonly addedConfirmed: readonly string[]
}

async function write(
  session: Session,
  batch: readonly Incoming[],
  { sendConfirmation = false, letters = true }: ImportOptions,
  report: ImportReport,
): Promise<void> {
  if (batch.length === 0) return
  const keys = batch.map(({ mailbox }) => mailbox)
  const rows = batch.map(({ email, mailbox, answers, confirmed, columns }) => ({
    email,
    mailbox,
    answers,
    confirmed,
    ...columns,
  }))
  await changeList(session, async () => {
    const written = await session.row<Written>(ADD, [JSON.stringify(rows)])
    const { added, confirmed, erased, addedConfirmed } = written
    await session.query('SELECT mark($1), withdraw($2)', [keys, confirmed])
    if (!letters) await session.query(WITHHOLD_LETTERS, [[...addedConfirmed, ...confirmed]])
    const mails = sendConfirmation ? await session.query(ASK, [keys]) : []
    report.added += added
    report.confirmed += confirmed.length
    report.erased += erased
    report.mails += mails.length
    report.known += batch.length - added - erased
    if (added + confirmed.length + mails.length > 0) {
      const counts = { added, confirmed: confirmed.length, mails: mails.length }
      await recordBulkChange(session, 'import', counts)
    }
  })
}

export interface LetterReaders {
  readonly letter: string
  /** People in the file who may get the letter. This includes people who had already confirmed, and repeated lines. */
  readonly people: number
}

/**
 * Counts the people whom each letter after the confirmation may reach because of an import. Letters that reach no one
 * are left out.
 */
export async function countReaders(
  records: AsyncIterable<ImportedRecord | BadLine>,
  options: ReadOptions,
  starts: readonly Start[],
): Promise<LetterReaders[]> {
  const counts = starts.map(({ letter, since }) => ({ letter, since, people: 0 }))
  for await (const record of records) {
    const person = 'reason' in record ? record.reason : readRecord(record.cells, options)
    if (typeof person === 'string' || !person.confirmed) continue
    const { confirmed_at: time } = person.columns
    for (const each of counts) {
      // Without a time, the person counts as confirmed at the import's time.
      if (time === undefined || Date.parse(time) >= each.since) each.people += 1
    }
  }
  return counts.filter(({ people }) => people > 0)
}

/** Records columns that are ignored, and columns that contain the same field. */
function noteColumns({ ignored, shared }: ImportReport, cells: readonly Cell[]): void {
  const known: Record<string, string[]> = {}
  for (const [column] of cells) {
    const name = meaningOf(column)
    if (name !== undefined) known[name] = [...(known[name] ?? []), column]
    // Our exports contain the column REFERRALS, whose values are derived from the sources.
    else if (column !== REFERRALS.name && ignored.size < MOST_NOTED) ignored.add(column)
  }
  for (const [name, same] of Object.entries(known)) if (same.length > 1) shared[name] ??= same
}

/**
 * Adds people from another tool, by the form's rules. Bad lines do not stop the others. A second run has no further
 * effect.
 */
export async function importPeople(
  session: Session,
  records: AsyncIterable<ImportedRecord | BadLine>,
  options: ImportOptions = {},
): Promise<ImportReport> {
  const report: ImportReport = {
    added: 0,
    known: 0,
    confirmed: 0,
    erased: 0,
    mails: 0,
    bad: 0,
    ahead: 0,
    ignored: new Set(),
    shared: {},
  }
  try {
    await importInto(report, session, records, options)
  } catch (error) {
    if (!(error instanceof OwnerError) || report.added + report.known === 0) throw error
    throw new OwnerError(
      `${error.message} The lines before it were imported (${count(report.added, 'person', 'people')} added). Correct the file, and import it again.`,
    )
  }
  return report
}

async function importInto(
  report: ImportReport,
  session: Session,
  records: AsyncIterable<ImportedRecord | BadLine>,
  options: ImportOptions,
): Promise<void> {
  let batch: Incoming[] = []
  for await (const record of records) {
    if ('cells' in record) noteColumns(report, record.cells)
    const signup = 'reason' in record ? record.reason : readRecord(record.cells, options)
    if (typeof signup === 'string') {
      report.bad += 1
      options.onBad?.({ line: record.line, reason: signup })
    } else {
      if (signup.isAhead) report.ahead += 1
      batch.push(signup)
    }
    if (batch.length === BATCH) {
      await write(session, batch, options, report)
      // Until the planner has statistics for a new list, it compares each line with everyone.
      const lines = report.added + report.known + report.erased
      if (lines === BATCH) await session.query('ANALYZE people')
      batch = []
    }
  }
  await write(session, batch, options, report)
}

import { DURABLE } from '../system/durable.ts'
import type { Database } from '../system/pool.ts'
import { REPORT_COLUMNS } from '../system/roles.ts'
import type { Session } from '../system/session.ts'
import { ascii, type DeliveryReport, reportedIdentity, type StoredReport } from './apply-reports.ts'

const ADD = {
  name: 'add-reports',
  text: `
    INSERT INTO reports (${REPORT_COLUMNS})
    SELECT event_id, kind, email_key, message_id, status
    FROM json_to_recordset($1) AS reported (
      event_id text, kind text, email_key text, message_id text, status text
    ), ${DURABLE}
    ON CONFLICT DO NOTHING`,
}

/** The table limits their length. */
const upTo = (most: number, word: string | undefined): string | undefined =>
  word && word.length <= most ? word : undefined

const toRow = (report: DeliveryReport) => ({
  event_id: report.eventId,
  kind: report.kind,
  email_key: upTo(320, reportedIdentity(report)),
  message_id: upTo(998, ascii(report.messageId)),
  status: report.status,
})

/**
 * Stores reports of a mail provider for the worker, as the API may change no person. Returns when they
 * are durable. Those that change nothing are left out, and so is an event that was received before.
 * @throws DatabaseUnavailable
 */
export async function addReports(
  database: Database,
  reports: readonly DeliveryReport[],
): Promise<void> {
  const rows = reports
    .filter(({ kind }) => kind !== 'other')
    .map(toRow)
    .filter(({ email_key, message_id }) => email_key ?? message_id)
  if (rows.length > 0) await database.query(ADD, [JSON.stringify(rows)])
}

/** The oldest reports that wait. */
export const nextReports = (session: Session, limit: number): Promise<StoredReport[]> =>
  session.query<StoredReport>(
    `SELECT id, kind, status, message_id AS "messageId", email_key AS recipient
     FROM reports WHERE applied_at IS NULL ORDER BY id LIMIT $1`,
    [limit],
  )

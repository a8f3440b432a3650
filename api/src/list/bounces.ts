import type { Database } from '../system/pool.ts'
import { DURABLE } from '../system/pool.ts'
import { REPORT_COLUMNS } from '../system/roles.ts'
import type { Session } from '../system/session.ts'
import { changeList, recordChange } from './history.ts'
import { emailKey } from './identity.ts'

/** A provider's report about an email that was sent. */
export interface ProviderReport {
  readonly kind: 'refused' | 'complaint'
  readonly email: string
  /** A status code of RFC 3463, such as 5.1.1. Undefined if the provider named none. */
  readonly status: string | undefined
}

const ADD = {
  name: 'add-reports',
  text: `
    INSERT INTO reports (${REPORT_COLUMNS})
    SELECT kind, email_key, status
    FROM json_to_recordset($1) AS reported (kind text, email_key text, status text), ${DURABLE}`,
}

/** Tells whether a text can be an identity: ASCII without NUL, which Postgres refuses, and short enough for the table. */
const isKey = (key: string | undefined): boolean => /^[\x21-\x7e]{1,320}$/.test(key ?? '')

/**
 * Stores reports for the worker, because the API may not change people. Returns when they are durable. Reports without
 * an address are skipped.
 * @throws DatabaseUnavailable
 */
export async function addReports(
  database: Database,
  reports: readonly ProviderReport[],
): Promise<void> {
  const rows = reports
    .map(({ kind, email, status }) => ({ kind, email_key: emailKey(email), status }))
    .filter(({ email_key }) => isKey(email_key))
  if (rows.length > 0) await database.query(ADD, [JSON.stringify(rows)])
}

const FIND_PERSON = `
  SELECT undeliverable_at IS NOT NULL AS refused FROM people WHERE email_key = $1 FOR UPDATE`

type Reason = Pick<ProviderReport, 'kind' | 'status'>

export type Outcome = 'marked' | 'marked before' | 'unknown'

/** Marks an address as refused. The mark outlives the row: an erased person who signs up again gets no email. */
async function mark(session: Session, key: string, { kind, status }: Reason): Promise<Outcome> {
  const [person] = await session.query<{ refused: boolean }>(FIND_PERSON, [key])
  if (person === undefined) return 'unknown'
  await session.query('SELECT refuse($1, $2)', [
    key,
    kind === 'complaint' ? 'complained' : 'bounced',
  ])
  if (person.refused) return 'marked before'
  await recordChange(session, 'bounce', key, { kind, ...(status && { status }) })
  return 'marked'
}

export const markUndeliverable = (
  session: Session,
  key: string,
  status?: string,
): Promise<Outcome> => changeList(session, () => mark(session, key, { kind: 'refused', status }))

const TAKE = `
  DELETE FROM reports WHERE id IN (SELECT id FROM reports ORDER BY id LIMIT $1)
  RETURNING kind, email_key, status`

/** Applies and deletes the oldest reports in one transaction. */
export const applyReports = (session: Session, limit: number) =>
  changeList(session, async () => {
    const applied: { readonly outcome: Outcome; readonly status: string | undefined }[] = []
    const reports = await session.query<Reason & { email_key: string }>(TAKE, [limit])
    for (const { email_key, ...reason } of reports) {
      applied.push({ outcome: await mark(session, email_key, reason), status: reason.status })
    }
    return applied
  })

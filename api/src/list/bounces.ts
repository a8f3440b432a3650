import type { Database } from '../system/pool.ts'
import { DURABLE } from '../system/pool.ts'
import { REPORT_COLUMNS } from '../system/roles.ts'
import type { Session } from '../system/session.ts'
import { changeList, recordChange } from './history.ts'
import { emailKey } from './identity.ts'

/** What a mail provider reports about an email that was sent. */
export interface ProviderReport {
  readonly kind: 'refused' | 'complaint'
  readonly email: string
  /** The status code of RFC 3463, such as 5.1.1. */
  readonly status: string | undefined
}

const ADD = {
  name: 'add-reports',
  text: `
    INSERT INTO reports (${REPORT_COLUMNS})
    SELECT kind, email_key, status
    FROM json_to_recordset($1) AS reported (kind text, email_key text, status text), ${DURABLE}`,
}

/** Our identities have ASCII only, and a text with a NUL would end in an error. The table limits their length. */
const isKey = (key: string | undefined): boolean => /^[\x21-\x7e]{1,320}$/.test(key ?? '')

/**
 * Stores reports of a mail provider for the worker, as the API may change no person. Returns when they
 * are durable. Those that name no address are left out.
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

/** Nothing is sent to the person any more, also after the row is erased and somebody enters the address again. */
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

/** Marks a person as unreachable and withdraws the emails that wait for them. */
export const markUndeliverable = (
  session: Session,
  key: string,
  status?: string,
): Promise<Outcome> => changeList(session, () => mark(session, key, { kind: 'refused', status }))

const TAKE = `
  DELETE FROM reports WHERE id IN (SELECT id FROM reports ORDER BY id LIMIT $1)
  RETURNING kind, email_key, status`

/** Applies the oldest reports that wait and deletes them, both or neither. */
export const applyReports = (session: Session, limit: number) =>
  changeList(session, async () => {
    const applied: { readonly outcome: Outcome; readonly status: string | undefined }[] = []
    const reports = await session.query<Reason & { email_key: string }>(TAKE, [limit])
    for (const { email_key, ...reason } of reports) {
      applied.push({ outcome: await mark(session, email_key, reason), status: reason.status })
    }
    return applied
  })

import type { Database } from '../../system/pool.ts'
import { DURABLE } from '../../system/pool.ts'
import { REPORT_COLUMNS } from '../../system/roles.ts'
import type { Session } from '../../system/session.ts'
import { changeList, recordChange } from '../history.ts'
import { mailboxOf, spellingOf } from '../people/mailbox.ts'

/** A provider's report about an email that was sent. */
export interface ProviderReport {
  readonly kind: 'bounce' | 'complaint'
  readonly email: string
  /** A status code as in RFC 3463, such as 5.1.1. Undefined if the provider gave none. */
  readonly status: string | undefined
}

const ADD = {
  name: 'add-reports',
  text: `
    INSERT INTO reports (${REPORT_COLUMNS})
    SELECT kind, mailbox, email, status
    FROM json_to_recordset($1) AS reported (kind text, mailbox text, email text, status text), ${DURABLE}`,
}

/**
 * Returns whether a string can identify a person: printable ASCII, because Postgres rejects NUL, and short enough for
 * the table.
 */
const isKey = (key: string | undefined): boolean => /^[\x21-\x7e]{1,320}$/.test(key ?? '')

/**
 * Stores reports for the worker, because the API may not change people. Resolves once they are durable. Reports without
 * a usable address are skipped.
 * @throws DatabaseUnavailable
 */
export async function addReports(
  database: Database,
  reports: readonly ProviderReport[],
): Promise<void> {
  const rows = reports
    .map(({ kind, email, status }) => ({
      kind,
      mailbox: mailboxOf(email),
      email: spellingOf(email),
      status,
    }))
    .filter(({ email }) => isKey(email))
  if (rows.length > 0) await database.query(ADD, [JSON.stringify(rows)])
}

const FIND_PERSON = `
  SELECT email, undeliverable_at IS NOT NULL AS suppressed FROM people WHERE mailbox = $1 FOR UPDATE`

interface Reported extends Pick<ProviderReport, 'kind' | 'status'> {
  readonly mailbox: string
  readonly email: string
}

export type Outcome = 'marked' | 'marked before' | 'other spelling' | 'unknown'

/**
 * Marks an address as suppressed. The mark outlives the row, so an erased person who signs up again isn't emailed. A
 * bounce concerns the address as it was typed, because an address with a tag may not exist even though the mailbox
 * does. If the person has since given another spelling, the bounce has no effect.
 */
async function mark(
  session: Session,
  { kind, mailbox, email, status }: Reported,
): Promise<Outcome> {
  const [person] = await session.query<{ email: string; suppressed: boolean }>(FIND_PERSON, [
    mailbox,
  ])
  if (person === undefined) return 'unknown'
  const isPresent = spellingOf(email) === spellingOf(person.email)
  if (kind === 'bounce' && !isPresent) return 'other spelling'
  await session.query('SELECT suppress($1, $2)', [
    mailbox,
    kind === 'complaint' ? 'complained' : 'bounced',
  ])
  if (person.suppressed) return 'marked before'
  await recordChange(session, 'bounce', mailbox, { kind, ...(status && { status }) })
  return 'marked'
}

/** Marks an address that does not exist. Needs a transaction that holds the list's lock. */
export const markBounced = (
  session: Session,
  bounce: Pick<Reported, 'mailbox' | 'email' | 'status'>,
): Promise<Outcome> => mark(session, { kind: 'bounce', ...bounce })

export const markUndeliverable = (session: Session, email: string): Promise<Outcome> =>
  changeList(session, () =>
    markBounced(session, { mailbox: mailboxOf(email) ?? '', email, status: undefined }),
  )

const TAKE = `
  DELETE FROM reports WHERE id IN (SELECT id FROM reports ORDER BY id LIMIT $1)
  RETURNING kind, mailbox, email, status`

/** Applies and deletes the oldest reports in one transaction. */
export const applyReports = (session: Session, limit: number) =>
  changeList(session, async () => {
    const applied: { readonly outcome: Outcome; readonly status: string | undefined }[] = []
    for (const report of await session.query<Reported>(TAKE, [limit])) {
      applied.push({ outcome: await mark(session, report), status: report.status })
    }
    return applied
  })

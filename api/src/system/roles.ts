import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import pg from 'pg'

/** The API logs in as this role, which can add signups but not read them. */
export const API_ROLE = 'waitlist_api'

/** The API's role may write only these columns, because the database sets the times. */
export const INBOX_COLUMNS = 'email, mailbox, answers, honeypot, consent, source, network'
export const REPORT_COLUMNS = 'kind, mailbox, email, status'

/**
 * The API may append to the inbox and to the mail providers' reports, count visits and see which migrations are
 * applied. With a link's token, it may run that link's actions, and with an invitation's code, it may claim that place.
 */
export const GRANTS: readonly string[] = [
  `GRANT USAGE ON SCHEMA public TO ${API_ROLE}`,
  `GRANT INSERT (${INBOX_COLUMNS}) ON inbox TO ${API_ROLE}`,
  `GRANT INSERT (${REPORT_COLUMNS}) ON reports TO ${API_ROLE}`,
  `GRANT EXECUTE ON FUNCTION confirm_by_link, leave_by_link, data_by_link, erase_by_link TO ${API_ROLE}`,
  `GRANT EXECUTE ON FUNCTION count_visits, friends_by_link, claim_place TO ${API_ROLE}`,
  `GRANT SELECT (name) ON pgmigrations TO ${API_ROLE}`,
]

async function exists(client: pg.ClientBase): Promise<boolean> {
  const { rowCount } = await client.query('SELECT FROM pg_roles WHERE rolname = $1', [API_ROLE])
  return rowCount === 1
}

export async function grantApi(client: pg.ClientBase): Promise<void> {
  if (await exists(client)) for (const statement of GRANTS) await client.query(statement)
}

/** The file contains one line in `PGPASSFILE` format: `host:port:database:user:password`. */
const readPassword = async (file: string): Promise<string> =>
  (await readFile(file, 'utf8')).trim().split(':')[4] ?? ''

async function passwordFrom(file: string): Promise<string> {
  if (existsSync(file)) return readPassword(file)
  const password = randomBytes(24).toString('hex')
  await writeFile(file, `*:*:*:${API_ROLE}:${password}\n`, { mode: 0o600 })
  return password
}

/** Creates or updates the API's role, with the password in the file. If the file is missing, creates it. */
export async function ensureApiRole(client: pg.ClientBase, passFile: string): Promise<void> {
  const password = await passwordFrom(passFile)
  const secret = pg.escapeLiteral(password)
  const verb = (await exists(client)) ? 'ALTER' : 'CREATE'
  await client.query(`${verb} ROLE ${API_ROLE} LOGIN PASSWORD ${secret}`)
}

/**
 * Returns the database URL for the API's role, with the password that `migrate` has written.
 * @throws when the file is missing
 */
export async function apiUrl(databaseUrl: string, passFile: string): Promise<string> {
  const url = new URL(databaseUrl)
  url.username = API_ROLE
  url.password = await readPassword(passFile)
  return url.href
}

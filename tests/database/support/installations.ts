import { onTestFinished } from 'vitest'
import { openSession, type Session } from '../../../api/src/system/session.ts'
import { dropDatabase, freshDatabase, select } from '../../support/database.ts'
import { postgresUrl } from '../../support/shared.ts'

/** Creates an installation with an empty list, for one test. */
export async function newInstallation(): Promise<Session & { readonly url: string }> {
  const url = await freshDatabase(postgresUrl(), 'migrated')
  const session = await openSession(url)
  onTestFinished(async () => {
    await session.close()
    await dropDatabase(url)
  })
  return { ...session, url }
}

const tablesOf = async (url: string): Promise<string[]> =>
  (
    await select<{ name: string }>(
      url,
      `SELECT relname AS name FROM pg_class
       WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' ORDER BY 1`,
    )
  ).map(({ name }) => name)

/** These tables have rows in every database, or record a database's own changes. */
const OWN = ['pgmigrations', 'hash_keys', 'history']

/** Returns all rows of all tables as text that can be compared between installations. */
export async function contents(url: string): Promise<Record<string, string[]>> {
  const all: Record<string, string[]> = {}
  for (const name of await tablesOf(url)) {
    if (OWN.includes(name)) continue
    const rows = await select<{ row: string }>(
      url,
      `SELECT row_to_json(entry)::text AS row FROM "${name}" AS entry ORDER BY 1`,
    )
    all[name] = rows.map(({ row }) => row)
  }
  return all
}

/** Adds the rows that an email leaves in the database: its record, and a link with `token`. */
export async function sendMail(url: string, mailbox: string, token: string): Promise<void> {
  await select(
    url,
    `INSERT INTO mails (kind, mailbox, state, ended_at, mailbox_hash)
     VALUES ('confirm', '${mailbox}', 'sent', now(), hash_of('${mailbox}'))`,
  )
  await select(url, 'INSERT INTO links (token, mailbox) VALUES ($1, $2)', [token, mailbox])
}

/** Returns the names of the tables that contain a person's mailbox. */
export async function tablesWith(url: string, mailbox: string): Promise<string[]> {
  const found = await Promise.all(
    (await tablesOf(url)).map(async (name) => {
      const rows = await select(
        url,
        `SELECT FROM ${name} WHERE strpos(lower(${name}::text), '${mailbox}') > 0`,
      )
      return rows.length > 0 ? [name] : []
    }),
  )
  return found.flat()
}

export const recorded = async (url: string) =>
  (await select<{ command: string }>(url, 'SELECT command FROM history ORDER BY at')).map(
    ({ command }) => command,
  )

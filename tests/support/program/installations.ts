import { inject, onTestFinished } from 'vitest'
import { openSession, type Session } from '../../../api/src/database/session.ts'
import { freshDatabase, select } from '../database.ts'

/** A second installation with an empty list, for one test. */
export async function newInstallation(): Promise<Session & { readonly url: string }> {
  const url = await freshDatabase(inject('postgresUrl'), 'migrated')
  const session = await openSession(url)
  onTestFinished(() => session.close())
  return { ...session, url }
}

/** The stored data, in a form that can be compared between installations. */
export const contents = async (url: string) => ({
  signups: await select(
    url,
    `SELECT email, email_key, answers, honeypot, agreed_to, agreed_at::text, source, joined_at::text,
       confirmed_at::text, invited_at::text, left_at::text, undeliverable_at::text,
       corrected_at::text, released_at::text, welcomed_at::text, invite_code
     FROM signups ORDER BY email_key, joined_at`,
  ),
  links: await select(url, 'SELECT token, email_key, created_at::text FROM links ORDER BY token'),
  announcements: await select(url, 'SELECT id, subject, html, text FROM announcements ORDER BY id'),
  deliveries: await select(
    url,
    `SELECT id, kind, email_key, mailbox, about, at::text, outcome, attempts, reply
     FROM deliveries ORDER BY id`,
  ),
  tasks: await select(
    url,
    `SELECT id, kind, email_key, about, created_at::text, due_at::text, attempts, reply
     FROM tasks ORDER BY id`,
  ),
  arrivals: await select(
    url,
    'SELECT email_key, agreed_to, arrived_at::text FROM arrivals ORDER BY email_key, arrived_at',
  ),
  visits: await select(url, 'SELECT day::text, path, source, count FROM visits ORDER BY 1, 2, 3'),
  erasures: await select(
    url,
    'SELECT person, key_id, erased_at::text FROM erasures ORDER BY person',
  ),
})

/** What a mail leaves in the database: a delivery, and a link whose token is `token`. */
export async function sendMail(url: string, emailKey: string, token: string): Promise<void> {
  await select(
    url,
    `INSERT INTO deliveries (id, kind, email_key, mailbox, outcome)
     VALUES (gen_random_uuid(), 'confirm', '${emailKey}', mailbox_hash('${emailKey}'), 'sent')`,
  )
  await select(url, 'INSERT INTO links (token, email_key) VALUES ($1, $2)', [token, emailKey])
}

/** The mails that wait for the worker. */
export const queued = (url: string) =>
  select(url, "SELECT kind, email_key FROM tasks WHERE kind <> 'webhook' ORDER BY email_key")

/** The tables in which a person's identity is found. */
export async function tablesWith(url: string, emailKey: string): Promise<string[]> {
  const tables = await select<{ name: string }>(
    url,
    `SELECT relname AS name FROM pg_class
     WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' ORDER BY 1`,
  )
  const found = await Promise.all(
    tables.map(async ({ name }) => {
      const rows = await select(
        url,
        `SELECT FROM ${name} WHERE strpos(lower(${name}::text), '${emailKey}') > 0`,
      )
      return rows.length > 0 ? [name] : []
    }),
  )
  return found.flat()
}

/** The recorded commands. */
export const recorded = async (url: string) =>
  (await select<{ command: string }>(url, 'SELECT command FROM history ORDER BY at')).map(
    ({ command }) => command,
  )

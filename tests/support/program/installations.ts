import { WAITLIST_PATH, type WaitlistForm } from '@ad-kit/api/contract'
import { afterAll, beforeAll, expect, inject, onTestFinished } from 'vitest'
import { openSession, type Session } from '../../../api/src/database/session.ts'
import { startApp, type TestApp } from '../app.ts'
import { freshDatabase, select } from '../database.ts'
import { bodyOf, newPerson } from '../people.ts'

/** A list that people join by the form, and a session of its operator. */
export interface List {
  readonly app: TestApp
  readonly session: Session
  /** Returns what was sent. */
  join(changes?: Partial<WaitlistForm>): Promise<WaitlistForm>
  /** As `join`, with the hidden field filled in. */
  quarantine(changes?: Partial<WaitlistForm>): Promise<WaitlistForm>
}

/** One list for all tests of a file. */
export function newList(): () => List {
  let list: List | undefined
  beforeAll(async () => {
    const app = await startApp(await freshDatabase(inject('postgresUrl'), 'migrated'))
    const join: List['join'] = async (changes) => {
      const person = newPerson(changes)
      const { status } = await app.http.post(WAITLIST_PATH).send(bodyOf(person))
      expect(status).toBe(201)
      return person
    }
    const quarantine: List['quarantine'] = (changes) => join({ website: 'x', ...changes })
    list = { app, session: await openSession(app.databaseUrl), join, quarantine }
  })
  afterAll(async () => {
    await list?.session.close()
    await list?.app.close()
  })
  return () => {
    if (list === undefined) throw new Error('The list is there from the first test on.')
    return list
  }
}

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
    `SELECT email, email_key, answers, honeypot, agreed_to, source, joined_at::text,
       confirmed_at::text, invited_at::text, left_at::text, undeliverable_at::text,
       corrected_at::text, released_at::text
     FROM signups ORDER BY email_key, joined_at`,
  ),
  links: await select(url, 'SELECT token, email_key, created_at::text FROM links ORDER BY token'),
  erasures: await select(
    url,
    'SELECT person, key_id, erased_at::text FROM erasures ORDER BY person',
  ),
})

/** What a mail leaves in the database: a row of the outbox, and a link whose token is `token`. */
export async function sendMail(url: string, emailKey: string, token: string): Promise<void> {
  await select(
    url,
    `INSERT INTO outbox (kind, email_key, finished_at, outcome)
     VALUES ('confirm', '${emailKey}', now(), 'sent')`,
  )
  await select(url, 'INSERT INTO links (token, email_key) VALUES ($1, $2)', [token, emailKey])
}

/** The mails that wait for the worker. */
export const queued = (url: string) =>
  select(
    url,
    `SELECT kind, email_key FROM outbox
     WHERE finished_at IS NULL AND kind <> 'webhook' ORDER BY email_key`,
  )

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

import { WAITLIST_PATH, type WaitlistForm } from '@ad-kit/api/contract'
import { afterAll, beforeAll, expect, inject, onTestFinished } from 'vitest'
import { openSession, type Session } from '../../api/src/session.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { freshDatabase, select } from '../support/database.ts'
import { bodyOf, newPerson } from '../support/people.ts'

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

/** The recorded commands. */
export const recorded = async (url: string) =>
  (await select<{ command: string }>(url, 'SELECT command FROM history ORDER BY at')).map(
    ({ command }) => command,
  )

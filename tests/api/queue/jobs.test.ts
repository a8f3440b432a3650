import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, inject, onTestFinished, test, vi } from 'vitest'
import { readOwnerConfig } from '../../../api/src/config/owner.ts'
import { openSession, type Session } from '../../../api/src/database/session.ts'
import { openPost } from '../../../api/src/outbox/post.ts'
import { DAYS, JOBS, runJobs, VISITS_MONTHS } from '../../../api/src/retention/jobs.ts'
import { choreRound } from '../../../api/src/worker/chores.ts'
import { freshDatabase } from '../../support/database.ts'
import { backedUp, restored } from '../../support/program/transfers.ts'
import { TEMPLATES } from '../../support/worker.ts'

const POLICY = new URL('../../../web/content/legal/privacy/07-how-long.mdx', import.meta.url)

/** Every time that the jobs look at. */
const TIMES = {
  signups: 'joined_at',
  deliveries: 'at',
  links: 'created_at',
  tasks: 'created_at',
  announcements: 'created_at',
} as const

/** Runs the jobs after some more days: all times are moved into the past. */
async function runLater(session: Session, days: number): Promise<void> {
  for (const [table, time] of Object.entries(TIMES)) {
    await session.query(`UPDATE ${table} SET ${time} = ${time} - interval '${days} days'`)
  }
  await runJobs(session)
}

async function newSession(): Promise<Session> {
  const session = await openSession(await freshDatabase(inject('postgresUrl'), 'migrated'))
  onTestFinished(() => session.close())
  return session
}

/** People who have just joined, by the name before their @. */
const addPeople = (session: Session, ...names: string[]) =>
  session.query(
    `INSERT INTO signups (email, email_key, answers)
     SELECT name || '@example.com', name || '@example.com', '{}' FROM unnest($1::text[]) AS name`,
    [names],
  )

/** A mail to a person that was sent some days ago, or waits. */
const addMail = (session: Session, name: string, kind: string, sentDaysAgo?: number) =>
  sentDaysAgo === undefined
    ? session.query(
        `INSERT INTO tasks (kind, email_key, about) VALUES ($2, $1 || '@example.com', $2)`,
        [name, kind],
      )
    : session.query(
        `INSERT INTO deliveries (id, kind, email_key, mailbox, about, at, outcome)
         VALUES (gen_random_uuid(), $2, $1 || '@example.com', mailbox_hash($1), $2,
           now() - make_interval(days => $3), 'sent')`,
        [name, kind, sentDaysAgo],
      )

/** A link of a mail that was written some days ago. */
const addLink = (session: Session, name: string, daysAgo = 0) =>
  session.query(
    `INSERT INTO links (token, email_key, created_at)
     VALUES (uuid_send(gen_random_uuid()), $1 || '@example.com', now() - make_interval(days => $2))`,
    [name, daysAgo],
  )

const names = async (session: Session, condition = 'true'): Promise<string[]> =>
  (
    await session.query<{ name: string }>(
      `SELECT split_part(email, '@', 1) AS name FROM signups WHERE ${condition} ORDER BY joined_at, 1`,
    )
  ).map(({ name }) => name)

const count = async (session: Session, table: string): Promise<number> => {
  const [row] = await session.query<{ rows: number }>(
    `SELECT count(*)::integer AS rows FROM ${table}`,
  )
  return row?.rows ?? Number.NaN
}

test('quarantined signups are deleted after 30 days, and people who got no mail never', async () => {
  const session = await newSession()
  await session.query(
    `INSERT INTO signups (email, email_key, answers, honeypot, joined_at)
     SELECT days, days, '{}', honeypot, now() - make_interval(days => days)
     FROM unnest(ARRAY[1, 29, 31, 400]) AS days, unnest(ARRAY[NULL, 'x']) AS honeypot`,
  )
  // more rows than one statement deletes
  await session.query(
    `INSERT INTO signups (email, email_key, answers, honeypot, joined_at)
     SELECT n, n, '{}', 'x', now() - interval '31 days' FROM generate_series(1, 12000) AS n`,
  )
  await runJobs(session)
  expect(await names(session, 'honeypot IS NOT NULL')).toEqual(['29', '1'])
  expect(await names(session, 'honeypot IS NULL')).toEqual(['400', '31', '29', '1'])
  await runLater(session, 2)
  expect(await names(session, 'honeypot IS NOT NULL')).toEqual(['1'])
})

test('counts of visits are deleted after 13 months', async () => {
  const session = await newSession()
  await session.query(
    `INSERT INTO visits SELECT current_date - make_interval(months => 13) - days * interval '1 day',
       '/', '', 1 FROM unnest(ARRAY[-1, 2]) AS days`,
  )
  await runJobs(session)
  const [row] = await session.query(
    'SELECT count(*)::integer AS days FROM visits WHERE day < now()',
  )
  expect(row).toEqual({ days: 1 })
})

test('a person who does not confirm is erased 30 days after the last mail, also after leaving', async () => {
  const session = await newSession()
  await addPeople(session, 'silent', 'left', 'reminded', 'waiting', 'confirmed', 'unmailed', 'back')
  await session.query(`UPDATE signups SET confirmed_at = now() WHERE email LIKE 'confirmed@%'`)
  await session.query(`UPDATE signups SET left_at = now() WHERE email LIKE 'left@%'`)
  for (const name of ['silent', 'left', 'reminded', 'waiting', 'confirmed', 'back']) {
    await addMail(session, name, 'confirm', 20)
  }
  await addMail(session, 'reminded', 'confirm', 5)
  await addMail(session, 'waiting', 'confirm')
  await session.query(`INSERT INTO arrivals (email_key) VALUES ('back@example.com')`)

  await runLater(session, 9)
  expect(await count(session, 'signups')).toBe(7)
  await runLater(session, 2)
  expect((await names(session)).toSorted()).toEqual(
    ['reminded', 'waiting', 'confirmed', 'unmailed', 'back'].toSorted(),
  )
  await runLater(session, 15)
  expect(await names(session)).not.toContain('reminded')
})

test('an unconfirmed person who was erased can join again, but no restore brings them back', async () => {
  const session = await newSession()
  await addPeople(session, 'silent')
  await addMail(session, 'silent', 'confirm', 31)
  const file = await backedUp(session)
  await runJobs(session)
  await restored(session, file)
  expect(await names(session)).toEqual([])
  await addPeople(session, 'silent')
  await runLater(session, 1)
  expect(await names(session)).toEqual(['silent'])
})

test('a person whose confirmation could not be sent is not erased for silence', async () => {
  const session = await newSession()
  await addPeople(session, 'unreached')
  await addMail(session, 'unreached', 'confirm', 1)
  await session.query("UPDATE deliveries SET outcome = 'failed', reply = '550'")
  await addLink(session, 'unreached', 1)
  await runLater(session, 31)
  await runLater(session, 69)
  await runLater(session, 100)
  expect(await names(session)).toEqual(['unreached'])
})

test('after a restore, the last link tells how long a person has been silent', async () => {
  const session = await newSession()
  await addPeople(session, 'silent', 'reminded', 'confirmed')
  await session.query(`UPDATE signups SET confirmed_at = now() WHERE email LIKE 'confirmed@%'`)
  for (const name of ['silent', 'reminded', 'confirmed']) await addLink(session, name, 20)
  await addLink(session, 'reminded', 5)
  await runLater(session, 9)
  expect(await names(session)).toHaveLength(3)
  await runLater(session, 2)
  expect((await names(session)).toSorted()).toEqual(['confirmed', 'reminded'])
  await runLater(session, 15)
  expect(await names(session)).toEqual(['confirmed'])
})

test('more people than one transaction erases are erased in one run', async () => {
  const session = await newSession()
  const people = Array.from({ length: 250 }, (_, index) => `silent${index}`)
  await addPeople(session, ...people)
  await session.query(
    `INSERT INTO deliveries (id, kind, email_key, mailbox, at, outcome)
     SELECT gen_random_uuid(), 'confirm', email_key, '', now() - interval '31 days', 'sent'
     FROM signups`,
  )
  await runJobs(session)
  expect(await count(session, 'signups')).toBe(0)
})

test('records of sent mails are deleted after 90 days, and waiting mails never', async () => {
  const session = await newSession()
  await addPeople(session, 'ada')
  await session.query('UPDATE signups SET confirmed_at = now()')
  await addMail(session, 'ada', 'confirm', 1)
  await addMail(session, 'ada', 'invite')
  await runLater(session, 88)
  expect(await count(session, 'deliveries')).toBe(1)
  await runLater(session, 2)
  expect(await count(session, 'deliveries')).toBe(0)
  expect(await session.query('SELECT kind FROM tasks')).toEqual([{ kind: 'invite' }])
})

test('the record of a failed confirmation is deleted after 90 days once the person has confirmed', async () => {
  const session = await newSession()
  await addPeople(session, 'confirmed', 'unreached')
  await session.query(`UPDATE signups SET confirmed_at = now() WHERE email LIKE 'confirmed@%'`)
  for (const name of ['confirmed', 'unreached']) await addMail(session, name, 'confirm', 91)
  await session.query("UPDATE deliveries SET outcome = 'failed'")
  await runJobs(session)
  expect(await session.query('SELECT email_key FROM deliveries')).toEqual([
    { email_key: 'unreached@example.com' },
  ])
})

test('the jobs run also while the file of erasures cannot be read', async () => {
  const session = await newSession()
  await addPeople(session, 'silent')
  await addMail(session, 'silent', 'confirm', 31)
  const folder = mkdtempSync(join(tmpdir(), 'no-file-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const { transport } = await openPost(readOwnerConfig({ DATA_DIR: folder }), TEMPLATES)
  await expect(choreRound(transport, folder)(session)).rejects.toThrow('EISDIR')
  expect(await names(session)).toEqual([])
})

test('the text of an announcement is deleted after 90 days, once nobody waits for it, and its id never', async () => {
  const session = await newSession()
  await addPeople(session, 'ada')
  await session.query('UPDATE signups SET confirmed_at = now()')
  await session.query(
    `INSERT INTO announcements (id, subject, html, text, created_at)
     VALUES ('announce', 's', 'h', 't', now() - interval '100 days')`,
  )
  await addMail(session, 'ada', 'announce')
  const texts = () => session.query('SELECT id, html, text FROM announcements')
  await runJobs(session)
  expect(await texts()).toEqual([{ id: 'announce', html: 'h', text: 't' }])
  await session.query('DELETE FROM tasks')
  await runJobs(session)
  expect(await texts()).toEqual([{ id: 'announce', html: null, text: null }])
})

test('links, mails and events of people who are gone are deleted, and those of listed people stay', async () => {
  const session = await newSession()
  await addPeople(session, 'ada')
  for (const name of ['ada', 'gone']) {
    await addLink(session, name)
    for (const kind of ['confirm', 'webhook', 'erase']) await addMail(session, name, kind)
  }
  await runLater(session, 1)
  const kept = (table: string, what: string) =>
    session.query(`SELECT ${what} FROM ${table} ORDER BY 1`)
  expect(await kept('links', 'email_key')).toEqual([{ email_key: 'ada@example.com' }])
  expect(await kept('tasks', "split_part(email_key, '@', 1) || ' ' || kind AS task")).toEqual([
    { task: 'ada confirm' },
    { task: 'ada erase' },
    { task: 'ada webhook' },
    { task: 'gone erase' },
  ])
})

test('a worker whose clock is a year ahead deletes nothing early, and records the time of the database', async () => {
  const session = await newSession()
  await addPeople(session, 'silent')
  await addMail(session, 'silent', 'confirm', 29)
  await addLink(session, 'silent', 29)
  await session.query(
    `INSERT INTO signups (email, email_key, answers, honeypot) VALUES ('bot', 'bot', '{}', 'x')`,
  )
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 365 * 86_400_000 })
  onTestFinished(() => void vi.useRealTimers())
  await runJobs(session)
  for (const table of ['signups', 'deliveries', 'links']) {
    expect(await count(session, table), table).toBe(table === 'signups' ? 2 : 1)
  }
  const done = await session.query<{ name: string }>(
    "SELECT name FROM jobs WHERE last_run_at BETWEEN now() - interval '1 minute' AND now()",
  )
  expect(done.map(({ name }) => name).toSorted()).toEqual(JOBS.map(({ name }) => name).toSorted())
})

test('the privacy policy names the same periods as the jobs', () => {
  const policy = readFileSync(POLICY, 'utf8')
  expect(policy).toContain(`looked like a program’s is erased after ${DAYS.quarantine} days`)
  expect(policy).toContain(`we erase your entry ${DAYS.unconfirmed} days after the last`)
  expect(policy).toContain(`The record of an email is erased ${DAYS.mails} days after it was sent`)
  expect(policy).toContain(`page loads are deleted after ${VISITS_MONTHS} months`)
})

// Guards retention, page-how-long.

import { readFileSync } from 'node:fs'
import { expect, onTestFinished, test, vi } from 'vitest'
import { readOwnerConfig } from '../../../api/src/config/owner.ts'
import { openSession, type Session } from '../../../api/src/database/session.ts'
import { fold } from '../../../api/src/inbox/fold.ts'
import type { Kind, MailState } from '../../../api/src/outbox/mails.ts'
import { openPost } from '../../../api/src/outbox/post.ts'
import { DAYS, JOBS, runJobs, VISITS_MONTHS } from '../../../api/src/retention/jobs.ts'
import { choreRound } from '../../../api/src/worker/chores.ts'
import { temporaryFolder } from '../../support/for-a-test.ts'
import { hold } from '../../support/locks.ts'
import { newInstallation, recorded } from '../../support/program/installations.ts'
import { addSending } from '../../support/program/mailing.ts'
import { TEMPLATES } from '../../support/worker.ts'

const POLICY = new URL('../../../web/content/legal/privacy/07-how-long.mdx', import.meta.url)

const SENDS = { canSend: true }

/** Every time that the jobs look at. */
const TIMES = {
  people: ['joined_at', 'agreed_at'],
  quarantine: ['joined_at'],
  mails: ['wanted_at', 'ended_at'],
  letters: ['created_at'],
} as const

/** Runs the jobs after some more days: all times are moved into the past. */
async function runLater(session: Session, days: number, options = SENDS): Promise<void> {
  for (const [table, times] of Object.entries(TIMES)) {
    const moved = times.map((time) => `${time} = ${time} - interval '${days} days'`)
    await session.query(`UPDATE ${table} SET ${moved.join(', ')}`)
  }
  await runJobs(session, options)
}

const emailOf = (name: string): string => `${name}@example.com`

/** People who have just sent the form, by the name before their @. */
const addPeople = (session: Session, ...names: string[]) =>
  session.query(
    `INSERT INTO people (email, email_key, answers, agreed_to, agreed_at)
     SELECT email, email, '{}', 'unknown', now() FROM unnest($1::text[]) AS email`,
    [names.map(emailOf)],
  )

/** An email that has ended some days ago, or waits. */
const addMail = (
  session: Session,
  name: string,
  state: MailState,
  {
    daysAgo = 0,
    kind = 'confirm',
    about = '',
  }: { daysAgo?: number; kind?: Kind; about?: string } = {},
) =>
  addSending(session, {
    kind,
    about,
    email_key: emailOf(name),
    state,
    wanted_at: new Date(Date.now() - daysAgo * 86_400_000).toJSON(),
  })

const confirm = (session: Session, ...names: string[]) =>
  session.query('UPDATE people SET confirmed_at = now() WHERE email = ANY($1)', [
    names.map(emailOf),
  ])

const names = async (session: Session): Promise<string[]> =>
  (
    await session.query<{ name: string }>(
      "SELECT split_part(email, '@', 1) AS name FROM people ORDER BY 1",
    )
  ).map(({ name }) => name)

test('quarantined forms are deleted after 30 days', async () => {
  const session = await newInstallation()
  await session.query(
    `INSERT INTO quarantine (email, email_key, answers, honeypot, joined_at)
     SELECT days, days, '{}', 'x', now() - make_interval(days => days)
     FROM unnest(ARRAY[1, 29, 31, 400]) AS days`,
  )
  // more rows than one statement deletes
  await session.query(
    `INSERT INTO quarantine (email, email_key, answers, honeypot, joined_at)
     SELECT n, n, '{}', 'x', now() - interval '31 days' FROM generate_series(1000, 13000) AS n`,
  )
  const left = () => session.query('SELECT email FROM quarantine ORDER BY joined_at')
  await runJobs(session, SENDS)
  expect(await left()).toEqual([{ email: '29' }, { email: '1' }])
  await runLater(session, 2)
  expect(await left()).toEqual([{ email: '1' }])
})

test('counts of visits are deleted after 13 months', async () => {
  const session = await newInstallation()
  await session.query(
    `INSERT INTO visits SELECT current_date - make_interval(months => 13) - days * interval '1 day',
       '/', '', 1 FROM unnest(ARRAY[-1, 2]) AS days`,
  )
  await runJobs(session, SENDS)
  const [row] = await session.query(
    'SELECT count(*)::integer AS days FROM visits WHERE day < now()',
  )
  expect(row).toEqual({ days: 1 })
})

test('who does not confirm is erased 30 days after the last email that left, also after leaving', async () => {
  const session = await newInstallation()
  await addPeople(session, 'silent', 'left', 'mailed-later', 'waiting', 'confirmed', 'bounced')
  await confirm(session, 'confirmed')
  for (const name of await names(session)) await addMail(session, name, 'sent', { daysAgo: 0 })
  await runLater(session, 15)
  await addMail(session, 'mailed-later', 'sent')
  await addMail(session, 'waiting', 'waiting')
  await session.query("SELECT refuse($1, 'left')", [emailOf('left')])
  await session.query("SELECT refuse($1, 'bounced')", [emailOf('bounced')])
  await session.query("UPDATE mails SET state = 'failed' WHERE email_key = $1", [
    emailOf('bounced'),
  ])
  await runLater(session, 14)
  expect(await names(session)).toHaveLength(6)
  await runLater(session, 2)
  expect(await names(session)).toEqual(['confirmed', 'mailed-later', 'waiting'])
  await runLater(session, 15)
  expect(await names(session)).toEqual(['confirmed', 'waiting'])
})

test('who could get no email is erased 30 days after the last form', async () => {
  const session = await newInstallation()
  await addPeople(session, 'failed', 'withdrawn', 'nothing', 'again')
  await addMail(session, 'failed', 'failed')
  await addMail(session, 'withdrawn', 'withdrawn')
  await runLater(session, 20)
  await session.query(
    `INSERT INTO inbox (email, email_key, answers, agreed_to) VALUES ($1, $1, '{}', 'unknown')`,
    [emailOf('again')],
  )
  await fold(session, { events: false })
  await session.query("UPDATE mails SET state = 'withdrawn' WHERE state = 'waiting'")
  await runLater(session, 11)
  expect(await names(session)).toEqual(['again'])
  await runLater(session, 20)
  expect(await names(session)).toEqual([])
})

test('people who were imported and never asked stay', async () => {
  const session = await newInstallation()
  await addPeople(session, 'imported', 'asked')
  await session.query('UPDATE people SET agreed_at = NULL, agreed_to = NULL')
  await addMail(session, 'asked', 'sent')
  await runLater(session, 31)
  expect(await names(session)).toEqual(['imported'])
})

test('without a mail server nobody is erased for silence, and files are no emails that were sent', async () => {
  const session = await newInstallation()
  await addPeople(session, 'trial', 'refused')
  await addMail(session, 'trial', 'written')
  await runLater(session, 400, { canSend: false })
  expect(await names(session)).toEqual(['refused', 'trial'])
  // the first start with a mail server
  await runJobs(session, SENDS)
  expect(await names(session)).toEqual(['trial'])
  expect(await session.query('SELECT state FROM mails')).toEqual([{ state: 'written' }])
})

test('more people than one transaction erases are erased in one run', async () => {
  const session = await newInstallation()
  await addPeople(session, ...Array.from({ length: 1_250 }, (_, index) => `silent${index}`))
  await runLater(session, 31)
  expect(await names(session)).toEqual([])
})

test('records of emails are deleted after 90 days, and what waits or is asked about later never', async () => {
  const session = await newInstallation()
  await addPeople(session, 'ada')
  await confirm(session, 'ada')
  await addMail(session, 'ada', 'sent')
  await addMail(session, 'ada', 'sent', { kind: 'announce', about: 'old' })
  await addMail(session, 'ada', 'sent', { kind: 'invite' })
  await addMail(session, 'ada', 'sent', { kind: 'welcome' })
  await addMail(session, 'ada', 'waiting', { kind: 'announce', about: 'new' })
  const kept = async () =>
    (
      await session.query<{ mail: string }>(
        "SELECT concat_ws(' ', kind, nullif(letter, '')) AS mail FROM mails ORDER BY 1",
      )
    ).map(({ mail }) => mail)
  await runLater(session, 89)
  expect(await kept()).toHaveLength(5)
  await runLater(session, 2)
  expect(await kept()).toEqual(['announce new', 'invite', 'welcome'])
})

test('the jobs run also while the file of refusals cannot be read', async () => {
  const session = await newInstallation()
  await addPeople(session, 'silent')
  await session.query("UPDATE people SET agreed_at = now() - interval '31 days'")
  const folder = temporaryFolder()
  const settings = readOwnerConfig({ DATA_DIR: folder, SMTP_URL: 'smtp://127.0.0.1:9' })
  const { transport } = await openPost(settings, TEMPLATES)
  onTestFinished(() => transport.close())
  await expect(
    choreRound({ transport, hasServer: true, reminds: true, refusalsFile: folder })(session),
  ).rejects.toThrow('EISDIR')
  expect(await names(session)).toEqual([])
})

test('the text of a letter is deleted after 90 days, once nobody waits for it, and its id never', async () => {
  const session = await newInstallation()
  await addPeople(session, 'ada')
  await confirm(session, 'ada')
  await session.query(
    `INSERT INTO letters (id, subject, html, text, created_at)
     VALUES ('old', 's', 'h', 't', now() - interval '100 days')`,
  )
  await addMail(session, 'ada', 'waiting', { kind: 'announce', about: 'old' })
  const texts = () => session.query('SELECT id, html, text FROM letters')
  await runJobs(session, SENDS)
  expect(await texts()).toEqual([{ id: 'old', html: 'h', text: 't' }])
  await session.query('DELETE FROM mails')
  await runJobs(session, SENDS)
  expect(await texts()).toEqual([{ id: 'old', html: null, text: null }])
})

test('what an erasure leaves for the budget of the mailbox is deleted after a day', async () => {
  const session = await newInstallation()
  await addPeople(session, 'ada')
  await addMail(session, 'ada', 'sent')
  await session.query('SELECT erase($1)', [emailOf('ada')])
  await runJobs(session, SENDS)
  expect(await session.query('SELECT email_key FROM mails')).toEqual([{ email_key: null }])
  await runLater(session, 2)
  expect(await session.query('SELECT FROM mails')).toEqual([])
})

test('a worker whose clock is a year ahead deletes nothing early, and records the time of the database', async () => {
  const session = await newInstallation()
  await addPeople(session, 'silent')
  await addMail(session, 'silent', 'sent')
  await session.query(
    `INSERT INTO quarantine (email, email_key, answers, honeypot, joined_at)
     VALUES ('bot', 'bot', '{}', 'x', now())`,
  )
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 365 * 86_400_000 })
  onTestFinished(() => void vi.useRealTimers())
  await runLater(session, 29)
  for (const table of ['people', 'mails', 'quarantine']) {
    expect(await session.query(`SELECT FROM ${table}`), table).toHaveLength(1)
  }
  const done = await session.query<{ name: string }>(
    "SELECT name FROM jobs WHERE last_run_at BETWEEN now() - interval '1 minute' AND now()",
  )
  expect(done.map(({ name }) => name).toSorted()).toEqual(JOBS.map(({ name }) => name).toSorted())
})

test('a row that another worker deletes is left to it, and two workers at once erase each person once', async () => {
  const here = await newInstallation()
  await addPeople(here, 'held', 'silent')
  await here.query("UPDATE people SET agreed_at = now() - interval '31 days'")
  await here.query(
    `INSERT INTO quarantine (email, email_key, answers, honeypot, joined_at)
     SELECT name, name, '{}', 'x', now() - interval '31 days' FROM unnest(ARRAY['held', 'bot']) AS name`,
  )
  const release = await hold(
    here.url,
    `SELECT FROM people WHERE email = '${emailOf('held')}' FOR UPDATE;
     SELECT FROM quarantine WHERE email = 'held' FOR UPDATE`,
  )
  await here.query("SET lock_timeout = '5s'")
  await runJobs(here, SENDS).finally(release)
  expect(await names(here)).toEqual(['held'])
  expect(await here.query('SELECT email FROM quarantine')).toEqual([{ email: 'held' }])
  const other = await openSession(here.url, 'worker')
  onTestFinished(() => other.close())
  await Promise.all([here, other].map((session) => runJobs(session, SENDS)))
  expect(await names(here)).toEqual([])
  expect(await recorded(here.url)).toEqual(['erase', 'erase'])
})

test('the privacy policy names the same periods as the jobs', () => {
  const policy = readFileSync(POLICY, 'utf8')
  expect(policy).toContain(`looked like a program’s is erased after ${DAYS.quarantine} days`)
  expect(policy).toContain(`we erase your entry ${DAYS.unconfirmed} days after the last`)
  expect(policy).toContain(`The record of an email is erased ${DAYS.mails} days after it was sent`)
  expect(policy).toContain(`page loads are deleted after ${VISITS_MONTHS} months`)
})

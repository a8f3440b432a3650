import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { fold } from '../../../api/src/list/inbox/fold.ts'
import { runJobs } from '../../../api/src/list/retention.ts'
import type { Kind, MailState } from '../../../api/src/mail/kinds.ts'
import { openSession, type Session } from '../../../api/src/system/session.ts'
import { newInstallation, recorded } from '../support/installations.ts'
import { hold } from '../support/locks.ts'
import { addSending } from '../support/mailing.ts'

const SENDS = { canSend: true }

// This machine's clock is set a year ahead, to prove that only the database's clock counts.
beforeAll(() => void vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 365 * 86_400_000 }))
afterAll(() => void vi.useRealTimers())

const TIMES = {
  people: ['joined_at', 'consented_at', 'rejoined_at'],
  mails: ['wanted_at', 'due_at', 'ended_at'],
  letters: ['created_at'],
} as const

/** Runs the jobs as if this many days had passed, by moving all times into the past. */
async function runLater(session: Session, days: number, options = SENDS): Promise<void> {
  for (const [table, times] of Object.entries(TIMES)) {
    const moved = times.map((time) => `${time} = ${time} - interval '${days} days'`)
    await session.query(`UPDATE ${table} SET ${moved.join(', ')}`)
  }
  await session.query(
    `UPDATE people SET pending_form = pending_form || jsonb_build_object('consented_at',
       (pending_form->>'consented_at')::timestamptz - interval '${days} days')`,
  )
  await runJobs(session, options)
}

const emailOf = (name: string): string => `${name}@example.com`

/** Adds people who have just sent the form. Their names are the parts of their addresses before the @. */
const addPeople = (session: Session, ...names: string[]) =>
  session.query(
    `INSERT INTO people (email, mailbox, answers, consent, consented_at)
     SELECT email, email, '{}', 'unknown', now() FROM unnest($1::text[]) AS email`,
    [names.map(emailOf)],
  )

const change = (session: Session, values: string, ...names: string[]) =>
  session.query(`UPDATE people SET ${values} WHERE email = ANY ($1)`, [names.map(emailOf)])

/** Adds an email that waits, or that has just reached its final state. */
const addMail = (
  session: Session,
  name: string,
  state: MailState,
  mail: { kind?: Kind; about?: string } = {},
) => addSending(session, { kind: 'confirm', ...mail, mailbox: emailOf(name), state })

const names = async (session: Session): Promise<string[]> =>
  (
    await session.query<{ name: string }>(
      "SELECT split_part(email, '@', 1) AS name FROM people ORDER BY 1",
    )
  ).map(({ name }) => name)

test('quarantined forms are deleted after 30 days', async () => {
  const session = await newInstallation()
  // One statement deletes fewer rows than these.
  await session.query(
    `INSERT INTO quarantine (email, mailbox, answers, honeypot, joined_at)
     SELECT n, n, '{}', 'x', now() - make_interval(days => n) FROM generate_series(29, 12000) AS n`,
  )
  const release = await hold(session.url, "SELECT FROM quarantine WHERE email = '30' FOR UPDATE")
  await session.query("SET lock_timeout = '10s'")
  await runJobs(session, SENDS).finally(release)
  const left = () => session.query('SELECT email FROM quarantine ORDER BY 1')
  expect(await left(), 'a locked form waits for the next run').toEqual([
    { email: '29' },
    { email: '30' },
  ])
  await runJobs(session, SENDS)
  expect(await left()).toEqual([{ email: '29' }])
})

test('a network’s hash is deleted a day after its email was sent or withdrawn, and never while the email waits', async () => {
  const session = await newInstallation()
  for (const state of ['sent', 'withdrawn', 'waiting'] as const)
    await addMail(session, state, state)
  await session.query("UPDATE mails SET network = 'x'")
  const states = async () =>
    (await session.query('SELECT state FROM mails WHERE network IS NOT NULL ORDER BY state')).map(
      ({ state }) => state,
    )
  await runJobs(session, SENDS)
  expect(await states()).toEqual(['sent', 'waiting', 'withdrawn'])
  await runLater(session, 1)
  expect(await states()).toEqual(['waiting'])
})

test('visit counts are deleted after 13 months', async () => {
  const session = await newInstallation()
  await session.query(
    `INSERT INTO visits SELECT current_date - make_interval(months => 13) - days * interval '1 day',
       '/', '', 1 FROM unnest(ARRAY[-1, 2]) AS days`,
  )
  await runJobs(session, SENDS)
  expect(await session.query('SELECT FROM visits')).toHaveLength(1)
})

test('unconfirmed people are erased 30 days after their last email was sent, even if they have left', async () => {
  const session = await newInstallation()
  const mailed = ['silent', 'left', 'mailed-later', 'waiting', 'confirmed', 'bounced', 'asked']
  await addPeople(session, ...mailed, 'imported')
  await change(session, 'confirmed_at = now()', 'confirmed')
  await change(session, 'consented_at = NULL, consent = NULL', 'asked', 'imported')
  for (const name of mailed) await addMail(session, name, 'sent')
  await runLater(session, 15)
  await addMail(session, 'mailed-later', 'sent')
  await addMail(session, 'waiting', 'waiting')
  await session.query("SELECT suppress($1, 'left')", [emailOf('left')])
  await session.query("UPDATE mails SET state = 'failed', ended_at = now() WHERE mailbox = $1", [
    emailOf('bounced'),
  ])
  // The bounce withdraws an email that was never sent, so it does not count.
  await addMail(session, 'bounced', 'waiting')
  await session.query("SELECT suppress($1, 'bounced')", [emailOf('bounced')])
  await runLater(session, 14)
  expect(await names(session)).toHaveLength(8)
  await runLater(session, 2)
  const kept = ['bounced', 'confirmed', 'imported', 'mailed-later', 'waiting']
  expect(await names(session)).toEqual(kept)
  await runLater(session, 15)
  expect(await names(session)).toEqual(['confirmed', 'imported', 'waiting'])
})

test('unconfirmed people are erased 30 days after their reminder, and letters do not delay this', async () => {
  const session = await newInstallation()
  await addPeople(session, 'reminded', 'silent')
  for (const name of ['reminded', 'silent']) await addMail(session, name, 'sent')
  await runLater(session, 2)
  await addMail(session, 'reminded', 'sent', { kind: 'remind' })
  for (const state of ['sent', 'written'] as const)
    await addMail(session, 'silent', state, { kind: 'announce', about: state })
  await runLater(session, 29)
  expect(await names(session)).toEqual(['reminded'])
  await runLater(session, 2)
  expect(await names(session)).toEqual([])
})

test('people who could not be emailed are erased 30 days after their last form', async () => {
  const session = await newInstallation()
  await addPeople(session, 'failed', 'withdrawn', 'nothing', 'again')
  await runLater(session, 20)
  await addMail(session, 'failed', 'failed')
  await addMail(session, 'withdrawn', 'withdrawn')
  await session.query('UPDATE people SET undeliverable_at = now() WHERE mailbox = $1', [
    emailOf('withdrawn'),
  ])
  await session.query(
    `INSERT INTO inbox (email, mailbox, answers, consent) VALUES ($1, $1, '{}', 'unknown')`,
    [emailOf('again')],
  )
  await fold(session, { events: false })
  await session.query("UPDATE mails SET state = 'withdrawn' WHERE state = 'waiting'")
  await runLater(session, 11)
  expect(await names(session)).toEqual(['again'])
  await runLater(session, 20)
  expect(await names(session)).toEqual([])
})

test('the form of a person who had left is deleted 30 days after its last email, but the person is kept', async () => {
  const session = await newInstallation()
  const back = ['silent', 'mailed-later', 'waiting', 'written']
  const sign = (...people: string[]) =>
    session.query(
      `INSERT INTO inbox (email, mailbox, answers, consent)
       SELECT email, email, '{"first_name": "Stranger"}', 'unknown' FROM unnest($1::text[]) AS email`,
      [people.map(emailOf)],
    )
  await addPeople(session, ...back)
  await change(session, 'confirmed_at = now()', ...back)
  for (const name of back) await session.query("SELECT suppress($1, 'left')", [emailOf(name)])
  await sign(...back)
  await fold(session, { events: false })
  const end = (state: MailState, ...names: string[]) =>
    session.query('UPDATE mails SET state = $1, ended_at = now() WHERE mailbox = ANY ($2)', [
      state,
      names.map(emailOf),
    ])
  await end('sent', 'silent', 'mailed-later')
  await end('written', 'written')
  const pending = async () =>
    (
      await session.query<{ name: string }>(
        `SELECT split_part(email, '@', 1) AS name FROM people WHERE pending_form IS NOT NULL ORDER BY 1`,
      )
    ).map(({ name }) => name)
  await runLater(session, 29)
  expect(await pending()).toEqual(back.toSorted())
  await addMail(session, 'mailed-later', 'sent')
  await runLater(session, 2, { canSend: false })
  expect(await pending()).toEqual(back.toSorted())
  await runLater(session, 0)
  expect(await pending()).toEqual(['mailed-later', 'waiting', 'written'])
  await runLater(session, 70)
  expect(await pending()).toEqual(['waiting', 'written'])
  expect(await names(session)).toEqual(back.toSorted())

  const row = () => session.query('SELECT * FROM people WHERE mailbox = $1', [emailOf('silent')])
  const before = await row()
  await sign('silent')
  await fold(session, { events: false })
  expect(await row()).toEqual(before)
  const unsent = "SELECT mailbox FROM mails WHERE state <> 'sent' ORDER BY 1"
  expect(await session.query(unsent)).toEqual(
    ['waiting', 'written'].map((name) => ({ mailbox: emailOf(name) })),
  )
})

test('without a mail server, no person is erased for not confirming', async () => {
  const session = await newInstallation()
  await addPeople(session, 'confirmed', 'trial', 'refused')
  await change(session, 'confirmed_at = now()', 'confirmed')
  for (const name of ['confirmed', 'trial']) await addMail(session, name, 'written')
  await addMail(session, 'refused', 'sent')
  await runLater(session, 400, { canSend: false })
  expect(await names(session)).toEqual(['confirmed', 'refused', 'trial'])
  // The other records of emails were deleted after 90 days.
  expect(await session.query('SELECT mailbox, state FROM mails')).toEqual([
    { mailbox: emailOf('trial'), state: 'written' },
  ])
  // Now the site has a mail server.
  await runJobs(session, SENDS)
  expect(await names(session)).toEqual(['confirmed', 'trial'])
})

test('email records and letter texts are deleted after 90 days unless they are still needed', async () => {
  const session = await newInstallation()
  await addPeople(session, 'ada', 'bo')
  await change(session, 'confirmed_at = now()', 'ada', 'bo')
  await addMail(session, 'ada', 'sent')
  await addMail(session, 'ada', 'sent', { kind: 'announce', about: 'old' })
  await addMail(session, 'bo', 'failed', { kind: 'invite' })
  // For this kind of letter, the text is in a file.
  await addMail(session, 'bo', 'waiting', { kind: 'after', about: 'old' })
  await addMail(session, 'ada', 'sent', { kind: 'invite' })
  await addMail(session, 'ada', 'sent', { kind: 'after' })
  await addMail(session, 'ada', 'waiting', { kind: 'announce', about: 'new' })
  await session.query("INSERT INTO letters VALUES ('old', 's', 'h', 't'), ('new', 's', 'h', 't')")
  const kept = () =>
    session.query(
      "SELECT string_agg(concat_ws(' ', kind, nullif(letter, '')), ', ' ORDER BY kind, letter) AS mails FROM mails",
    )
  const letters = () => session.query('SELECT id, html, text FROM letters ORDER BY id')
  await runLater(session, 89)
  const texts = ['new', 'old'].map((id) => ({ id, html: 'h', text: 't' }))
  expect(await letters()).toEqual(texts)
  expect(await kept()).toEqual([
    { mails: 'after, after old, announce new, announce old, confirm, invite, invite' },
  ])
  await addMail(session, 'bo', 'sent', { kind: 'announce', about: 'old' })
  await runLater(session, 2)
  expect(await kept()).toEqual([{ mails: 'after, after old, announce new, announce old, invite' }])
  // The id stays, so that the letter is not sent again.
  expect(await letters()).toEqual([
    { id: 'new', html: 'h', text: 't' },
    { id: 'old', html: null, text: null },
  ])
})

test('email counts kept after an erasure are deleted after a day', async () => {
  const session = await newInstallation()
  await addPeople(session, 'ada', 'bo')
  await change(session, 'confirmed_at = now()', 'bo')
  await addMail(session, 'ada', 'sent')
  // It was due long before it was sent.
  await session.query("UPDATE mails SET due_at = now() - interval '9 days'")
  // A worker that dies while it sends leaves this state.
  for (const name of ['ada', 'bo']) await addMail(session, name, 'sending', { kind: 'invite' })
  await session.query('SELECT erase($1)', [emailOf('ada')])
  await runJobs(session, SENDS)
  const left = () => session.query('SELECT mailbox, state FROM mails ORDER BY 1, 2')
  const taken = { mailbox: emailOf('bo'), state: 'sending' }
  expect(await left()).toEqual([
    taken,
    { mailbox: null, state: 'sending' },
    { mailbox: null, state: 'sent' },
  ])
  await runLater(session, 2)
  expect(await left()).toEqual([taken])
})

test('a locked person is erased in the next run, and two workers never erase a person twice', async () => {
  const here = await newInstallation()
  // One transaction erases fewer people than these.
  await addPeople(here, 'held', ...Array.from({ length: 1_250 }, (_, n) => `silent${n}`))
  await here.query("UPDATE people SET consented_at = now() - interval '31 days'")
  const release = await hold(
    here.url,
    `SELECT FROM people WHERE email = '${emailOf('held')}' FOR UPDATE`,
  )
  const other = await openSession(here.url, 'worker')
  onTestFinished(() => other.close())
  for (const { query } of [here, other]) await query("SET lock_timeout = '10s'")
  await Promise.all([here, other].map((session) => runJobs(session, SENDS))).finally(release)
  expect(await names(here)).toEqual(['held'])
  await runJobs(here, SENDS)
  expect(await names(here)).toEqual([])
  expect(await recorded(here.url)).toHaveLength(1_251)
})

test('if a job fails, the other jobs still run', async () => {
  const session = await newInstallation()
  await session.query('ALTER TABLE quarantine RENAME TO elsewhere')
  await session.query("INSERT INTO visits VALUES (current_date - 500, '/', '', 1)")
  await expect(runJobs(session, SENDS)).rejects.toThrow('"quarantine" does not exist')
  expect(await session.query('SELECT FROM visits')).toEqual([])
})

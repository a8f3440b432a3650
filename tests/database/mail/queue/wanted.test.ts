import type { AddressObject } from 'mailparser'
import { expect, test } from 'vitest'
import { fold } from '../../../../api/src/list/inbox/fold.ts'
import { erase } from '../../../../api/src/list/people/erase.ts'
import { countGroups } from '../../../../api/src/list/people/groups.ts'
import { remind } from '../../../../api/src/mail/confirmations.ts'
import { wantAfter } from '../../../../api/src/mail/letters/after.ts'
import { announce } from '../../../../api/src/mail/letters/announce.ts'
import { invite, invitePerson } from '../../../../api/src/mail/letters/invite.ts'
import { prepareLetter } from '../../../../api/src/mail/letters/prepare.ts'
import { cancelLetter, listLetters } from '../../../../api/src/mail/queue/cancel.ts'
import { countOwed } from '../../../../api/src/mail/queue/owed.ts'
import { retry } from '../../../../api/src/mail/queue/retry-by-owner.ts'
import type { Session } from '../../../../api/src/system/session.ts'
import { readConfig } from '../../../../api/src/system/settings.ts'
import type { Conditions } from '../../../../contract/conditions.ts'
import type { AfterLetter } from '../../../../letters/mail-templates.ts'
import { newSmtp, reply } from '../../../support/smtp.ts'
import { startTestWorker, TEMPLATES } from '../../../support/worker.ts'
import { newInstallation } from '../../support/installations.ts'
import {
  addPerson,
  addSending,
  type Changes,
  confirmByLink,
  minutesAgo,
  newFolder,
  sendDue,
} from '../../support/mailing.ts'
import { run } from '../../support/run-program.ts'
import { newServer, newSlowServer } from '../../support/servers.ts'

const LETTER = { id: '00000000000000aa', subject: 'News', html: '', text: '{{site}}' }

/** A letter or an invitation for everyone. */
const ALL = { conditions: [] }

const DAYS = 14

const A_DAY = 24 * 60

/** Moves everything that happened into the past. */
async function passDays(here: Session, days: number): Promise<void> {
  const past = (...columns: string[]) =>
    columns.map((column) => `${column} = ${column} - make_interval(days => $1)`).join()
  await here.query(`UPDATE people SET ${past('joined_at', 'confirmed_at', 'consented_at')}`, [days])
  await here.query(`UPDATE mails SET ${past('wanted_at', 'due_at', 'ended_at')}`, [days])
}

const makeDue = (here: Session) =>
  here.query("UPDATE mails SET due_at = now() WHERE state IN ('waiting', 'sending')")

const states = async (here: Session, kind: string) =>
  Object.fromEntries(
    (
      await here.query<{ mailbox: string; state: string }>(
        'SELECT mailbox, state FROM mails WHERE kind = $1',
        [kind],
      )
    ).map(({ mailbox, state }) => [mailbox, state]),
  )

/** Someone leaves, joins again by the form and confirms. */
async function leaveAndReturn(here: Session, email: string): Promise<void> {
  await here.query("SELECT suppress($1, 'left')", [email])
  await here.query(
    `INSERT INTO inbox (email, mailbox, answers) VALUES ($1, $1, '{"first_name": "Ada"}')`,
    [email],
  )
  await fold(here, { events: false })
  await confirmByLink(here, email)
}

const invitation = async (here: Session) =>
  (await here.query('SELECT id, state, code FROM mails WHERE kind = $1', ['invite']))[0]

test('a planned letter does not go to a person who is invited before it is due', async () => {
  const here = await newInstallation()
  const [waits, invited] = [await addPerson(here), await addPerson(here)]
  const conditions: Conditions = [{ name: 'invited', values: ['no'] }]
  const at = new Date(Date.now() + 60_000)
  expect(await announce(here, LETTER, { conditions, at })).toBe(2)
  await invitePerson(here, invited, DAYS)
  await here.query("UPDATE mails SET due_at = now() WHERE kind = 'announce'")
  const mails = await sendDue(here, newFolder().env)
  expect(mails.filter(({ subject }) => subject === 'News')).toMatchObject([{ to: { text: waits } }])
  expect(await states(here, 'announce')).toEqual({ [waits]: 'written', [invited]: 'withdrawn' })
})

test('each person gets only the letters whose conditions they meet', async () => {
  const here = await newInstallation()
  const sources = ['press', 'friend']
  const people: Record<string, string> = {}
  for (const [n, source] of sources.entries()) {
    people[source] = await addPerson(here, { source })
    const letter = { ...LETTER, id: `00000000000000b${n}`, subject: source }
    await announce(here, letter, { conditions: [{ name: 'source', values: [source] }] })
  }
  const mails = await sendDue(here, newFolder().env)
  const got = mails.map(({ subject, to }) => [subject, (to as AddressObject).text])
  expect(Object.fromEntries(got)).toEqual(people)
})

test('a letter announced twice keeps the conditions of each announcement', async () => {
  const here = await newInstallation()
  const conditions = (source: string): Conditions => [{ name: 'source', values: [source] }]
  const people = [
    await addPerson(here, { source: 'Press' }),
    await addPerson(here, { source: 'friend' }),
  ]
  await announce(here, LETTER, { conditions: conditions('press') })
  await announce(here, LETTER, { conditions: conditions('friend') })
  const changed = await addPerson(here, { source: 'friend' })
  await announce(here, LETTER, { conditions: conditions('friend') })
  await here.query("UPDATE people SET source = 'press' WHERE mailbox = $1", [changed])
  const mails = await sendDue(here, newFolder().env)
  expect(mails.map(({ to }) => to)).toMatchObject(people.map((text) => ({ text })))
})

test('a cancelled letter that is announced again uses the new conditions', async () => {
  const here = await newInstallation()
  const email = await addPerson(here, { source: 'press' })
  const announceTo = (source: string) =>
    announce(here, LETTER, { conditions: [{ name: 'source', values: [source] }] })
  await announceTo('press')
  await cancelLetter(here, LETTER.id)
  await here.query("UPDATE people SET source = 'friend'")
  expect(await announceTo('friend')).toBe(1)
  expect(await sendDue(here, newFolder().env)).toMatchObject([{ to: { text: email } }])
})

test('erasing a person deletes the conditions of their letters', async () => {
  const here = await newInstallation()
  const email = await addPerson(here, { source: 'lovelace' })
  const conditions = [{ name: 'source', values: ['lovelace'] }]
  await announce(here, LETTER, { conditions })
  await sendDue(here, newFolder().env)
  await erase(here, email)
  expect(JSON.stringify(await here.query('SELECT * FROM mails'))).not.toContain('lovelace')
})

test('a letter’s links point to the site’s current address, and announcing the letter again corrects its text', async () => {
  const here = await newInstallation()
  const { env, write } = newFolder()
  const file = write('launch.md', '---\nsubject: News\n---\n\n[Prices](/pricing)\n')
  const draft = (SITE_URL: string) => prepareLetter(file, readConfig({ ...env, SITE_URL })).letter
  const [first, second] = [draft('https://old.example'), draft('https://new.example')]
  expect(second.id).toBe(first.id)
  await addPerson(here)
  await announce(here, first, ALL)
  const SITE_URL = 'https://new.example'
  const [mail] = await sendDue(here, { ...env, SITE_URL })
  expect(mail?.html).toContain('https://new.example/pricing')
  expect(mail?.text).not.toContain('old.example')

  await here.query("UPDATE letters SET html = 'https://old.example', text = ''")
  await addPerson(here)
  await announce(here, second, ALL)
  const mails = await sendDue(here, { ...env, SITE_URL })
  expect(mails).toHaveLength(2)
  for (const { html } of mails) expect(html).toContain('https://new.example/pricing')
})

test('a letter that is cancelled while it is being sent is not sent later, unless it is announced again', async () => {
  const here = await newInstallation()
  const people = [await addPerson(here), await addPerson(here)]
  await announce(here, LETTER, ALL)
  const { asked, answer, newWorker } = await newSlowServer()
  const turn = (await newWorker(here)).turn(1)
  await asked
  expect(await cancelLetter(here, LETTER.id)).toBe(1)
  expect(await listLetters(here)).toEqual([])
  answer(reply(451))
  await turn
  await makeDue(here)
  await (await (await newServer()).newWorker(here)).turn()
  expect(Object.values(await states(here, 'announce'))).toEqual(['withdrawn', 'withdrawn'])

  expect(await announce(here, LETTER, ALL)).toBe(2)
  const other = await newServer()
  await (await other.newWorker(here)).turn()
  expect(other.receivers()).toEqual(people.toSorted())
})

test('a cancelled letter whose worker died is not sent by another worker', async () => {
  const here = await newInstallation()
  await addPerson(here)
  await announce(here, LETTER, ALL)
  const { asked, answer, newWorker } = await newSlowServer()
  const turn = (await newWorker(here)).turn()
  await asked
  await cancelLetter(here, LETTER.id)
  await makeDue(here)
  const other = await newServer()
  await (await other.newWorker(here)).turn()
  expect(other.receivers()).toEqual([])
  expect(Object.values(await states(here, 'announce'))).toEqual(['withdrawn'])
  answer(reply(451))
  await turn
})

test('mail retry does not repeat the failed emails of a cancelled letter, but announcing it again does', async () => {
  const here = await newInstallation()
  const email = await addPerson(here)
  await announce(here, LETTER, ALL)
  const { smtp, newWorker, receivers } = await newServer()
  smtp.checkRecipient = () => {
    throw reply(550, '5.7.1 Sender is blocked')
  }
  const worker = await newWorker(here)
  await worker.turn()
  expect(await states(here, 'announce')).toEqual({ [email]: 'failed' })
  await addPerson(here)
  await announce(here, LETTER, ALL)
  await cancelLetter(here, LETTER.id)
  expect(await retry(here)).toEqual({ retried: 0, refused: false })
  smtp.checkRecipient = () => {}
  expect(await announce(here, LETTER, ALL)).toBe(2)
  await worker.turn()
  expect(receivers()).toContain(email)
})

test('mail retry repeats the last confirmation that was not withdrawn, whatever else was queued later', async () => {
  const here = await newInstallation()
  const mailbox = await addPerson(here, { confirmed_at: null })
  const state = 'failed'
  await addSending(here, { kind: 'confirm', mailbox, state, wanted_at: minutesAgo(5) })
  await addSending(here, { kind: 'remind', mailbox, state: 'sent' })
  await addSending(here, { kind: 'confirm', mailbox, state: 'withdrawn' })
  expect(await retry(here)).toEqual({ retried: 1, refused: false })
})

test.each([
  ['repeats', 'after', 'now', 1],
  ['does not repeat', 'before', minutesAgo(5), 0],
])(
  'mail retry %s a confirmation that was queued %s the person left',
  async (_what, _when, wanted_at, retried) => {
    const here = await newInstallation()
    const mailbox = await addPerson(here, { left_at: minutesAgo(1) })
    await here.query("UPDATE people SET pending_form = '{}'")
    await addSending(here, { kind: 'confirm', mailbox, state: 'failed', wanted_at })
    expect(await retry(here)).toEqual({ retried, refused: false })
  },
)

test('mail retry keeps the Message-ID of an email that a server may have accepted in an earlier attempt', async () => {
  const here = await newInstallation()
  const cases = [
    { attempts: 1, reply: '422', keeps: false },
    { attempts: 2, reply: '422', keeps: true },
    { attempts: 1, reply: 'ETIMEDOUT', keeps: true },
  ]
  for (const { attempts, reply, keeps } of cases) {
    const mailbox = await addPerson(here)
    const id = await addSending(here, { kind: 'invite', mailbox, state: 'failed', reply })
    await here.query('UPDATE mails SET attempts = $1 WHERE id = $2', [attempts, id])
    await retry(here)
    expect(await here.query('SELECT FROM mails WHERE id = $1', [id])).toHaveLength(keeps ? 1 : 0)
  }
})

test('mail retry does not repeat a letter whose text has been deleted', async () => {
  const here = await newInstallation()
  await addPerson(here)
  for (const id of [LETTER.id, '00000000000000bb']) await announce(here, { ...LETTER, id }, ALL)
  await here.query("UPDATE mails SET state = 'failed', ended_at = now()")
  await here.query('UPDATE letters SET html = NULL, text = NULL WHERE id = $1', [LETTER.id])
  expect(await retry(here)).toEqual({ retried: 1, refused: false })
})

test('mail retry EMAIL repeats an invitation that was sent before the address bounced', async () => {
  const here = await newInstallation()
  const email = await addPerson(here, { joined_at: minutesAgo(3 * A_DAY) })
  const { env } = newFolder()
  await invite(here, ALL)
  await sendDue(here, env)
  await here.query("UPDATE mails SET state = 'sent'")
  const before = await invitation(here)
  await here.query("SELECT suppress($1, 'bounced')", [email])
  expect(await retry(here)).toEqual({ retried: 0, refused: false })
  expect(await retry(here, email)).toEqual({ retried: 1, refused: true })
  await sendDue(here, env)
  const after = await invitation(here)
  expect(after).toMatchObject({ state: 'written', code: expect.stringMatching(/^[\da-f]{32}$/) })
  // Mail servers drop a second email with the same Message-ID.
  expect([after?.['id'], after?.['code']]).not.toContain(before?.['id'])
  expect(after?.['code']).not.toBe(before?.['code'])
  expect(await retry(here, email)).toEqual({ retried: 0, refused: false })
})

test('mail retry EMAIL repeats the confirmation of a person whose address bounced, but no email after a complaint', async () => {
  const here = await newInstallation()
  const [bounced, complained] = [
    await addPerson(here, { confirmed_at: null }),
    await addPerson(here),
  ]
  await addSending(here, { kind: 'confirm', mailbox: bounced, state: 'sent' })
  await addSending(here, { kind: 'invite', mailbox: complained, state: 'sent' })
  await here.query("SELECT suppress($1, 'bounced'), suppress($2, 'complained')", [
    bounced,
    complained,
  ])
  expect(await retry(here, bounced)).toEqual({ retried: 1, refused: true })
  expect(await retry(here, complained)).toEqual({ retried: 0, refused: true })
})

test('mail retry EMAIL repeats only emails lost to a bounce of this address that still counts', async () => {
  const here = await newInstallation()
  const [email, other] = [await addPerson(here), await addPerson(here)]
  await addSending(here, { kind: 'invite', mailbox: email, state: 'sent' })
  await addSending(here, { kind: 'after', mailbox: email, state: 'sent' })
  const bounce = (mailbox: string) => here.query("SELECT suppress($1, 'bounced')", [mailbox])
  await bounce(other)
  expect(await retry(here, email)).toEqual({ retried: 0, refused: false })
  await bounce(email)
  await here.query("SELECT lift($1, 'bounced')", [email])
  expect(await retry(here, email)).toEqual({ retried: 0, refused: false })
  await bounce(email)
  expect(await retry(here, email)).toEqual({ retried: 1, refused: true })
})

test('mail retry EMAIL repeats only this person’s webhooks, unless a newer webhook of the same kind waits', async () => {
  const here = await newInstallation()
  const [email, other] = [await addPerson(here), await addPerson(here)]
  const failed = { kind: 'webhook', state: 'failed', wanted_at: minutesAgo(5) } as const
  for (const about of ['joined', 'left'])
    await addSending(here, { ...failed, mailbox: email, about })
  for (const about of ['joined', 'left'])
    await addSending(here, { ...failed, mailbox: other, about })
  await addSending(here, { kind: 'webhook', mailbox: other, about: 'joined' })
  await addSending(here, { kind: 'webhook', mailbox: email, about: 'left' })
  expect(await retry(here, email)).toMatchObject({ retried: 1 })
  expect(await retry(here)).toMatchObject({ retried: 1 })
})

test('mail retry does not repeat an invitation to a person who has claimed the place', async () => {
  const here = await newInstallation()
  const [failed, bounced] = [await addPerson(here), await addPerson(here)]
  await addSending(here, { kind: 'invite', mailbox: failed, state: 'failed' })
  await addSending(here, { kind: 'invite', mailbox: bounced, state: 'sent' })
  await here.query('UPDATE people SET claimed_at = now()')
  await here.query("SELECT suppress($1, 'bounced')", [bounced])
  expect(await retry(here)).toMatchObject({ retried: 0 })
  expect(await retry(here, failed)).toMatchObject({ retried: 0 })
  expect(await retry(here, bounced)).toEqual({ retried: 0, refused: true })
})

test('an invitation that waits is withdrawn when the person claims the place', async () => {
  const here = await newInstallation()
  const email = await addPerson(here)
  await invite(here, ALL)
  await here.query('UPDATE people SET claimed_at = now()')
  expect(await sendDue(here, newFolder().env)).toEqual([])
  expect(await states(here, 'invite')).toEqual({ [email]: 'withdrawn' })
})

test('a person who left and came back is in line again and can be invited again', async () => {
  const here = await newInstallation()
  const email = await addPerson(here, { joined_at: minutesAgo(A_DAY) })
  const { env } = newFolder()
  await invite(here, ALL)
  await sendDue(here, env)
  await here.query("UPDATE mails SET state = 'sent', code = 'earlier'")
  const before = await invitation(here)
  expect(await countGroups(here)).toMatchObject({ invited: 1 })
  await leaveAndReturn(here, email)
  expect(await countGroups(here)).toMatchObject({ confirmed: 1, invited: 0 })
  expect(
    await here.query('SELECT people.invited_at, people.invite_code, people.place FROM people'),
  ).toEqual([{ invited_at: null, invite_code: null, place: 1 }])
  expect(await invite(here, ALL)).toBe(1)
  expect(await sendDue(here, env)).toHaveLength(2)
  const after = await invitation(here)
  expect(after?.['code']).not.toBe(before?.['code'])
  expect(await countGroups(here)).toMatchObject({ invited: 1 })
  expect(await invite(here, ALL)).toBe(0)
})

test('an invitation queued before a person left is not sent after the person came back', async () => {
  const here = await newInstallation()
  const email = await addPerson(here, { joined_at: minutesAgo(A_DAY) })
  await invite(here, ALL)
  const { asked, answer, newWorker } = await newSlowServer()
  const turn = (await newWorker(here)).turn()
  await asked
  await leaveAndReturn(here, email)
  // The worker could not record that it has sent the earlier invitation.
  expect(await invite(here, ALL)).toBe(0)
  answer(reply(451))
  await turn
  await makeDue(here)
  const { newWorker: newOther, receivers } = await newServer()
  await (await newOther(here)).turn()
  expect(receivers()).toEqual([])
  expect(await invite(here, ALL)).toBe(1)
})

test('a person is not invited twice even if the clock is set back after they join', async () => {
  const here = await newInstallation()
  await addPerson(here, { joined_at: minutesAgo(-A_DAY) })
  expect(await invite(here, ALL)).toBe(1)
  expect(await sendDue(here, newFolder().env)).toHaveLength(1)
  expect(await invite(here, ALL)).toBe(0)
})

test('invite EMAIL repeats an invitation after its last day with a new code, but invite --count does not', async () => {
  const here = await newInstallation()
  const email = await addPerson(here, { joined_at: minutesAgo(99 * A_DAY) })
  const { env } = newFolder()
  await invitePerson(here, email, DAYS)
  await sendDue(here, env)
  await here.query("UPDATE mails SET state = 'sent'")
  const before = await invitation(here)
  await passDays(here, DAYS)
  expect(await invitePerson(here, email, DAYS)).toBe(false)
  await passDays(here, 2)
  expect(await invite(here, ALL)).toBe(0)
  expect(await invitePerson(here, email, DAYS)).toBe(true)
  expect(await invitation(here)).toMatchObject({ state: 'waiting', code: null })
  await sendDue(here, env)
  const after = await invitation(here)
  expect(after?.['id']).not.toBe(before?.['id'])
  expect(after?.['code']).not.toBe(before?.['code'])
  await passDays(here, 99)
  await here.query("UPDATE mails SET state = 'failed'")
  expect(await invitePerson(here, email, DAYS)).toBe(false)
  await here.query("UPDATE mails SET state = 'sent'")
  await here.query('UPDATE people SET claimed_at = now()')
  expect(await invitePerson(here, email, DAYS)).toBe(false)
})

/** One person for each kind of email, whose email is saved as a file. */
async function newTrial() {
  const here = await newInstallation()
  const where: Conditions = [{ name: 'source', values: ['podcast'] }]
  const after = [{ ...TEMPLATES.remind, name: 'hello', days: 0, until: 'always', where }] as const
  const add = (email: string, more: Changes = {}) => addPerson(here, { email, ...more })
  const unconfirmed = { confirmed_at: null, joined_at: minutesAgo(3 * A_DAY) } as const
  const confirm = await add('confirm@example.com', unconfirmed)
  await addSending(here, { kind: 'confirm', mailbox: confirm })
  const silent = await add('remind@example.com', unconfirmed)
  const wanted_at = minutesAgo(3 * A_DAY)
  await addSending(here, { kind: 'confirm', mailbox: silent, state: 'sent', wanted_at })
  await remind(here)
  await add('invite@example.com')
  await invite(here, ALL)
  await wantAfter(here, after)
  await add('after@example.com', { source: 'podcast' })
  await wantAfter(here, after)
  await add('announce@example.com', { source: 'press' })
  await announce(here, LETTER, { conditions: [{ name: 'source', values: ['press'] }] })
  const { env } = newFolder({ after })
  const files = await sendDue(here, env)
  return { here, after, env, people: files.map(({ to }) => (to as AddressObject).text) }
}

/** Runs a worker with a mail server until no email waits. Returns who got emails. */
async function sentBy(here: Session & { readonly url: string }, after: readonly AfterLetter[]) {
  const smtp = await newSmtp()
  const settings = { SMTP_URL: smtp.url }
  const worker = await startTestWorker({ databaseUrl: here.url }, settings, { ...TEMPLATES, after })
  const rest = () =>
    here.query("SELECT kind FROM mails WHERE state IN ('waiting', 'sending', 'written')")
  await expect.poll(rest, { timeout: 15_000 }).toEqual([])
  await worker.stop()
  return smtp.received.map(({ to }) => to).toSorted()
}

test('when a mail server is set, each saved email of every kind is sent exactly once', async () => {
  const { here, after, people } = await newTrial()
  expect(people).toEqual(
    ['after', 'announce', 'confirm', 'invite', 'remind'].map((name) => `${name}@example.com`),
  )
  expect(await countOwed(here)).toHaveLength(5)
  expect(await sentBy(here, after)).toEqual(people)
  expect(await countOwed(here)).toEqual([])
  expect(await sentBy(here, after)).toEqual([])
})

test('emails saved as files are not sent to people who should no longer get them', async () => {
  const { here, after } = await newTrial()
  await here.query(`UPDATE people SET confirmed_at = now() WHERE confirmed_at IS NULL;
    UPDATE people SET claimed_at = now() WHERE mailbox = 'invite@example.com';
    UPDATE people SET source = 'friend' WHERE mailbox = 'announce@example.com';
    SELECT suppress('after@example.com', 'left')`)
  expect(await countOwed(here)).toEqual([])
  const smtp = await newSmtp()
  const worker = await startTestWorker(
    { databaseUrl: here.url },
    { SMTP_URL: smtp.url },
    { ...TEMPLATES, after },
  )
  await here.query("INSERT INTO mails (kind, mailbox) VALUES ('invite', $1)", [
    await addPerson(here),
  ])
  await expect.poll(() => smtp.received).toHaveLength(1)
  await worker.stop()
  expect(smtp.received).toHaveLength(1)
})

test('mail cancel --written withdraws emails saved as files, and the doctor says how many there are', async () => {
  const { here, env, after } = await newTrial()
  // The records of its emails are deleted, but its row prevents a second sending.
  await here.query("INSERT INTO letters (id, subject, created_at) VALUES ('old', '', '2026-01-01')")
  const kinds =
    '1 letter after the confirmation, 1 announced letter, 1 confirmation, 1 invitation and 1 reminder'
  const { stdout } = await run(['doctor', '--json'], { url: here.url, env })
  expect(JSON.parse(stdout)).toContainEqual({
    check: 'saved emails',
    level: 'to do',
    found: `saved only as files, and to be sent once the worker starts with SMTP_URL or MAIL_API: ${kinds}`,
    fix: 'To withdraw them: ./waitlist mail cancel --written',
  })
  const mail = (...args: string[]) => run(['mail', ...args], { url: here.url })
  expect((await mail()).stdout).toMatch(/^once emails can be sent +00000000000000aa +1 +News$/m)
  expect(await mail('cancel', '--written', '--yes')).toEqual({
    code: 0,
    stdout: `Withdrawn: ${kinds}.\n`,
    stderr: '',
  })
  await remind(here)
  expect(await sentBy(here, after)).toEqual([])
  expect(await mail('cancel', '--written', '--yes')).toMatchObject({
    code: 0,
    stderr: 'There are no saved emails to withdraw.\n',
  })
  expect(await mail('cancel')).toMatchObject({ code: 2 })
  expect(await here.query('SELECT id FROM letters')).toEqual([{ id: 'old' }])
})

test('mail cancel withdraws a letter that was saved as files', async () => {
  const { here, after } = await newTrial()
  expect(await cancelLetter(here, LETTER.id)).toBe(1)
  expect(await sentBy(here, after)).not.toContain('announce@example.com')
})

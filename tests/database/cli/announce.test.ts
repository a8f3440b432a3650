// Guards letter-answers, letter-once, conditions, invitations, postal-address, letter-checks,
// page-opt-in.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Session } from '../../../api/src/database/session.ts'
import { hashToken } from '../../../api/src/links/tokens.ts'
import { claimMails } from '../../../api/src/outbox/claim.ts'
import { watchDomains } from '../../../api/src/outbox/domains.ts'
import { FIELDS } from '../../../contract/waitlist.ts'
import { newSmtp } from '../../support/for-a-test.ts'
import { hold, untilBlocked } from '../../support/locks.ts'
import { ROLES } from '../../support/people.ts'
import { newInstallation, recorded } from '../../support/program/installations.ts'
import {
  addPerson,
  newFolder,
  sendDue,
  UNREACHABLE,
  waitingFor,
} from '../../support/program/mailing.ts'
import { run, runAtTerminal } from '../../support/program/run-program.ts'

const letter = (body: string, subject = 'We open'): string =>
  `---\nsubject: ${subject}\n---\n\n${body}\n`

/** An installation with a letter, and the program that announces it. */
async function newAnnouncement(source = letter('We open *today*.')) {
  const here = await newInstallation()
  const { write, env } = newFolder()
  const file = write('launch.md', source)
  const send = (...args: string[]) =>
    run(['announce', file, '--to', 'confirmed', '--yes', ...args], { url: here.url, env })
  return { here, file, env, send, write }
}

/** Writes the preview of a letter without a database. */
async function previewOf(source: string) {
  const { folder, write, env } = newFolder()
  const out = join(folder, 'preview.html')
  const ended = await run(['announce', write('launch.md', source), '--preview', '--out', out], {
    env,
  })
  return { ...ended, html: ended.code === 0 ? readFileSync(out, 'utf8') : '' }
}

test('announce queues a letter for everybody who has confirmed, left nothing and can be reached', async () => {
  const { here, send } = await newAnnouncement()
  const people = [await addPerson(here), await addPerson(here)]
  for (const [, changes] of UNREACHABLE) await addPerson(here, changes)
  expect(await send()).toEqual({
    code: 0,
    stdout: 'Queued for 2 people. They get it within an hour.\n',
    stderr: '',
  })
  expect((await waitingFor(here, 'announce')).toSorted()).toEqual(people.toSorted())
  expect(await recorded(here.url)).toEqual(['announce'])
})

test('the same letter again goes only to people who have not got it', async () => {
  const { here, send } = await newAnnouncement()
  const [had, waits] = [await addPerson(here), await addPerson(here)]
  await send()
  await here.query("UPDATE mails SET state = 'sent' WHERE email_key = $1", [had])
  const late = await addPerson(here)
  const { stdout } = await send('--json')
  expect(JSON.parse(stdout)).toMatchObject({ queued: 1 })
  expect((await waitingFor(here, 'announce')).toSorted()).toEqual([waits, late].toSorted())
})

test('announce says when nobody meets the conditions', async () => {
  const { here, send } = await newAnnouncement()
  expect((await send()).stderr).toBe(
    'Nobody gets it: no person has confirmed and can be reached.\n',
  )
  await addPerson(here)
  expect((await send('--where', 'source=nowhere')).stderr).toBe(
    'Nobody gets it: no person with source=nowhere has confirmed and can be reached.\n',
  )
  await send()
  expect((await send()).stderr).toBe(
    'Nobody is left to get it: everybody who has confirmed has it already.\n',
  )
})

test('a letter that was withdrawn and is announced again reaches everybody who has not got it', async () => {
  const { here, send } = await newAnnouncement()
  const [had, waits] = [await addPerson(here), await addPerson(here)]
  const { announcement } = JSON.parse((await send('--json')).stdout)
  await here.query("UPDATE mails SET state = 'sent' WHERE email_key = $1", [had])
  await run(['mail', 'cancel', announcement, '--yes'], { url: here.url })
  expect(await waitingFor(here, 'announce')).toEqual([])
  expect(JSON.parse((await send('--json')).stdout)).toMatchObject({ queued: 1 })
  expect(await waitingFor(here, 'announce')).toEqual([waits])
})

test('two owners who announce a letter at once send it once to each person', async () => {
  const { here, send } = await newAnnouncement()
  for (let number = 0; number < 5; number += 1) await addPerson(here)
  const release = await hold(here.url, 'LOCK TABLE mails IN SHARE MODE')
  const announcements = [send('--json'), send('--json')]
  await untilBlocked(here.url, 2)
  await release()
  const outcomes = await Promise.all(announcements)
  const queued = outcomes.map(({ stdout }) => JSON.parse(stdout).queued)
  expect(queued.toSorted()).toEqual([0, 5])
  expect(await waitingFor(here, 'announce')).toHaveLength(5)
})

test('an announcement older than 80 days is not resumed', async () => {
  const { here, send } = await newAnnouncement()
  await addPerson(here)
  await send()
  await addPerson(here)
  await here.query(`UPDATE letters SET created_at = now() - interval '79 days'`)
  expect(await send()).toMatchObject({ code: 0 })
  await addPerson(here)
  await here.query(`UPDATE letters SET created_at = now() - interval '81 days'`)
  const { code, stderr } = await send()
  expect([code, stderr]).toEqual([1, expect.stringContaining('cannot be resumed')])
  expect(await waitingFor(here, 'announce')).toHaveLength(2)
})

test('a mistake in a letter is reported in a sentence with its line', async () => {
  expect(await previewOf(letter('Hi\n\n<b>x</b>'))).toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringContaining('launch.md, line 7: a letter is Markdown and has no HTML'),
  })
})

/** Sends what is due, which is one mail. */
async function sendOne(here: Session, env: { readonly DATA_DIR: string }) {
  const [mail, ...others] = await sendDue(here, env)
  expect(others).toEqual([])
  return mail
}

test('an announced email comes with links of the person who gets it', async () => {
  const { here, env, send } = await newAnnouncement()
  const email = await addPerson(here)
  await send()
  const mail = await sendOne(here, env)
  expect(mail).toMatchObject({ subject: 'We open', to: { text: email } })
  const [, token = ''] =
    /Leave: https:\/\/shop\.example\/waitlist\/leave\?t=([\w-]{43})$/m.exec(mail?.text ?? '') ?? []
  expect(await here.query('SELECT leave_by_link($1) AS left', [hashToken(token)])).toEqual([
    { left: true },
  ])
})

test('announce --test sends one email, to that address only, and queues nothing', async () => {
  const { here, file, env } = await newAnnouncement()
  await addPerson(here)
  const smtp = await newSmtp()
  const settings = { ...env, SMTP_URL: smtp.url }
  const test = ['announce', file, '--test', 'me@example.com']
  const { code, stdout } = await run(test, { url: here.url, env: settings })
  expect([code, stdout]).toEqual([0, expect.stringContaining('Its links do nothing.')])
  expect(smtp.received).toMatchObject([{ to: 'me@example.com', mail: { subject: 'We open' } }])
  expect(smtp.received[0]?.mail.text).toContain('Leave: https://shop.example/waitlist/leave')
  expect(await here.query('SELECT FROM mails')).toEqual([])
})

test('announce --test says so when the mail server does not take the email', async () => {
  const { file, env } = await newAnnouncement()
  const settings = { ...env, SMTP_URL: 'smtp://127.0.0.1:9' }
  expect(await run(['announce', file, '--test', 'me@example.com'], { env: settings })).toEqual({
    code: 1,
    stdout: '',
    stderr: 'The email was not sent: connect ECONNREFUSED 127.0.0.1:9.\n',
  })
})

test('announce --where sends a letter only to people who meet all conditions', async () => {
  const { here, send } = await newAnnouncement()
  const [role, other] = ROLES
  const meets = { role: other, source: 'ProductHunt' }
  const email = await addPerson(here, meets)
  await addPerson(here, { ...meets, role })
  await addPerson(here, { ...meets, source: 'newsletter' })
  await addPerson(here, { ...meets, invited_at: 'now' })
  await addPerson(here, { ...meets, confirmed_at: null })
  const where = ['--where', `role=${other}`, '--where', 'source=producthunt']
  const { code, stderr } = await send(...where, '--where', 'invited=no')
  expect([code, stderr]).toEqual([0, ''])
  expect(await waitingFor(here, 'announce')).toEqual([email])
  expect(await here.query('SELECT detail FROM history')).toMatchObject([
    { detail: { people: 1, where: `role=${other}, source=TEXT, invited=no` } },
  ])
  await send('--where', `role=${role}`, '--where', `role=${other}`, '--where', 'invited=yes')
  expect(await waitingFor(here, 'announce')).toHaveLength(2)
})

test('announce asks with the number of people, the conditions and the time, and sends nothing without a yes', async () => {
  const { here, file, env } = await newAnnouncement()
  await addPerson(here)
  await addPerson(here, { role: ROLES[1] ?? '' })
  const at = new Date(Date.now() + 86_400_000).toISOString().slice(0, 16)
  const { code, stdout } = await runAtTerminal(
    `announce ${file} --to confirmed --where role=${ROLES[0]} --at ${at}Z`,
    [['[y/N] ', 'n\r']],
    { url: here.url, env: { ...env, MAIL_PER_HOUR: '1' } },
  )
  expect(code).toBe(1)
  expect(stdout.replace(/\s+/g, ' ')).toContain(
    `Send “We open” to 1 person with role=${ROLES[0]}? At 1 email an hour they get it ` +
      `within an hour, from ${at.replace('T', ' ')} UTC on.`,
  )
  expect(await waitingFor(here, 'announce')).toEqual([])
})

test('a letter has the answers of the person who gets it, as they are when it is sent', async () => {
  const { here, env, send } = await newAnnouncement(
    letter('Dear {{first_name|friend}}, as {{role}}:', 'Hello {{first_name|friend}}'),
  )
  const email = await addPerson(here, { first_name: 'Typo' })
  await send()
  await here.query('UPDATE people SET answers = answers || $1', [{ first_name: 'A & <b>' }])
  const mail = await sendOne(here, env)
  const { label } = FIELDS.role.options.find(({ value }) => value === ROLES[0]) ?? { label: '' }
  expect(mail).toMatchObject({ subject: 'Hello A & <b>', to: { text: email } })
  expect(mail?.text).toContain(`Dear A & <b>, as ${label}:`)
  expect(mail?.html).toContain(`Dear A &amp; &lt;b&gt;, as ${label}:`)
})

test('the preview of a letter has the look of the site, and the examples of the form instead of answers', async () => {
  const name = FIELDS.first_name.placeholder
  const { html, stderr } = await previewOf(letter('Dear {{first_name}}', 'Hello {{first_name}}'))
  expect(html).toContain(`<p style="margin:0 0 16px;color:#333">Dear ${name}</p>`)
  expect(html).toContain('<a href="https://shop.example/waitlist/leave">Leave</a>')
  expect(stderr).toContain(`Subject: Hello ${name}\n\nDear ${name}\n`)
})

test('announce --at sends nothing before its time, and to nobody who leaves before then', async () => {
  const { here, env, send } = await newAnnouncement()
  const [stays, leaves] = [await addPerson(here), await addPerson(here)]
  const at = new Date(Date.now() + 3_600_000).toISOString().slice(0, 16)
  expect((await send('--at', `${at}Z`)).code).toBe(0)
  expect(await claimMails(here, {}, 10, watchDomains())).toEqual({ mails: [], more: false })
  await here.query("SELECT refuse($1, 'left')", [leaves])
  await here.query("UPDATE mails SET due_at = due_at - interval '1 hour'")
  expect(await sendOne(here, env)).toMatchObject({ to: { text: stays } })
  expect(await waitingFor(here, 'announce')).toEqual([])
})

test('a letter for later is sent once, however the clock of the database jumps', async () => {
  const { here, env, send } = await newAnnouncement()
  const person = await addPerson(here)
  const at = new Date(Date.now() + 3_600_000).toISOString().slice(0, 16)
  await send('--at', `${at}Z`)
  // a clock that is set ahead makes every stored time earlier
  const setAhead = (time: string) =>
    here.query(
      `UPDATE mails SET wanted_at = wanted_at - $1::interval, due_at = due_at - $1::interval,
         ended_at = ended_at - $1::interval`,
      [time],
    )
  for (const jump of ['1 minute', '-1 minute', '-1 day', '1 day']) {
    await setAhead(jump)
    expect(await sendDue(here, env), jump).toEqual([])
  }
  for (const jump of ['1 day', '-1 day', '1 minute', '-1 minute', '1 day']) {
    await setAhead(jump)
    expect(await sendDue(here, env), jump).toMatchObject([{ to: { text: person } }])
  }
  expect(await send('--json')).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('"queued": 0'),
  })
})

test.each([
  ['tomorrow', 2],
  ['2030-01-01', 2],
  ['2030-01-01T09:00', 2],
  ['2030-13-01T09:00Z', 2],
  ['2020-01-01T09:00Z', 1],
  ['2099-01-01T09:00Z', 1],
])('announce --at %s is refused in a sentence', async (at, status) => {
  const { here, send } = await newAnnouncement()
  await addPerson(here)
  const { code, stdout, stderr } = await send('--at', at)
  expect([code, stdout]).toEqual([status, ''])
  expect(stderr).toMatch(/^--at.*: expected a time/)
  expect(await waitingFor(here, 'announce')).toEqual([])
})

test('announce warns when the emails have no postal address', async () => {
  const { write, env } = newFolder({ postalAddress: '' })
  const file = write('launch.md', letter('Hi'))
  const { code, stderr } = await run(['announce', file, '--preview', '--out', '-'], { env })
  expect([code, stderr]).toEqual([0, expect.stringContaining('BRAND_POSTAL_ADDRESS is not set')])
  expect((await previewOf(letter('Hi'))).stderr).not.toContain('BRAND_POSTAL_ADDRESS')
})

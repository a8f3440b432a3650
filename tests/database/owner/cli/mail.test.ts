import { randomUUID } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { erase } from '../../../../api/src/list/people/erase.ts'
import { announce } from '../../../../api/src/mail/letters/announce.ts'
import { retry } from '../../../../api/src/mail/queue/retry-by-owner.ts'
import { countSendings, listSendings } from '../../../../api/src/mail/queue/sendings.ts'
import { openSmtpOrFiles } from '../../../../api/src/mail/transport/smtp.ts'
import { readConfig } from '../../../../api/src/system/settings.ts'
import { temporaryFolder } from '../../../support/for-a-test.ts'
import { reply } from '../../../support/smtp.ts'
import { newInstallation, recorded } from '../../support/installations.ts'
import { addPerson, addSending, minutesAgo, waitingFor } from '../../support/mailing.ts'
import { run, runAtTerminal } from '../../support/run-program.ts'
import { newServer, newSlowServer } from '../../support/servers.ts'

test('mail counts the emails and webhooks of each kind by state, and lists the latest failures', async () => {
  const here = await newInstallation()
  const { url } = here
  const wanted_at = '2026-01-31T12:00:00Z'
  for (const mailbox of ['a@example.com', 'b@example.com']) {
    await addSending(here, { kind: 'confirm', mailbox, wanted_at, reply: 'ECONNREFUSED' })
  }
  const mailbox = await addPerson(here, { email: 'ada@example.com' })
  await addSending(here, { kind: 'confirm', mailbox: 'c@example.com' })
  await addSending(here, { kind: 'confirm', mailbox, state: 'sent', reply: '250' })
  await addSending(here, { kind: 'confirm', mailbox, state: 'written' })
  await addSending(here, { kind: 'announce', mailbox, state: 'sent', wanted_at })
  await addSending(here, { kind: 'webhook', mailbox, about: 'confirmed', state: 'sent' })
  await addSending(here, { kind: 'invite', mailbox, state: 'sent', wanted_at: minutesAgo(120) })
  await addSending(here, { kind: 'webhook', mailbox, state: 'failed' })
  await addSending(here, { kind: 'remind', mailbox, state: 'failed', reply: '550' })
  const report = JSON.parse((await run(['mail', '--json'], { url })).stdout)
  expect(report).toMatchObject({ sent_last_hour: 1, sent_last_day: 2, letters: [] })
  expect(report.kinds).toMatchObject([
    { kind: 'confirm', waiting: 3, sent: 1, written: 1, failed: 0, last_reply: 'ECONNREFUSED' },
    { kind: 'remind', failed: 1 },
    { kind: 'after', waiting: 0, sent: 0 },
    { kind: 'friend', waiting: 0 },
    { kind: 'invite', waiting: 0, sent: 1, oldest_waiting: null },
    { kind: 'announce' },
    { kind: 'webhook', failed: 1 },
  ])
  expect((await run(['mail'], { url })).stdout).toMatch(
    /^confirm +3 +0 +1 +1 +0 +0 +2026-01-31 12:00 +ECONNREFUSED$/m,
  )
  expect((await run(['mail'], { url })).stdout).toMatch(
    /^\d{4}-\d\d-\d\d \d\d:\d\d +remind +ada@example\.com +550$/m,
  )
})

test('a failed webhook is tried again unless the receiver has received the same event since', async () => {
  const here = await newInstallation()
  const mailbox = await addPerson(here)
  for (const [about, state, minutes] of [
    ['joined', 'failed', 30],
    ['joined', 'sent', 20],
    ['confirmed', 'sent', 30],
    ['confirmed', 'failed', 20],
  ] as const) {
    await addSending(here, {
      kind: 'webhook',
      mailbox,
      about,
      state,
      wanted_at: minutesAgo(minutes),
    })
  }
  expect(await retry(here, mailbox)).toEqual({ retried: 1, refused: false })
  const states = 'SELECT event, state FROM events ORDER BY event, state'
  expect(await here.query(states)).toEqual([
    { event: 'confirmed', state: 'sent' },
    { event: 'confirmed', state: 'waiting' },
    { event: 'joined', state: 'failed' },
    { event: 'joined', state: 'sent' },
  ])
})

test('the remaining records of erased people’s emails are neither counted nor listed', async () => {
  const here = await newInstallation()
  const email = await addPerson(here)
  await addSending(here, { kind: 'announce', mailbox: email, state: 'sent' })
  await erase(here, email)
  expect(await here.query("SELECT FROM mails WHERE state = 'sent'")).toHaveLength(1)
  expect(await countSendings(here)).toMatchObject({ sent: 0 })
  expect(await listSendings(here, 'sent', 9)).toEqual([])
})

test('mail retry repeats failed webhooks and at most one confirmation per person', async () => {
  const here = await newInstallation()
  const kind = 'confirm'
  const add = () => addPerson(here, { confirmed_at: null })
  const [sentSince, waits, twice] = [await add(), await add(), await add()]
  const left = await addPerson(here, { confirmed_at: null, left_at: 'now' })
  const past = '2026-01-31T12:00:00Z'
  for (const mailbox of [sentSince, waits, twice, twice, left]) {
    await addSending(here, { kind, mailbox, state: 'failed', wanted_at: past })
  }
  // Another form requests a new confirmation, not the earlier one.
  await here.query('UPDATE people SET consented_at = now() WHERE mailbox = $1', [left])
  await addSending(here, { kind, mailbox: sentSince, state: 'sent' })
  await addSending(here, { kind, mailbox: waits })
  await addSending(here, { kind: 'webhook', mailbox: twice, state: 'failed' })
  const { stdout } = await run(['mail', 'retry', '--yes'], { url: here.url })
  expect(stdout).toBe('Retrying 2 failed emails and webhooks.\n')
  expect((await waitingFor(here, kind)).toSorted()).toEqual([waits, twice].toSorted())
  expect(await waitingFor(here, 'webhook')).toEqual([twice])
  expect(await recorded(here.url)).toEqual(['mail retry'])
})

test('retrying a refused address requires the address and a yes, and makes it reachable again', async () => {
  const here = await newInstallation()
  const mailbox = await addPerson(here, { undeliverable_at: 'now' })
  const refused = async () =>
    (await here.query('SELECT undeliverable_at FROM people'))[0]?.['undeliverable_at'] !== null
  await addSending(here, { kind: 'invite', mailbox, state: 'failed', reply: '550' })
  await run(['mail', 'retry', '--yes'], { url: here.url })
  expect(await waitingFor(here, 'invite')).toEqual([])
  const asked = await runAtTerminal(`mail retry ${mailbox}`, [['[y/N] ', 'n\r']], here)
  expect([asked.code, asked.stdout]).toEqual([1, expect.stringContaining('Nothing was changed.')])
  expect(await refused()).toBe(true)
  const retry = () => run(['mail', 'retry', mailbox, '--yes'], { url: here.url })
  expect(await retry()).toMatchObject({
    code: 0,
    stdout: 'Retrying 1 failed email or webhook and the address that was refused.\n',
  })
  expect(await waitingFor(here, 'invite')).toEqual([mailbox])
  expect(await refused()).toBe(false)
  expect(await retry()).toEqual({
    code: 1,
    stdout: '',
    stderr: 'There is nothing to retry for that address.\n',
  })
})

test('mail lists the letters that wait, and mail cancel withdraws a letter', async () => {
  const here = await newInstallation()
  for (let n = 0; n < 3; n += 1) await addPerson(here)
  const letter = { id: '00000000000000aa', subject: 'We open', html: '', text: '' }
  const at = new Date(Date.now() + 86_400_000)
  await announce(here, letter, { conditions: [], at })
  const line = new RegExp(`^${at.toISOString().slice(0, 16).replace('T', ' ')} .* 3 +We open$`, 'm')
  expect((await run(['mail'], { url: here.url })).stdout).toMatch(line)
  await here.query('UPDATE mails SET due_at = now()')
  const { asked, answer, newWorker } = await newSlowServer()
  const turn = (await newWorker(here)).turn(1)
  await asked
  const cancel = ['mail', 'cancel', letter.id, '--yes']
  expect(await run(cancel, { url: here.url })).toMatchObject({
    code: 0,
    stdout: 'Withdrawn from 2 people.\n',
  })
  answer(reply(451))
  await turn
  expect(await waitingFor(here, 'announce')).toHaveLength(1)
  expect(await run(cancel, { url: here.url })).toMatchObject({
    code: 1,
    stderr: `No letter with the ID ${letter.id} is waiting. \`./waitlist mail\` lists those that are.\n`,
  })
  await here.query('UPDATE mails SET due_at = now()')
  const { newWorker: newOther, receivers } = await newServer()
  await (await newOther(here)).turn()
  expect(receivers()).toEqual([])
  expect(await here.query('SELECT DISTINCT state FROM mails')).toEqual([{ state: 'withdrawn' }])
})

test('mail --last prints the latest email’s links if emails are saved as files', async () => {
  const folder = temporaryFolder()
  const last = (env: Readonly<Record<string, string>> = {}) =>
    run(['mail', '--last'], { env: { DATA_DIR: folder, ...env } })
  expect(await last()).toMatchObject({
    code: 1,
    stderr:
      'No email has been saved yet. The worker saves them while it runs: `docker compose up --detach --wait`.\n',
  })

  const prices = 'https://site.example/pricing'
  const sender = { name: 'Site', address: 'hello@site.example', replyTo: 'help@site.example' }
  const transport = await openSmtpOrFiles(readConfig({}).mail, sender, folder)
  onTestFinished(() => transport.close())
  for (const [to, subject, text] of [
    ['bob@example.com', 'Earlier', ''],
    [
      'ada@example.com',
      'Zoë, confirm',
      `Read <${prices}>.\nOr ${prices}?a=1. (${prices}#b), ${prices}`,
    ],
  ] as const) {
    await transport.send({ id: randomUUID(), to, subject, text, html: '', leave: prices })
  }
  expect(await last()).toMatchObject({
    code: 0,
    stdout: `To       ada@example.com
Subject  Zoë, confirm
Link     ${prices}
Link     ${prices}?a=1
Link     ${prices}#b
`,
    stderr: expect.stringMatching(/^The whole email: docker compose cp worker:\S+\.eml \.\n$/),
  })
  expect(await last({ SMTP_URL: 'smtp://localhost' })).toMatchObject({
    code: 1,
    stderr:
      'SMTP_URL or MAIL_API is set, so emails are sent instead of saved as files. Check your inbox.\n',
  })
})

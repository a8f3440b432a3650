// Guards letter-once, bounces.

import { randomUUID } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { readOwnerConfig } from '../../../api/src/config/owner.ts'
import { announce } from '../../../api/src/letters/announce.ts'
import { openTransport } from '../../../api/src/mail/transport.ts'
import { MAIL_STATES } from '../../../api/src/outbox/mails.ts'
import { temporaryFolder } from '../../support/for-a-test.ts'
import { newInstallation, recorded } from '../../support/program/installations.ts'
import { addPerson, addSending, waitingFor } from '../../support/program/mailing.ts'
import { run, runAtTerminal } from '../../support/program/run-program.ts'

const undeliverable = (email: string) =>
  [`SELECT undeliverable_at FROM people WHERE email_key = $1`, [email]] as const

test('mail counts the emails and webhooks of each kind by their state', async () => {
  const here = await newInstallation()
  for (const email_key of ['a@example.com', 'b@example.com']) {
    await addSending(here, { kind: 'confirm', email_key, wanted_at: '2026-01-31T12:00:00Z' })
  }
  const email_key = 'c@example.com'
  await addSending(here, { kind: 'confirm', email_key, state: 'sent' })
  await addSending(here, { kind: 'confirm', email_key, state: 'written' })
  await addSending(here, { kind: 'invite', email_key, state: 'sent' })
  await addSending(here, { kind: 'webhook', email_key, state: 'failed' })
  await here.query(`UPDATE mails SET ended_at = now() - interval '2 hours' WHERE kind = 'invite'`)
  const { code, stdout } = await run(['mail', '--json'], { url: here.url })
  expect(code).toBe(0)
  const { kinds, failures, letters, ...others } = JSON.parse(stdout)
  expect(others).toEqual({ sent_last_hour: 1, sent_last_day: 2 })
  expect(failures).toHaveLength(1)
  expect(letters).toEqual([])
  const none = {
    ...Object.fromEntries(MAIL_STATES.map((state) => [state, 0])),
    oldest_waiting: null,
    last_reply: null,
  }
  expect(kinds).toEqual([
    {
      ...none,
      kind: 'confirm',
      waiting: 2,
      sent: 1,
      written: 1,
      oldest_waiting: '2026-01-31T12:00:00.000000Z',
    },
    { ...none, kind: 'welcome' },
    { ...none, kind: 'remind' },
    { ...none, kind: 'invite', sent: 1 },
    { ...none, kind: 'announce' },
    { ...none, kind: 'webhook', failed: 1 },
  ])
})

test('mail shows the last reply of a mail server that takes no emails', async () => {
  const here = await newInstallation()
  const email_key = await addPerson(here)
  await addSending(here, { kind: 'confirm', email_key, reply: 'ECONNREFUSED' })
  const { stdout } = await run(['mail'], { url: here.url })
  expect(stdout).toMatch(/^confirm +1 +0 +0 +\S+ \S+ +ECONNREFUSED$/m)
})

test('mail --failed lists the newest failures with address, kind, time and reply', async () => {
  const here = await newInstallation()
  const email = await addPerson(here, { email: 'ada@example.com' })
  await addSending(here, { kind: 'announce', email_key: email, about: 'abc', state: 'failed' })
  await addSending(here, { kind: 'invite', email_key: email, state: 'failed', reply: '550' })
  const { code, stdout } = await run(['mail', '--failed', '--limit', '1'], { url: here.url })
  expect(code).toBe(0)
  expect(stdout.trimEnd().split('\n')).toEqual([
    expect.stringMatching(/^Failed \(UTC\) +Kind +Email +Reply$/),
    expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d +invite +ada@example\.com +550$/),
  ])
})

test('mail retry makes failed emails and webhooks due again', async () => {
  const here = await newInstallation()
  const email_key = await addPerson(here)
  await addSending(here, { kind: 'confirm', email_key, state: 'failed', reply: '451' })
  await addSending(here, { kind: 'webhook', email_key, about: 'joined', state: 'failed' })
  const { code, stdout } = await run(['mail', 'retry', '--yes', '--json'], { url: here.url })
  expect([code, JSON.parse(stdout)]).toEqual([0, { retried: 2, refused: false }])
  expect(await waitingFor(here, 'confirm')).toEqual([email_key])
  expect(await waitingFor(here, 'webhook')).toEqual([email_key])
  expect(await recorded(here.url)).toEqual(['mail retry'])
})

test('mail retry repeats no confirmation after one that was sent or waits, one of several, and none to people who left', async () => {
  const here = await newInstallation()
  const kind = 'confirm'
  const add = () => addPerson(here, { confirmed_at: null })
  const [sentSince, waits, twice] = [await add(), await add(), await add()]
  const left = await addPerson(here, { left_at: 'now' })
  const past = '2026-01-31T12:00:00Z'
  for (const email_key of [sentSince, waits, twice, twice, left]) {
    await addSending(here, { kind, email_key, state: 'failed', wanted_at: past })
  }
  await addSending(here, { kind, email_key: sentSince, state: 'sent' })
  await addSending(here, { kind, email_key: waits })
  const { stdout } = await run(['mail', 'retry', '--yes', '--json'], { url: here.url })
  expect(JSON.parse(stdout)).toEqual({ retried: 1, refused: false })
  expect((await waitingFor(here, kind)).toSorted()).toEqual([waits, twice].toSorted())
})

test('an address that was refused for good is only retried by name, and counts as reachable then', async () => {
  const here = await newInstallation()
  const email_key = await addPerson(here, { undeliverable_at: 'now' })
  await addSending(here, { kind: 'invite', email_key, state: 'failed', reply: '550' })
  await run(['mail', 'retry', '--yes'], { url: here.url })
  expect(await waitingFor(here, 'invite')).toEqual([])
  const { code, stdout } = await run(['mail', 'retry', email_key, '--yes'], { url: here.url })
  expect(stdout).toBe(
    'Done: queued 1 failed email or webhook and counted the address as reachable.\n',
  )
  expect(code).toBe(0)
  expect(await waitingFor(here, 'invite')).toEqual([email_key])
  expect(await here.query(...undeliverable(email_key))).toEqual([{ undeliverable_at: null }])
})

test('mail retry clears the refusal of an address whose person is gone, and nothing else does', async () => {
  const here = await newInstallation()
  const email = await addPerson(here, { undeliverable_at: 'now' })
  await here.query('DELETE FROM people')
  const { stdout } = await run(['mail', 'retry', email, '--yes'], { url: here.url })
  expect(stdout).toBe('Done: counted the address as reachable.\n')
  expect(await here.query('SELECT undeliverable_at FROM refusals_of(ARRAY[$1])', [email])).toEqual([
    { undeliverable_at: null },
  ])
})

test('mail retry asks, and changes nothing without a yes', async () => {
  const here = await newInstallation()
  const email_key = await addPerson(here, { undeliverable_at: 'now' })
  const { code, stdout } = await runAtTerminal(
    `mail retry ${email_key}`,
    [['Count the address as reachable? [y/N] ', 'n\r']],
    here,
  )
  expect(code).toBe(1)
  expect(stdout).toContain('Nothing was changed.')
  expect(await here.query(...undeliverable(email_key))).toEqual([
    { undeliverable_at: expect.any(Date) },
  ])
})

test('mail retry of an address without a failure ends with 1', async () => {
  const here = await newInstallation()
  const email = await addPerson(here)
  expect(await run(['mail', 'retry', email, '--yes'], { url: here.url })).toEqual({
    code: 1,
    stdout: '',
    stderr: 'Nothing can be retried for that address.\n',
  })
})

test('mail lists the letters that wait, and mail cancel withdraws one', async () => {
  const here = await newInstallation()
  const people = [await addPerson(here), await addPerson(here), await addPerson(here)]
  const announcement = { id: '00000000000000aa', subject: 'We open', html: '', text: '' }
  const at = new Date(Date.now() + 86_400_000)
  await announce(here, announcement, { conditions: [], at })
  const line = new RegExp(`^${at.toISOString().slice(0, 16).replace('T', ' ')} .* 3 +We open$`, 'm')
  expect((await run(['mail'], { url: here.url })).stdout).toMatch(line)
  // one is under way
  await here.query("UPDATE mails SET state = 'sending' WHERE email_key = $1", [people[0]])
  const cancel = ['mail', 'cancel', announcement.id, '--yes']
  expect(await run(cancel, { url: here.url })).toMatchObject({
    code: 0,
    stdout: 'Withdrawn from 2 people.\n',
  })
  expect(await waitingFor(here, 'announce')).toEqual([people[0]])
  await here.query("UPDATE mails SET state = 'waiting' WHERE state = 'sending'")
  await run(cancel, { url: here.url })
  expect(await here.query('SELECT FROM letters')).toEqual([])
  expect(await run(cancel, { url: here.url })).toMatchObject({
    code: 1,
    stderr: `No letter ${announcement.id} waits. \`./waitlist mail\` lists those that do.\n`,
  })
})

test('mail --last prints the links of the newest email, where emails are files', async () => {
  const folder = temporaryFolder()
  const last = (env: Readonly<Record<string, string>> = {}) =>
    run(['mail', '--last'], { env: { DATA_DIR: folder, ...env } })
  expect(await last()).toMatchObject({
    code: 1,
    stderr: 'There is no email yet. The worker writes them: `docker compose up --detach --wait`.\n',
  })

  const link = `https://site.example/waitlist/confirm?t=${'x'.repeat(60)}`
  const sender = { name: 'Site', address: 'hello@site.example', replyTo: 'help@site.example' }
  const transport = await openTransport(readOwnerConfig({}).mail, sender, folder)
  onTestFinished(() => transport.close())
  for (const [to, subject, text] of [
    ['bob@example.com', 'Earlier', ''],
    ['ada@example.com', 'Zoë, confirm', `Confirm:\n${link}\n\nhttps://site.example/\n${link}`],
  ] as const) {
    await transport.send({ id: randomUUID(), to, subject, text })
  }
  expect(await last()).toMatchObject({
    code: 0,
    stdout: `To       ada@example.com
Subject  Zoë, confirm
Link     ${link}
Link     https://site.example/
`,
    stderr: expect.stringMatching(/^The whole email: docker compose cp worker:\S+\.eml \.\n$/),
  })
  const prices = 'https://site.example/pricing'
  const text = `Read <${prices}>.\nOr ${prices}?a=1. (${prices}#b), <https://site.example/x_(y)>`
  await transport.send({ id: randomUUID(), to: 'ada@example.com', subject: 'Prices', text })
  const { stdout } = await run(['mail', '--last', '--json'], { env: { DATA_DIR: folder } })
  expect(JSON.parse(stdout).links).toEqual([
    prices,
    `${prices}?a=1`,
    `${prices}#b`,
    'https://site.example/x_(y)',
  ])
  expect(await last({ SMTP_URL: 'smtp://localhost' })).toMatchObject({
    code: 1,
    stderr: 'SMTP_URL is set, so emails are sent, not saved. Check the inbox.\n',
  })
})

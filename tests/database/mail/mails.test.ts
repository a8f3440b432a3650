import { createServer } from 'node:http'
import { json } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { WAITLIST_PATH } from '@ad-kit/contract'
import { expect, onTestFinished } from 'vitest'
import { JOBS } from '../../../api/src/list/retention.ts'
import { select } from '../../support/database.ts'
import { bodyOf, newPerson, SECRETS, secretive } from '../../support/people.ts'
import { freePort } from '../../support/ports.ts'
import { newSmtp, reply } from '../../support/smtp.ts'
import { startTestWorker, TEMPLATES } from '../../support/worker.ts'
import { newInstallation } from '../support/installations.ts'
import { addPerson, addSending, addUnconfirmed, newFolder, sendDue } from '../support/mailing.ts'
import { test } from '../support/test.ts'

/** Starts a worker whose confirmation contains a placeholder for an answer. */
async function work(databaseUrl: string, settings: Readonly<Record<string, string>>) {
  const confirm = { ...TEMPLATES.confirm, subject: 'Confirm, {{first_name}}' }
  const worker = await startTestWorker({ databaseUrl }, settings, { ...TEMPLATES, confirm })
  onTestFinished(() => worker.stop())
  return worker
}

test('a new person gets one email within seconds, which repeats nothing that was typed', async ({
  app,
}) => {
  const smtp = await newSmtp()
  const worker = await work(app.databaseUrl, { SMTP_URL: smtp.url })
  const person = secretive()
  for (const each of [person, newPerson()]) {
    await app.http.post(WAITLIST_PATH).send(bodyOf(each)).expect(201)
    const mails = () =>
      select(app.databaseUrl, 'SELECT kind, state FROM mails WHERE mailbox = $1', [each.email])
    await expect.poll(mails, { timeout: 15_000 }).toEqual([{ kind: 'confirm', state: 'sent' }])
  }
  expect(smtp.received).toHaveLength(2)
  const [first, second] = smtp.received.map(({ mail }) => mail.text?.trim().split(' ') ?? [])
  for (const link of first ?? []) {
    expect(link).toMatch(/^https:\/\/site\.example\/waitlist\/\w+\?t=[\w-]{43}$/)
    expect(second).not.toContain(link)
  }
  const [confirm = '', leave] = first ?? []
  const [token = 'no token'] = /[\w-]{43}$/.exec(confirm) ?? []
  const [{ to, mail, raw } = { to: '', mail: undefined, raw: '' }] = smtp.received
  expect(to).toBe(person.email)
  expect(mail?.headers.get('auto-submitted')).toBe('auto-generated')
  expect(mail?.from?.text).toBe('"Site" <support@site.example>')
  const unfolded = raw.replaceAll(/\r\n[ \t]+/g, ' ')
  expect(unfolded).toContain(`List-Unsubscribe: <${leave}>`)
  expect(unfolded).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
  expect(raw.replaceAll(person.email, '')).not.toMatch(SECRETS)

  const log = worker.log.join('\n')
  expect(log).toContain('confirm sent')
  for (const secret of ['@', token]) expect(log).not.toContain(secret)
})

test('a refused email marks a person as undeliverable only if the address does not exist', async () => {
  const here = await newInstallation()
  const replies = new Map([
    ['blocked@example.com', reply(550, '5.7.1 Sender is blocked')],
    ['busy@example.com', reply(451)],
    ['unknown@example.com', reply(550, '5.1.1 No such user')],
  ])
  for (const email of replies.keys()) await addUnconfirmed(here, email)
  const smtp = await newSmtp()
  smtp.checkRecipient = (address) => {
    const refusal = replies.get(address)
    if (refusal) throw refusal
  }
  const worker = await work(here.url, { SMTP_URL: smtp.url })
  const mails = () => here.query('SELECT state, reply FROM mails ORDER BY mailbox')
  await expect.poll(mails).toEqual([
    { state: 'failed', reply: '550' },
    { state: 'waiting', reply: '451' },
    { state: 'failed', reply: '550' },
  ])
  replies.clear()
  await here.query("UPDATE mails SET due_at = now() WHERE state = 'waiting'")
  await expect.poll(() => smtp.received).toMatchObject([{ to: 'busy@example.com' }])
  expect(await here.query('SELECT email FROM people WHERE undeliverable_at IS NOT NULL')).toEqual([
    { email: 'unknown@example.com' },
  ])
  const log = worker.log.join('\n')
  expect(log).toContain('confirm failed')
  expect(log).not.toContain('@')
})

test('letters carry the header in ANNOUNCE_HEADER, and other emails do not', async () => {
  const here = await newInstallation()
  const mailbox = await addPerson(here)
  await here.query("INSERT INTO letters (id, subject, html, text) VALUES ('a1', 'News', 'x', 'x')")
  await addSending(here, { kind: 'announce', mailbox, about: 'a1' })
  await addSending(here, { kind: 'invite', mailbox })
  const { env } = newFolder({ invite: { subject: 'Invitation', html: 'x', text: 'x' } })
  const settings = { ...env, ANNOUNCE_HEADER: 'X-PM-Message-Stream: broadcast' }
  const streams = (await sendDue(here, settings)).map(({ subject, headers }) => [
    subject,
    headers.get('x-pm-message-stream'),
  ])
  expect(Object.fromEntries(streams)).toEqual({ Invitation: undefined, News: 'broadcast' })
})

test('at most MAIL_PER_HOUR emails are sent in an hour, and the rest are sent later', async () => {
  const here = await newInstallation()
  for (let n = 0; n < 5; n += 1) await addUnconfirmed(here)
  const smtp = await newSmtp()
  await work(here.url, { SMTP_URL: smtp.url, MAIL_PER_HOUR: '2' })
  const sent = () => here.query("SELECT FROM mails WHERE state = 'sent'")
  await expect.poll(sent).toHaveLength(2)
  await sleep(1_000)
  expect(await sent()).toHaveLength(2)
  await here.query("UPDATE mails SET ended_at = ended_at - interval '61 minutes'")
  await expect.poll(sent).toHaveLength(4)
  expect(smtp.received).toHaveLength(4)
})

test('the worker calls the webhook when a person joins, and runs the scheduled jobs', async () => {
  const here = await newInstallation()
  const events: unknown[] = []
  const port = await freePort()
  const receiver = createServer(async (request, response) => {
    events.push(await json(request))
    response.end()
  }).listen(port, '127.0.0.1')
  onTestFinished(() => void receiver.close())
  await here.query(
    `INSERT INTO inbox (email, mailbox, answers) VALUES ('ada@example.com', 'ada@example.com', '{}')`,
  )
  const smtp = await newSmtp()
  await work(here.url, {
    SMTP_URL: smtp.url,
    WEBHOOK_URL: `http://127.0.0.1:${port}`,
    WEBHOOK_SECRET: 'secret',
  })
  await expect
    .poll(() => events)
    .toMatchObject([{ event: 'joined', person: { email: 'ada@example.com' } }])
  await expect.poll(() => here.query('SELECT FROM jobs')).toHaveLength(JOBS.length)
})

// Guards mail-failures, mailbox-budget, mail-quotas, mail-says-nothing-typed, links,
// page-instant-confirmation.

import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { WAITLIST_PATH, type WaitlistForm } from '@ad-kit/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, vi } from 'vitest'
import type { TestApp } from '../../support/app.ts'
import { select } from '../../support/database.ts'
import { test } from '../../support/fixtures/database.ts'
import { bodyOf, newPerson, SECRETS, secretive } from '../../support/people.ts'
import { reply, startSmtp, type TestSmtp } from '../../support/smtp.ts'
import { startTestWorker } from '../../support/worker.ts'

interface MailRow {
  readonly kind: string
  readonly state: string
  readonly reply: string | null
  readonly attempts: number
  readonly seconds: number
}

describe('the email that follows a signup', () => {
  let smtp: TestSmtp
  beforeAll(async () => {
    smtp = await startSmtp()
  })
  afterAll(() => smtp?.close())
  beforeEach(() => {
    smtp.received.length = 0
    smtp.checkRecipient = () => {}
  })

  const join = async (app: TestApp, person: WaitlistForm) => {
    expect((await app.http.post(WAITLIST_PATH).send(bodyOf(person))).status).toBe(201)
  }
  const work = async (app: TestApp, settings = {}) => {
    const worker = await startTestWorker(app, { SMTP_URL: smtp.url, ...settings })
    onTestFinished(() => worker.stop())
    return worker
  }
  const sentTo = ({ email }: WaitlistForm) => smtp.received.filter(({ to }) => to === email)
  const mailsOf = (app: TestApp, { email }: WaitlistForm) =>
    select<MailRow>(
      app.databaseUrl,
      `SELECT kind, state, reply, attempts, extract(epoch FROM ended_at - wanted_at)::float AS seconds
       FROM mails WHERE email_key = $1`,
      [email],
    )
  const change = (app: TestApp, sql: string) => select(app.databaseUrl, sql)
  /** As if what was sent had been sent earlier. */
  const pass = (app: TestApp, time: string) =>
    change(app, `UPDATE mails SET ended_at = ended_at - interval '${time}'`)
  const settled = (app: TestApp) =>
    vi.waitFor(async () => {
      const [row] = await select<{ left: number }>(
        app.databaseUrl,
        `SELECT (SELECT count(*) FROM inbox) + (SELECT count(*) FROM mails
           WHERE kind = 'confirm' AND (state = 'waiting' AND due_at <= now() OR state = 'sending'))
           AS left`,
      )
      expect(Number(row?.left)).toBe(0)
    }, 60_000)

  test('a new person gets one email within seconds of the signup', async ({ app }) => {
    await work(app)
    const person = newPerson()
    await join(app, person)
    await expect
      .poll(() => mailsOf(app, person))
      .toMatchObject([{ kind: 'confirm', state: 'sent', attempts: 1 }])
    expect(sentTo(person)).toHaveLength(1)
    const [row] = await mailsOf(app, person)
    // half a second at rest; a busy machine needs more
    expect(row?.seconds).toBeLessThan(15)
  })

  test('the email has links of its own, can be left in one click, and repeats nothing that was typed', async ({
    app,
  }) => {
    await work(app)
    const person = secretive()
    await join(app, person)
    await expect.poll(() => sentTo(person)).toHaveLength(1)
    const [{ mail, raw } = { mail: undefined, raw: '' }] = sentTo(person)
    const [confirm, leave, data] = (mail?.text ?? '').trim().split(' ')
    for (const link of [confirm, leave, data]) {
      expect(link).toMatch(/^https:\/\/site\.example\/waitlist\/\w+\?t=[\w-]{43}$/)
    }
    expect(mail?.headers.get('auto-submitted')).toBe('auto-generated')
    const unfolded = raw.replaceAll(/\r\n[ \t]+/g, ' ')
    expect(unfolded).toContain(`List-Unsubscribe: <${leave}>`)
    expect(unfolded).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
    expect(mail?.from?.text).toBe('"Site" <support@site.example>')
    expect(raw.replaceAll(person.email, '')).not.toMatch(SECRETS)
  })

  test('announcements have the header of ANNOUNCE_HEADER, and other emails have not', async ({
    app,
  }) => {
    const person = newPerson()
    await join(app, person)
    await change(
      app,
      `INSERT INTO letters (id, subject, html, text) VALUES ('stream', 'We open', 'x', 'x')`,
    )
    await app.people()
    await change(app, `UPDATE people SET confirmed_at = now() WHERE email_key = '${person.email}'`)
    await change(
      app,
      `INSERT INTO mails (kind, email_key, letter) VALUES ('announce', '${person.email}', 'stream')`,
    )
    await work(app, { ANNOUNCE_HEADER: 'X-PM-Message-Stream: broadcast' })
    await expect.poll(() => sentTo(person)).toHaveLength(2)
    const headers = sentTo(person).map(({ mail }) => [
      mail.subject,
      mail.headers.get('x-pm-message-stream'),
    ])
    expect(Object.fromEntries(headers)).toEqual({ Confirm: undefined, 'We open': 'broadcast' })
  })

  test('no log of the worker contains an address or a token', async ({ app }) => {
    const worker = await work(app)
    const [person, refused] = [newPerson(), newPerson()]
    smtp.checkRecipient = (address) => {
      if (address === refused.email) throw reply(550)
    }
    await Promise.all([join(app, person), join(app, refused)])
    await settled(app)
    const [{ mail } = { mail: undefined }] = sentTo(person)
    const [token] = /t=[\w-]{43}/.exec(mail?.text ?? '') ?? ['no token']
    for (const outcome of ['confirm failed', 'confirm sent'])
      await expect.poll(() => worker.log.join('\n')).toContain(outcome)
    const log = worker.log.join('\n')
    for (const secret of [person.email, refused.email, token]) expect(log).not.toContain(secret)
  })

  test('a flood of signups that name one person sends at most three emails in 24 hours', async ({
    app,
  }) => {
    await work(app)
    const victim = newPerson()
    for (let mails = 1; mails <= 3; mails += 1) {
      await join(app, victim)
      await expect.poll(() => sentTo(victim)).toHaveLength(mails)
    }
    await Promise.all(Array.from({ length: 50 }, () => join(app, victim)))
    await settled(app)
    expect(sentTo(victim)).toHaveLength(3)
  })

  test('no more emails than MAIL_PER_HOUR are sent in an hour, and the rest goes out later', async ({
    app,
  }) => {
    await pass(app, '2 hours')
    const people = Array.from({ length: 5 }, () => newPerson())
    for (const person of people) await join(app, person)
    await work(app, { MAIL_PER_HOUR: '2' })
    const sent = () => people.filter((person) => sentTo(person).length > 0).length
    await expect.poll(sent).toBe(2)
    const [row] = await change(
      app,
      "SELECT count(*)::integer AS waiting FROM mails WHERE state = 'waiting'",
    )
    expect(row).toEqual({ waiting: 3 })
    await pass(app, '61 minutes')
    await expect.poll(sent).toBe(4)
  })

  test('an address that the server refuses for the time being is tried again', async ({ app }) => {
    const person = newPerson()
    let refusals = 0
    smtp.checkRecipient = (address) => {
      if (address !== person.email || refusals > 0) return
      refusals += 1
      throw reply(451)
    }
    await join(app, person)
    await work(app)
    await expect.poll(() => mailsOf(app, person)).toMatchObject([{ reply: '451' }])
    expect(sentTo(person)).toEqual([])
    await change(app, `UPDATE mails SET due_at = now() WHERE email_key = '${person.email}'`)
    await expect.poll(() => sentTo(person)).toHaveLength(1)
  })

  test('the worker runs the scheduled jobs and calls webhooks when a person joins', async ({
    app,
  }) => {
    const events: string[] = []
    const receiver = createServer((request, response) => {
      request.setEncoding('utf8').on('data', (text: string) => events.push(text))
      request.on('end', () => response.end())
    }).listen(0, '127.0.0.1')
    await once(receiver, 'listening')
    onTestFinished(() => void receiver.close())
    const { port } = receiver.address() as AddressInfo
    await work(app, { WEBHOOK_URL: `http://127.0.0.1:${port}`, WEBHOOK_SECRET: 'secret' })
    const person = newPerson()
    await join(app, person)
    await expect.poll(() => events.some((event) => event.includes(person.email))).toBe(true)
    const told = events.find((event) => event.includes(person.email)) ?? '{}'
    expect(JSON.parse(told)).toMatchObject({ event: 'joined', person: { email: person.email } })
    const jobs = await change(
      app,
      "SELECT name FROM jobs WHERE last_run_at > now() - interval '1 hour'",
    )
    expect(jobs.length).toBeGreaterThanOrEqual(4)
  })
})

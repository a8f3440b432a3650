import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { WAITLIST_PATH, type WaitlistForm } from '@ad-kit/api/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { useApp } from '../../support/app.ts'
import { select } from '../../support/database.ts'
import { eventually } from '../../support/eventually.ts'
import { bodyOf, newPerson, SECRETS, secretive } from '../../support/people.ts'
import { reply, startSmtp, type TestSmtp } from '../../support/smtp.ts'
import { startTestWorker } from '../../support/worker.ts'

interface OutboxRow {
  readonly kind: string
  readonly outcome: string | null
  readonly reply: string | null
  readonly attempts: number
  readonly seconds: number
}

describe('the mail that follows a signup', () => {
  const app = useApp()
  let smtp: TestSmtp
  beforeAll(async () => {
    smtp = await startSmtp()
  })
  afterAll(() => smtp?.close())
  beforeEach(() => {
    smtp.received.length = 0
    smtp.checkRecipient = () => {}
  })

  const join = async (person: WaitlistForm) => {
    expect((await app().http.post(WAITLIST_PATH).send(bodyOf(person))).status).toBe(201)
  }
  const work = async (settings = {}) => {
    const worker = await startTestWorker(app(), { SMTP_URL: smtp.url, ...settings })
    onTestFinished(() => worker.stop())
    return worker
  }
  const sentTo = ({ email }: WaitlistForm) => smtp.received.filter(({ to }) => to === email)
  const outboxOf = ({ email }: WaitlistForm) =>
    select<OutboxRow>(
      app().databaseUrl,
      `SELECT *, extract(epoch FROM finished_at - (SELECT joined_at FROM signups
         WHERE signups.email_key = outbox.email_key))::float AS seconds
       FROM outbox WHERE email_key = $1 AND kind <> 'webhook' ORDER BY created_at`,
      [email],
    )
  const change = (sql: string) => select(app().databaseUrl, sql)
  const settled = () =>
    eventually(async () => {
      const [row] = await select<{ left: number }>(
        app().databaseUrl,
        `SELECT (SELECT count(*) FROM arrivals) + (SELECT count(*) FROM outbox
           WHERE kind = 'confirm' AND finished_at IS NULL AND (due_at <= now() OR leased_until IS NOT NULL))
           AS left`,
      )
      expect(Number(row?.left)).toBe(0)
    })

  test('a new person gets one mail within seconds of the signup', async () => {
    await work()
    const person = newPerson()
    await join(person)
    await eventually(() => expect(sentTo(person)).toHaveLength(1))
    await eventually(async () => expect(await outboxOf(person)).toHaveLength(1))
    const [row] = await outboxOf(person)
    expect(row).toMatchObject({ kind: 'confirm', outcome: 'sent', attempts: 1 })
    // half a second at rest; a busy machine needs more
    expect(row?.seconds).toBeLessThan(15)
  })

  test('the mail has links of its own, can be left in one click, and repeats nothing that was typed', async () => {
    await work()
    const person = secretive()
    await join(person)
    await eventually(() => expect(sentTo(person)).toHaveLength(1))
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

  test('no log of the worker contains an address or a token', async () => {
    const worker = await work()
    const [person, refused] = [newPerson(), newPerson()]
    smtp.checkRecipient = (address) => {
      if (address === refused.email) throw reply(550)
    }
    await Promise.all([join(person), join(refused)])
    await settled()
    const [{ mail } = { mail: undefined }] = sentTo(person)
    const [token] = /t=[\w-]{43}/.exec(mail?.text ?? '') ?? ['no token']
    await eventually(() => expect(worker.log.join('\n')).toContain('confirm failed'))
    const log = worker.log.join('\n')
    expect(log).toContain('confirm sent')
    for (const secret of [person.email, refused.email, token]) expect(log).not.toContain(secret)
  })

  test('quarantined signups get no mail', async () => {
    const bot = newPerson({ website: 'https://spam.example' })
    const person = newPerson()
    await Promise.all([join(bot), join(person)])
    await work()
    await eventually(() => expect(sentTo(person)).toHaveLength(1))
    await settled()
    expect(sentTo(bot)).toEqual([])
  })

  test('a person who left without having confirmed gets no further mail', async () => {
    const person = newPerson()
    await join(person)
    await change(`UPDATE signups SET left_at = now() WHERE email_key = '${person.email}'`)
    await work()
    await settled()
    expect(sentTo(person)).toEqual([])
    expect(await outboxOf(person)).toEqual([])
  })

  test('a flood of signups that name one person sends at most three mails in 24 hours', async () => {
    await work()
    const victim = newPerson()
    for (let mails = 1; mails <= 3; mails += 1) {
      await join(victim)
      await eventually(() => expect(sentTo(victim)).toHaveLength(mails))
    }
    await Promise.all(Array.from({ length: 50 }, () => join(victim)))
    await settled()
    expect(sentTo(victim)).toHaveLength(3)
    const pass = (hours: number) =>
      change(`UPDATE outbox SET due_at = now(),
        finished_at = finished_at - interval '${hours} hours' WHERE email_key = '${victim.email}'`)
    await pass(23)
    await settled()
    expect(sentTo(victim)).toHaveLength(3)
    await pass(2)
    await eventually(() => expect(sentTo(victim)).toHaveLength(4))
  })

  test('floods that name many people by many tags send each mailbox three mails in 24 hours', async () => {
    await work({ MAIL_PER_HOUR: '10000' })
    const victims = Array.from({ length: 15 }, () => newPerson())
    const spellings = victims.flatMap((victim) =>
      Array.from({ length: 6 }, (_, index) =>
        newPerson({ email: victim.email.replace('@', `+${index}@`) }),
      ),
    )
    for (const person of spellings) await join(person)
    await settled()
    const mailboxes = smtp.received.map(({ to }) => to.replace(/\+\d/, ''))
    const counts = victims.map(({ email }) => mailboxes.filter((each) => each === email).length)
    expect(counts).toEqual(victims.map(() => 3))
    await change('DELETE FROM outbox WHERE finished_at IS NULL')
  })

  test('invitations leave room in the hour for a confirmation', async () => {
    await change("UPDATE outbox SET finished_at = finished_at - interval '2 hours'")
    const invited = Array.from({ length: 10 }, (_, index) => `invited.${index}@example.com`)
    for (const email of invited) {
      await change(`INSERT INTO signups (email, email_key, answers, confirmed_at)
        VALUES ('${email}', '${email}', '{}', now())`)
      await change(`INSERT INTO outbox (kind, email_key) VALUES ('invite', '${email}')`)
    }
    await work({ MAIL_PER_HOUR: '10' })
    await eventually(() => expect(smtp.received).toHaveLength(9))
    const person = newPerson()
    await join(person)
    await eventually(() => expect(sentTo(person)).toHaveLength(1))
    expect(smtp.received).toHaveLength(10)
    await change("DELETE FROM outbox WHERE kind = 'invite'")
  })

  test('no more mails than MAIL_PER_HOUR are sent in an hour, and the rest goes out later', async () => {
    await change("UPDATE outbox SET finished_at = finished_at - interval '2 hours'")
    const people = Array.from({ length: 5 }, () => newPerson())
    for (const person of people) await join(person)
    await work({ MAIL_PER_HOUR: '2' })
    const sent = () => people.filter((person) => sentTo(person).length > 0).length
    await eventually(() => expect(sent()).toBe(2))
    const [row] = await change(
      "SELECT count(*)::integer AS waiting FROM outbox WHERE finished_at IS NULL AND kind = 'confirm'",
    )
    expect(row).toEqual({ waiting: 3 })
    await change("UPDATE outbox SET finished_at = finished_at - interval '61 minutes'")
    await eventually(() => expect(sent()).toBe(4))
  })

  test('an address that the server refuses for good fails, and others are sent', async () => {
    await change("UPDATE outbox SET finished_at = finished_at - interval '2 hours'")
    const [refused, person] = [newPerson(), newPerson()]
    smtp.checkRecipient = (address) => {
      if (address === refused.email) throw reply(550)
    }
    await Promise.all([join(refused), join(person)])
    await work()
    await eventually(() => expect(sentTo(person)).toHaveLength(1))
    await settled()
    expect(await outboxOf(refused)).toMatchObject([
      { outcome: 'failed', reply: '550', attempts: 1 },
    ])
  })

  test('an address that the server refuses for the time being is tried again', async () => {
    const person = newPerson()
    let refusals = 0
    smtp.checkRecipient = (address) => {
      if (address !== person.email || refusals > 0) return
      refusals += 1
      throw reply(451)
    }
    await join(person)
    await work()
    await eventually(async () => expect(await outboxOf(person)).toMatchObject([{ reply: '451' }]))
    expect(sentTo(person)).toEqual([])
    await change(`UPDATE outbox SET due_at = now() WHERE email_key = '${person.email}'`)
    await eventually(() => expect(sentTo(person)).toHaveLength(1))
  })

  test('a person who asks for erasure by a link is erased by the worker', async () => {
    const person = newPerson()
    await join(person)
    await work()
    await eventually(() => expect(sentTo(person)).toHaveLength(1))
    await change(`INSERT INTO outbox (kind, email_key) VALUES ('erase', '${person.email}')`)
    const rowsOf = (): Promise<object[]> =>
      change(`SELECT email_key FROM signups WHERE email_key = '${person.email}'`)
    await eventually(async () => expect(await rowsOf()).toEqual([]))
  })

  test('the worker runs the scheduled jobs and tells webhooks when a person joins', async () => {
    const events: string[] = []
    const receiver = createServer((request, response) => {
      request.setEncoding('utf8').on('data', (text: string) => events.push(text))
      request.on('end', () => response.end())
    }).listen(0, '127.0.0.1')
    await once(receiver, 'listening')
    onTestFinished(() => void receiver.close())
    const { port } = receiver.address() as AddressInfo
    await work({ WEBHOOK_URL: `http://127.0.0.1:${port}`, WEBHOOK_SECRET: 'secret' })
    const person = newPerson()
    await join(person)
    await eventually(() => expect(events.some((event) => event.includes(person.email))).toBe(true))
    const told = events.find((event) => event.includes(person.email)) ?? '{}'
    expect(JSON.parse(told)).toMatchObject({ event: 'joined', person: { email: person.email } })
    const jobs = await change("SELECT name FROM jobs WHERE last_run_at > now() - interval '1 hour'")
    expect(jobs.length).toBeGreaterThanOrEqual(4)
  })
})

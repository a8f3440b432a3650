// Guards mail-waits, mail-once, frozen-worker, mail-repeats, mail-failures.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { WAITLIST_PATH, type WaitlistForm } from '@ad-kit/contract'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import type { MailState } from '../../../api/src/outbox/mails.ts'
import { startApp, type TestApp } from '../../support/app.ts'
import { freshDatabase, select } from '../../support/database.ts'
import { newSmtp, temporaryFolder } from '../../support/for-a-test.ts'
import { HASTE } from '../../support/haste.ts'
import { bodyOf, newPerson } from '../../support/people.ts'
import { ROOT } from '../../support/repository.ts'
import { postgresUrl } from '../../support/shared.ts'
import { neverReply, reply, type TestSmtp } from '../../support/smtp.ts'
import { startTestWorker, TEMPLATES } from '../../support/worker.ts'

/** The worker of production as a process. */
function startWorkerProcess(databaseUrl: string, smtpUrl: string, options: string[] = []) {
  const folder = temporaryFolder()
  const mailsFile = join(folder, 'mails.json')
  writeFileSync(mailsFile, JSON.stringify(TEMPLATES))
  const child = spawn(process.execPath, [...options, 'api/src/worker.ts'], {
    cwd: ROOT,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      PATH: process.env['PATH'],
      DATABASE_URL: databaseUrl,
      SMTP_URL: smtpUrl,
      MAILS_FILE: mailsFile,
    },
  })
  const ended = once(child, 'exit')
  onTestFinished(() => {
    child.kill('SIGKILL')
  })
  return {
    send: (signal: NodeJS.Signals) => child.kill(signal),
    async end(signal: NodeJS.Signals) {
      child.kill(signal)
      return (await ended)[0]
    },
  }
}

describe('emails when something breaks', () => {
  let app: TestApp
  beforeEach(async () => {
    app = await startApp(await freshDatabase(postgresUrl(), 'migrated'))
    return () => app.close()
  })

  const signUp = (person: WaitlistForm) =>
    app.http.post(WAITLIST_PATH).send(bodyOf(person)).expect(201)
  const crowd = (size: number) => Array.from({ length: size }, () => newPerson())
  const work = async (url: string, settings = {}) => {
    const worker = await startTestWorker(app, {
      SMTP_URL: url,
      ...settings,
    })
    onTestFinished(() => worker.stop())
    return worker
  }
  const addresses = ({ received }: TestSmtp) => received.map(({ to }) => to).sort()
  const addressesOf = (people: readonly WaitlistForm[]) => people.map(({ email }) => email).sort()
  const inState = (...states: readonly MailState[]) =>
    select(
      app.databaseUrl,
      `SELECT id, state FROM mails WHERE kind = 'confirm' AND state IN ('${states.join("', '")}')`,
    )
  const forms = () => select(app.databaseUrl, 'SELECT FROM inbox')
  const waiting = async () => [...(await forms()), ...(await inState('waiting', 'sending'))]
  /** As if the leases of a worker that is gone had ended. */
  const endLeases = () =>
    select(app.databaseUrl, "UPDATE mails SET due_at = now() WHERE state = 'sending'")

  /** Ends the worker's connections and returns how many. */
  const cutOff = async () => {
    const ended = await select(
      app.databaseUrl,
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE datname = current_database() AND application_name = 'waitlist'`,
    )
    return ended.length
  }

  test('emails that gather while the mail server is away all go out once, and signups go on', async () => {
    const smtp = await newSmtp()
    const { port } = smtp
    const worker = await work(smtp.url)
    const before = crowd(20)
    await Promise.all(before.map(signUp))
    await expect.poll(() => smtp.received).toHaveLength(20)
    await smtp.close()
    const during = crowd(200)
    await Promise.all(during.map(signUp))
    await expect.poll(waiting).toHaveLength(200)
    await expect.poll(() => worker.log.join('\n')).toContain('accepts no emails')
    const back = await newSmtp({ port })
    await expect.poll(() => back.received.length).toBeGreaterThanOrEqual(200)
    await expect.poll(waiting).toEqual([])
    expect(addresses(back)).toEqual(addressesOf(during))
    expect(await inState('failed')).toEqual([])
  })

  test('a relay that takes an email and drops the connection gets it again only after a wait', async () => {
    const smtp = await newSmtp()
    smtp.onMail = () => smtp.cut()
    await work(smtp.url)
    await signUp(newPerson())
    await expect
      .poll(() =>
        select(
          app.databaseUrl,
          "SELECT attempts, due_at > now() + interval '30 seconds' AS waits FROM mails WHERE state = 'waiting'",
        ),
      )
      .toEqual([{ attempts: 1, waits: true }])
    expect(smtp.received).toHaveLength(1)
  })

  test('an email that a relay takes 15 times without a reply has failed', async () => {
    const smtp = await newSmtp()
    smtp.onMail = () => smtp.cut()
    await work(smtp.url)
    await signUp(newPerson())
    const rows = () => select(app.databaseUrl, 'SELECT attempts, state FROM mails')
    await expect.poll(rows).toEqual([{ attempts: 1, state: 'waiting' }])
    await select(app.databaseUrl, 'UPDATE mails SET attempts = 13, due_at = now()')
    await expect.poll(rows).toEqual([{ attempts: 14, state: 'waiting' }])
    await select(app.databaseUrl, 'UPDATE mails SET due_at = now()')
    await expect.poll(rows).toEqual([{ attempts: 15, state: 'failed' }])
    expect(smtp.received).toHaveLength(3)
  })

  test('an address that does not exist is marked as undeliverable, and an objection to the sender marks nobody', async () => {
    const smtp = await newSmtp()
    const [unknown, blocked, strange] = [newPerson(), newPerson(), newPerson()]
    const replies = new Map([
      [unknown.email, '5.1.1 No such user'],
      [blocked.email, '5.7.1 Sender is blocked'],
      [strange.email, '5.1.8 Sender address rejected: Domain not found'],
    ])
    smtp.checkRecipient = (address) => {
      throw reply(550, replies.get(address) ?? '')
    }
    await work(smtp.url)
    await signUp(blocked)
    await signUp(strange)
    await expect.poll(() => inState('failed')).toHaveLength(2)
    await signUp(unknown)
    const marked = () =>
      select(app.databaseUrl, 'SELECT email FROM people WHERE undeliverable_at IS NOT NULL')
    await expect.poll(marked).not.toEqual([])
    expect(await marked()).toEqual([{ email: unknown.email }])
  })

  test('an email that the server takes long to accept holds up no other, and is not sent by a second worker', async () => {
    const smtp = await newSmtp()
    let release = () => {}
    smtp.onMail = () =>
      smtp.received.length === 1
        ? new Promise((resolve) => {
            release = resolve
          })
        : undefined
    const [slow, ...others] = crowd(30)
    await work(smtp.url)
    onTestFinished(() => release())
    await signUp(slow as WaitlistForm)
    await expect.poll(() => smtp.received).toHaveLength(1)
    await Promise.all(others.map(signUp))
    await expect.poll(waiting).toHaveLength(1)
    await select(app.databaseUrl, "UPDATE mails SET due_at = now() + interval '25 seconds'")
    await work(smtp.url)
    // the first worker renews its lease every 20 s
    await expect
      .poll(() =>
        select(app.databaseUrl, "SELECT FROM mails WHERE due_at > now() + interval '30 seconds'"),
      )
      .toHaveLength(1)
    release()
    await expect.poll(waiting).toEqual([])
    expect(addresses(smtp)).toEqual(addressesOf([slow as WaitlistForm, ...others]))
  })

  test('a refused login keeps every email waiting', async () => {
    const smtp = await newSmtp({
      authOptional: false,
      allowInsecureAuth: true,
      onAuth: (_auth: unknown, _session: unknown, done: (error: Error) => void) =>
        done(Object.assign(new Error('no'), { responseCode: 535 })),
    })
    const url = new URL(smtp.url)
    url.username = 'somebody'
    url.password = 'wrong'
    const worker = await work(url.href)
    await signUp(newPerson())
    await expect.poll(() => worker.log.join('\n')).toContain('accepts no emails')
    expect(worker.log.join('\n')).toContain('535')
    expect(await waiting()).toHaveLength(1)
    expect(await inState('failed')).toEqual([])
  })

  test('emails whose sender the mail server refuses wait until it accepts the sender', async () => {
    let isCorrect = false
    const smtp = await newSmtp({
      onMailFrom: (_address, _session, done) =>
        isCorrect ? done() : done(reply(550, '5.7.1 Sender is not allowed')),
    })
    const worker = await work(smtp.url)
    const people = crowd(3)
    await Promise.all(people.map(signUp))
    await expect.poll(() => worker.log.join('\n')).toContain('accepts no emails')
    expect(await waiting()).toHaveLength(3)
    isCorrect = true
    await expect.poll(waiting).toEqual([])
    expect(addresses(smtp)).toEqual(addressesOf(people))
  })

  test('two workers send every email once', async () => {
    const smtp = await newSmtp()
    const people = crowd(100)
    await Promise.all(people.map(signUp))
    await Promise.all([work(smtp.url), work(smtp.url)])
    await expect.poll(() => smtp.received.length).toBeGreaterThanOrEqual(100)
    await expect.poll(waiting).toEqual([])
    expect(addresses(smtp)).toEqual(addressesOf(people))
  })

  test('a worker that is killed in mid-send loses no email, and repeats one only with its Message-ID', async () => {
    const smtp = await newSmtp()
    const people = crowd(30)
    await Promise.all(people.map(signUp))
    const first = startWorkerProcess(app.databaseUrl, smtp.url)
    const killed = new Promise<void>((resolve) => {
      // The server has the email, and the worker never reads the reply.
      smtp.onMail = async () => {
        if (smtp.received.length !== 12) return
        await first.end('SIGKILL')
        resolve()
      }
    })
    await killed
    smtp.onMail = () => {}
    await endLeases()
    await work(smtp.url)
    await expect.poll(waiting).toEqual([])
    expect([...new Set(addresses(smtp))]).toEqual(addressesOf(people))
    const ids = new Map<string, Set<string | undefined>>()
    for (const { to, mail } of smtp.received) {
      ids.set(to, (ids.get(to) ?? new Set()).add(mail.messageId))
    }
    expect([...ids.values()].filter(({ size }) => size !== 1)).toEqual([])
    // up to ten mails were under way
    expect(smtp.received.length).toBeGreaterThan(people.length)
    expect(smtp.received.length).toBeLessThanOrEqual(people.length + 10)
  })

  test('a worker that is asked to stop finishes the emails under way and ends with 0', async () => {
    const smtp = await newSmtp()
    let arrived = () => {}
    const first = new Promise<void>((resolve) => {
      arrived = resolve
    })
    smtp.onMail = async () => {
      arrived()
      await new Promise((resolve) => setTimeout(resolve, 500))
    }
    // as many as a domain gets before its first reply
    const people = crowd(2)
    await Promise.all(people.map(signUp))
    const worker = startWorkerProcess(app.databaseUrl, smtp.url)
    await first
    expect(await worker.end('SIGTERM')).toBe(0)
    expect(await waiting()).toEqual([])
    expect(addresses(smtp)).toEqual(addressesOf(people))
  })

  test('a worker that is asked to stop records each reply as it comes', async () => {
    const smtp = await newSmtp()
    const people = crowd(3)
    let arrived = () => {}
    const all = new Promise<void>((resolve) => {
      arrived = resolve
    })
    const never = new Promise<void>(() => {})
    let held = 0
    smtp.onMail = async () => {
      held += 1
      const isFirst = held === 1
      if (held === people.length) arrived()
      if (isFirst) await never
      await new Promise((resolve) => setTimeout(resolve, 1_000))
    }
    await Promise.all(people.map(signUp))
    const worker = startWorkerProcess(app.databaseUrl, smtp.url)
    await all
    const ended = worker.end('SIGTERM')
    await expect.poll(waiting, { timeout: 20_000 }).toHaveLength(1)
    await worker.end('SIGKILL')
    await ended
  })

  test('a worker that is asked to stop waits 45 seconds for a reply', async () => {
    const smtp = await newSmtp()
    const arrived = neverReply(smtp)
    await signUp(newPerson())
    const worker = startWorkerProcess(app.databaseUrl, smtp.url, [HASTE])
    await arrived
    const start = performance.now()
    expect(await worker.end('SIGTERM')).toBe(0)
    expect(performance.now() - start).toBeGreaterThan(4_400)
    expect(await waiting()).toHaveLength(1)
  })

  test('a worker that is frozen in the middle of an email and goes on changes nothing, and sends none again', async () => {
    const smtp = await newSmtp()
    const [person] = crowd(1) as [WaitlistForm]
    await signUp(person)
    const frozen = startWorkerProcess(app.databaseUrl, smtp.url)
    // the server replies while the worker does not run
    await new Promise<void>((resolve) => {
      smtp.onMail = () => {
        frozen.send('SIGSTOP')
        resolve()
      }
    })
    smtp.onMail = () => {}
    await endLeases()
    await select(app.databaseUrl, 'UPDATE mails SET attempts = 20')
    smtp.checkRecipient = () => {
      throw reply(550)
    }
    await work(smtp.url)
    await expect.poll(() => inState('failed')).toHaveLength(1)
    const row = () => select(app.databaseUrl, 'SELECT * FROM mails')
    const before = await row()
    frozen.send('SIGCONT')
    await signUp(newPerson())
    await expect.poll(() => inState('failed')).toHaveLength(2)
    expect(await frozen.end('SIGTERM')).toBe(0)
    expect((await row()).filter(({ id }) => id === before[0]?.['id'])).toEqual(before)
    expect(smtp.received).toHaveLength(1)
  })

  test('twenty recipients of a domain whose server does not reply do not stop other emails', async () => {
    const releases: (() => void)[] = []
    const smtp = await newSmtp({
      onRcptTo({ address }: { address: string }, _session: unknown, done: () => void) {
        if (address.endsWith('@silent.example')) releases.push(done)
        else done()
      },
    })
    for (let index = 0; index < 20; index += 1) {
      await signUp(newPerson({ email: `person.${index}@silent.example` }))
    }
    await work(smtp.url)
    // before the worker stops, which waits for the replies
    onTestFinished(() => {
      for (const release of releases) release()
      smtp.cut()
    })
    await expect.poll(() => releases.length).toBe(2)
    const others = crowd(20)
    await Promise.all(others.map(signUp))
    await expect.poll(() => addresses(smtp)).toEqual(addressesOf(others))
    expect(releases).toHaveLength(2)
  })

  test('an accepted email is recorded when the database is away while the worker is asked to stop', async () => {
    const smtp = await newSmtp()
    const accepted = new Promise<void>((resolve) => {
      smtp.onMail = async () => {
        resolve()
        await new Promise((wait) => setTimeout(wait, 1_000))
      }
    })
    await signUp(newPerson())
    const worker = await startTestWorker(app, { SMTP_URL: smtp.url })
    await accepted
    const allow = (connections: number) => {
      const { pathname } = new URL(app.databaseUrl)
      const name = pathname.slice(1)
      return select(postgresUrl(), `ALTER DATABASE "${name}" ALLOW_CONNECTIONS ${connections > 0}`)
    }
    await cutOff()
    await allow(0)
    const stopped = worker.stop()
    await new Promise((wait) => setTimeout(wait, 3_000))
    await allow(1)
    await stopped
    expect(await inState('sent')).toHaveLength(1)
  })

  test('confirmations that were written to files are sent once when there is a mail server', async () => {
    const person = newPerson()
    const folder = temporaryFolder()
    const trial = await startTestWorker(app, { DATA_DIR: folder })
    for (let mails = 1; mails <= 2; mails += 1) {
      await signUp(person)
      await expect.poll(() => inState('written')).toHaveLength(mails)
    }
    const confirmed = newPerson()
    await signUp(confirmed)
    await expect.poll(() => inState('written')).toHaveLength(3)
    await trial.stop()
    await select(
      app.databaseUrl,
      `UPDATE people SET confirmed_at = now() WHERE email_key = '${confirmed.email}'`,
    )
    const smtp = await newSmtp()
    const first = await startTestWorker(app, { SMTP_URL: smtp.url })
    await expect.poll(() => inState('sent')).toHaveLength(1)
    await first.stop()
    await work(smtp.url)
    const late = newPerson()
    await signUp(late)
    await expect.poll(() => smtp.received).toHaveLength(2)
    expect(addresses(smtp)).toEqual(addressesOf([person, late]))
  })

  test('an email is not repeated when the database was lost between the reply and its record', async () => {
    const smtp = await newSmtp()
    let cut = 0
    smtp.onMail = async () => {
      cut += await cutOff()
    }
    const person = newPerson()
    await work(smtp.url)
    await signUp(person)
    await expect.poll(() => inState('sent')).toHaveLength(1)
    expect(addresses(smtp)).toEqual([person.email])
    expect(cut).toBeGreaterThan(0)
  })
})

import { expect, onTestFinished, test } from 'vitest'
import { mailSender } from '../../../api/src/mail/queue/send.ts'
import { openPost } from '../../../api/src/mail/transport/post.ts'
import { openSession } from '../../../api/src/system/session.ts'
import { readConfig } from '../../../api/src/system/settings.ts'
import type { Settings } from '../../support/app.ts'
import { newMailApi, type TestMailApi } from '../../support/mail-api.ts'
import { freePort } from '../../support/ports.ts'
import { startTestWorker, TEMPLATES } from '../../support/worker.ts'
import { newInstallation } from '../support/installations.ts'
import { addUnconfirmed } from '../support/mailing.ts'
import { run } from '../support/run-program.ts'

/** Creates an installation in which confirmations are waiting, and workers that send them over HTTPS. */
async function newOutbox(count: number) {
  const here = await newInstallation()
  const emails = Array.from({ length: count }, (_, n) => `${n}@example.com`)
  for (const email of emails) await addUnconfirmed(here, email)
  return {
    here,
    emails: emails.toSorted(),
    async work(settings: Settings) {
      const worker = await startTestWorker({ databaseUrl: here.url }, settings)
      onTestFinished(() => worker.stop())
      return worker
    },
    /** Returns a function that makes a worker take one turn. */
    async newTurns(settings: Settings) {
      const post = await openPost(readConfig(settings), TEMPLATES)
      const session = await openSession(here.url, 'worker')
      onTestFinished(() => session.close())
      const sender = mailSender(post, () => {})
      return () => sender.turn(session, 10)
    },
    rows: () => here.query('SELECT state, reply, attempts FROM mails'),
    waiting: () => here.query("SELECT reply FROM mails WHERE state IN ('waiting', 'sending')"),
  }
}

const receivers = ({ accepts }: TestMailApi) =>
  accepts.map(({ body }) => [JSON.parse(body).to].flat()[0]).toSorted()

test('emails wait until a mail API is back and accepts the key and the sending rate, and each is then sent once', async () => {
  const [{ emails, work, waiting }, port] = [await newOutbox(12), await freePort()]
  const MAIL_API_URL = `http://127.0.0.1:${port}`
  const settings = { MAIL_API: 'resend', MAIL_API_KEY: 're_the-right-key', MAIL_API_URL }
  const worker = await work(settings)
  await expect.poll(() => worker.log.join('\n')).toContain('does not accept emails')
  const api = await newMailApi('resend', { port })
  let refused: string[] = ['validation_error', 'daily_quota_exceeded']
  let left = 3
  api.refuse = () => {
    const [name] = refused
    if (name) return { status: name === 'validation_error' ? 403 : 429, body: { name } }
    left -= 1
    if (left >= 0) return undefined
    left = 3
    return { status: 429, body: { name: 'rate_limit_exceeded' }, headers: { 'retry-after': '0.5' } }
  }
  for (const reply of ['403 validation_error', '429 daily_quota_exceeded']) {
    await expect.poll(waiting, { message: reply }).toContainEqual({ reply })
    expect(await waiting(), reply).toHaveLength(emails.length)
    refused = refused.slice(1)
  }
  await expect.poll(waiting).toEqual([])
  expect(receivers(api)).toEqual(emails)
  const log = worker.log.join('\n')
  for (const secret of [...emails, settings.MAIL_API_KEY]) expect(log).not.toContain(secret)
})

test('after a crash between Resend’s acceptance and the record, Resend does not send the email again', async () => {
  const { here, emails, newTurns, rows } = await newOutbox(1)
  const api = await newMailApi('resend')
  const accepted = Promise.withResolvers<void>()
  // The first worker never learns that the email was accepted.
  api.onAccepted = () => {
    accepted.resolve()
    return new Promise<void>(() => {})
  }
  const [crashing, other] = [await newTurns(api.settings), await newTurns(api.settings)]
  void crashing().catch(() => {})
  await accepted.promise
  await here.query("UPDATE mails SET due_at = now() - interval '1 second'")
  await other()
  expect(receivers(api)).toEqual(emails)
  expect(api.requests).toBe(2)
  expect(await rows()).toEqual([{ state: 'sent', reply: null, attempts: 2 }])
})

test('a person whose address a mail API refuses is marked, and further emails are still sent', async () => {
  const { here, emails, work, rows } = await newOutbox(2)
  const [bad, good] = emails
  const api = await newMailApi('brevo')
  api.refuse = ({ body }) =>
    body.includes(bad ?? '')
      ? { status: 400, body: { code: 'invalid_parameter', message: 'email is not valid in to' } }
      : undefined
  await work(api.settings)
  await expect.poll(rows).toEqual(
    expect.arrayContaining([
      { state: 'sent', reply: null, attempts: 1 },
      { state: 'failed', reply: '400 invalid_parameter', attempts: 1 },
    ]),
  )
  const marked = 'SELECT email FROM people WHERE undeliverable_at IS NOT NULL'
  await expect.poll(() => here.query(marked)).toEqual([{ email: bad }])
  expect(JSON.parse(api.accepts[0]?.body ?? '{}').to).toEqual([{ email: good }])
})

test('`mail retry` sends an email that Resend refused, and does not mistake it for a sent email', async () => {
  const { here, emails, newTurns, rows } = await newOutbox(1)
  const api = await newMailApi('resend')
  const name = 'missing_required_field'
  api.refuse = () => ({ status: 422, body: { name } })
  const turn = await newTurns(api.settings)
  await turn()
  expect(await rows()).toEqual([{ state: 'failed', reply: `422 ${name}`, attempts: 1 }])
  api.refuse = () => undefined
  expect(await run(['mail', 'retry', '--yes'], { url: here.url })).toMatchObject({ code: 0 })
  await turn()
  expect(receivers(api)).toEqual(emails)
})

test('a rate limit after a lost response does not make Resend send the email again', async () => {
  const { here, emails, newTurns, rows } = await newOutbox(1)
  const api = await newMailApi('resend')
  api.onAccepted = (response) => void response.destroy()
  const turn = await newTurns(api.settings)
  await turn()
  expect(await rows()).toMatchObject([{ state: 'waiting', reply: 'UND_ERR_SOCKET' }])
  const limited = newMailApi('resend')
  const { settings } = await limited
  ;(await limited).refuse = () => ({ status: 429, body: {} })
  await here.query('UPDATE mails SET due_at = now()')
  await (await newTurns(settings))()
  expect(await rows()).toMatchObject([{ state: 'waiting', reply: '429' }])
  await turn()
  expect(receivers(api)).toEqual(emails)
  expect(await rows()).toMatchObject([{ state: 'sent' }])
})

import { expect, onTestFinished, test } from 'vitest'
import { freePort } from '../../support/ports.ts'
import { newSmtp, reply, type TestSmtp } from '../../support/smtp.ts'
import { startTestWorker } from '../../support/worker.ts'
import { newInstallation } from '../support/installations.ts'
import { addPerson, addSending, addUnconfirmed, minutesAgo } from '../support/mailing.ts'

/** Creates an installation in which confirmations are waiting, and a worker that sends them. */
async function newOutbox() {
  const here = await newInstallation()
  return {
    here,
    async addMails(count: number) {
      const emails = Array.from({ length: count }, (_, n) => `${n}@example.com`)
      for (const email of emails) await addUnconfirmed(here, email)
      return emails.toSorted()
    },
    async work(smtpUrl: string) {
      const worker = await startTestWorker({ databaseUrl: here.url }, { SMTP_URL: smtpUrl })
      onTestFinished(() => worker.stop())
      return worker
    },
    waiting: () => here.query("SELECT reply FROM mails WHERE state IN ('waiting', 'sending')"),
  }
}

const receivers = ({ received }: TestSmtp) => received.map(({ to }) => to).toSorted()

test('emails wait until the mail server accepts the login and the sender, and each is then sent once', async () => {
  const [{ addMails, work, waiting }, port] = [await newOutbox(), await freePort()]
  const emails = await addMails(20)
  const worker = await work(`smtp://ada:secret@127.0.0.1:${port}`)
  await expect.poll(() => worker.log.join('\n')).toContain('does not accept emails')
  const wrong = new Set(['login', 'sender'])
  const smtp = await newSmtp({
    port,
    authOptional: false,
    allowInsecureAuth: true,
    onAuth: (_auth, _session, done) =>
      wrong.has('login') ? done(reply(535)) : done(null, { user: 'ada' }),
    onMailFrom: (_address, _session, done) =>
      wrong.has('sender') ? done(reply(550, '5.7.1 Sender is not allowed')) : done(),
  })
  for (const [what, code] of [
    ['login', '535'],
    ['sender', '550'],
  ] as const) {
    await expect.poll(waiting, { message: what }).toContainEqual({ reply: code })
    expect(await waiting(), what).toHaveLength(emails.length)
    wrong.delete(what)
  }
  await expect.poll(waiting).toEqual([])
  expect(receivers(smtp)).toEqual(emails)
})

test('an email whose connection drops after the body is tried at most 15 times, with pauses', async () => {
  const { here, addMails, work } = await newOutbox()
  await addMails(1)
  const smtp = await newSmtp()
  smtp.onMail = () => smtp.cut()
  await work(smtp.url)
  const rows = () =>
    here.query(
      "SELECT attempts, state, due_at > now() + interval '30 seconds' AS is_later FROM mails",
    )
  await expect.poll(rows).toEqual([{ attempts: 1, state: 'waiting', is_later: true }])
  await here.query('UPDATE mails SET attempts = 13, due_at = now()')
  await expect.poll(rows).toEqual([{ attempts: 14, state: 'waiting', is_later: true }])
  await here.query('UPDATE mails SET due_at = now()')
  await expect.poll(rows).toMatchObject([{ attempts: 15, state: 'failed' }])
  expect(smtp.received).toHaveLength(3)
})

test('confirmations that were written to files are sent once when there is a mail server', async () => {
  const { here, addMails, work, waiting } = await newOutbox()
  const [owed, confirmed] = [await addPerson(here, { confirmed_at: null }), await addPerson(here)]
  for (const [mailbox, minutes] of [
    [owed, 2],
    [owed, 1],
    [confirmed, 1],
  ] as const) {
    const wanted_at = minutesAgo(minutes)
    await addSending(here, { kind: 'confirm', mailbox, state: 'written', wanted_at })
  }
  const smtp = await newSmtp()
  const first = await startTestWorker({ databaseUrl: here.url }, { SMTP_URL: smtp.url })
  await expect.poll(() => here.query("SELECT FROM mails WHERE state = 'sent'")).toHaveLength(1)
  await first.stop()
  const late = await addMails(1)
  await work(smtp.url)
  await expect.poll(waiting).toEqual([])
  expect(receivers(smtp)).toEqual([...late, owed])
})

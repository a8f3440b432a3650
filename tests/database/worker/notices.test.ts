// Guards frozen-worker, notices.

import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join as joinPath } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { readOwnerConfig } from '../../../api/src/config/owner.ts'
import { fold } from '../../../api/src/inbox/fold.ts'
import type { Delivery } from '../../../api/src/mail/transport.ts'
import { chatNotice } from '../../../api/src/notices/chat.ts'
import { endTurn, skipTurn, takeTurn, tell } from '../../../api/src/notices/turn.ts'
import { openPost } from '../../../api/src/outbox/post.ts'
import { newSmtp, temporaryFolder } from '../../support/for-a-test.ts'
import { newInstallation } from '../../support/program/installations.ts'
import { startSmtp } from '../../support/smtp.ts'
import { startTestWorker, TEMPLATES } from '../../support/worker.ts'

type Here = Awaited<ReturnType<typeof newInstallation>>

/** A chat tool that keeps what it gets and responds with a status. A redirect would lead to itself. */
async function newChat() {
  const messages: unknown[] = []
  const chat = { url: '', messages, status: 200 }
  const server = createServer(async (request, response) => {
    messages.push(JSON.parse(await text(request)))
    response.writeHead(chat.status, { location: '/elsewhere' }).end()
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  chat.url = `http://127.0.0.1:${port}/hooks/secret-of-the-owner`
  return chat
}

async function startWorker(here: Here, settings: Record<string, string>) {
  const worker = await startTestWorker({ databaseUrl: here.url }, settings)
  onTestFinished(() => worker.stop())
  return worker
}

let count = 0

/** People who joined a minute ago: a notice leaves out the last five seconds. */
async function join(here: Here, people: number, source: string | null = null, at = '-1 minute') {
  for (let n = 0; n < people; n += 1) {
    count += 1
    await here.query(
      `INSERT INTO people (email, email_key, answers, source, joined_at)
       VALUES ($1, $1, '{"first_name": "Xanthippe"}', $2, now() + $3::interval)`,
      [`person.${count}@example.com`, source, at],
    )
  }
}

/** Makes a notice due that counts from a time ago. */
const due = (here: Here, kind: string, since = '1 hour') =>
  here.query(
    `INSERT INTO notices (kind, counted_until, due_at) VALUES ($1, now() - $2::interval, now())
     ON CONFLICT (kind) DO UPDATE SET due_at = now()`,
    [kind, since],
  )

const state = async (here: Here) =>
  (
    await here.query(
      `SELECT attempts, reply, round(extract(epoch FROM due_at - now()) / 60)::integer AS minutes
       FROM notices WHERE kind <> 'late'`,
    )
  )[0]

test('the team gets the number of people who joined, once with two workers, and no second time within a minute', async () => {
  const [here, chat] = [await newInstallation(), await newChat()]
  await due(here, 'chat')
  await join(here, 1)
  await join(here, 2, 'ProductHunt')
  await join(here, 5, 'newsletter', '-2 hours')
  const settings = { NOTIFY_URL: chat.url }
  const workers = [await startWorker(here, settings), await startWorker(here, settings)]
  const first = '3 people joined, 8 in all; 2 came through producthunt'
  await expect.poll(() => chat.messages).toEqual([{ text: first }])
  await expect.poll(() => state(here)).toEqual({ attempts: 0, reply: null, minutes: 1 })
  // after what has been told, and before the last five seconds
  await here.query("UPDATE notices SET counted_until = now() - interval '50 seconds'")
  await join(here, 1, null, '-40 seconds')
  await sleep(1_500)
  expect(chat.messages).toHaveLength(1)
  await due(here, 'chat')
  await expect
    .poll(() => chat.messages)
    .toEqual([{ text: first }, { text: '1 person joined, 9 in all' }])
  const log = workers.flatMap((worker) => worker.log).join('\n')
  expect(log).toContain('notice sent')
  expect(log).not.toMatch(/secret-of-the-owner|@example|Xanthippe/)
})

test.each([
  ['is sent', endTurn, { kind: 'sent' }],
  ['is refused', endTurn, { kind: 'later', reply: '500' }],
  ['has nothing to report', skipTurn, undefined],
] as const)(
  'a notice of a frozen worker that %s changes nothing of the attempt of another worker',
  async (_how, goOn, delivery) => {
    const here = await newInstallation()
    const take = async () => {
      await due(here, 'chat')
      const turn = await takeTurn(here, 'chat')
      if (turn === undefined) throw new Error('The notice is due.')
      return turn
    }
    const [frozen, other] = [await take(), await take()]
    const row = () => here.query('SELECT * FROM notices')
    const taken = await row()
    await goOn(here, frozen, delivery as Delivery)
    expect(await row()).toEqual(taken)
    await endTurn(here, other, { kind: 'sent' })
    const told = await row()
    await goOn(here, frozen, delivery as Delivery)
    expect(await row()).toEqual(told)
    expect(told).not.toEqual(taken)
  },
)

test('while nobody joins, no message is sent', async () => {
  const [here, chat] = [await newInstallation(), await newChat()]
  await join(here, 3, null, '-2 hours')
  await due(here, 'chat')
  await startWorker(here, { NOTIFY_URL: chat.url })
  await expect
    .poll(() => here.query("SELECT FROM notices WHERE kind = 'chat' AND due_at > now()"))
    .toHaveLength(1)
  expect(chat.messages).toEqual([])
})

test('a person whose form still waits for the worker is counted in the next message', async () => {
  const [here, chat] = [await newInstallation(), await newChat()]
  await due(here, 'chat')
  await join(here, 1)
  await here.query(
    `INSERT INTO inbox (email, email_key, answers, sent_at)
     VALUES ('late@example.com', 'late@example.com', '{}', now() - interval '30 seconds')`,
  )
  await tell(here, chatNotice(chat.url), () => {})
  await fold(here, { events: false })
  await due(here, 'chat')
  await tell(here, chatNotice(chat.url), () => {})
  expect(chat.messages).toEqual([
    { text: '1 person joined, 1 in all' },
    { text: '1 person joined, 2 in all' },
  ])
})

test('a message that is refused or redirected is retried with current numbers, also after a restart', async () => {
  const [here, chat] = [await newInstallation(), await newChat()]
  chat.status = 500
  await due(here, 'chat')
  await join(here, 2)
  const worker = await startTestWorker({ databaseUrl: here.url }, { NOTIFY_URL: chat.url })
  await expect.poll(() => state(here)).toEqual({ attempts: 1, reply: '500', minutes: 1 })
  chat.status = 307
  await due(here, 'chat')
  await expect.poll(() => state(here)).toEqual({ attempts: 2, reply: '307', minutes: 2 })
  await worker.stop()
  chat.status = 200
  await join(here, 1)
  await due(here, 'chat')
  await startWorker(here, { NOTIFY_URL: chat.url })
  await expect.poll(() => state(here)).toEqual({ attempts: 0, reply: null, minutes: 1 })
  expect(chat.messages).toEqual(
    ['2 people joined, 2 in all', '2 people joined, 2 in all', '3 people joined, 3 in all'].map(
      (words) => ({ text: words }),
    ),
  )
})

test('a source with markup or a mention is counted and not named', async () => {
  const [here, chat] = [await newInstallation(), await newChat()]
  await due(here, 'chat')
  for (const source of [
    '<!channel>',
    '@everyone',
    '[x](https://evil.example)',
    '*b*',
    'a b',
    'é',
  ]) {
    await join(here, 1, source)
  }
  await startWorker(here, { NOTIFY_URL: chat.url })
  await expect.poll(() => chat.messages).toEqual([{ text: '6 people joined, 6 in all' }])
})

test('a signup that began within the last five seconds is counted in the next message', async () => {
  const [here, chat] = [await newInstallation(), await newChat()]
  await due(here, 'chat')
  await join(here, 1)
  await join(here, 1, null, '20 seconds')
  await startWorker(here, { NOTIFY_URL: chat.url })
  await expect.poll(() => chat.messages).toEqual([{ text: '1 person joined, 2 in all' }])
})

test('the owner gets the numbers of the week in one email on Monday, and no link to leave', async () => {
  const here = await newInstallation()
  const smtp = await newSmtp()
  const monday = "date_trunc('week', now(), 'UTC')"
  await here.query(
    `INSERT INTO notices (kind, counted_until, due_at)
     VALUES ('week', ${monday} - interval '7 days', now())`,
  )
  await join(here, 1)
  await here.query(
    `UPDATE people SET joined_at = ${monday} - interval '1 hour',
       confirmed_at = ${monday} - interval '1 second', source = 'hn'`,
  )
  await join(here, 2, null, '-30 days')
  await here.query(`UPDATE people SET left_at = ${monday} - interval '2 days'
    WHERE email = 'person.${count}@example.com'`)
  const settings = { SMTP_URL: smtp.url, OWNER_EMAIL: 'owner@shop.example' }
  const workers = [await startWorker(here, settings), await startWorker(here, settings)]
  await expect.poll(() => smtp.received).toHaveLength(1)
  const [{ to, mail, raw } = { to: '', mail: undefined, raw: '' }] = smtp.received
  expect([to, mail?.subject]).toEqual(['owner@shop.example', 'Site: 1 person joined last week'])
  for (const line of [
    '- 1 person joined',
    '- 1 person confirmed their address',
    '- 1 person left',
    'On the list: 2 people, 1 of them confirmed',
    '- through hn: 1',
  ]) {
    expect(mail?.text).toContain(line)
  }
  expect(raw).not.toMatch(/List-Unsubscribe|@example\.com|Xanthippe/i)
  // the next one is due on a Monday at seven
  const next = `SELECT extract(isodow FROM due_at) || ' ' || extract(hour FROM due_at) AS at,
    due_at > now() AS later, counted_until = ${monday} AS told FROM notices`
  await expect.poll(() => here.query(next)).toEqual([{ at: '1 7', later: true, told: true }])
  await sleep(1_000)
  expect(smtp.received).toHaveLength(1)
  expect(workers.flatMap((worker) => worker.log).join('\n')).not.toContain('owner@')
})

test('without a mail server, the numbers of the week are a file that no erasure deletes', async () => {
  const here = await newInstallation()
  const folder = temporaryFolder()
  await here.query(
    `INSERT INTO notices (kind, counted_until, due_at) VALUES ('week', now() - interval '9 days', now())`,
  )
  const settings = { DATA_DIR: folder, OWNER_EMAIL: 'owner@shop.example' }
  await startWorker(here, settings)
  const mails = joinPath(folder, 'mail')
  const files = () => (existsSync(mails) ? readdirSync(mails) : [])
  await expect.poll(files).toHaveLength(1)
  const { transport } = await openPost(readOwnerConfig(settings), TEMPLATES)
  await transport.forget(async () => new Set())
  expect(files()).toHaveLength(1)
})

test('the numbers of a week wait while the mail server is away', async () => {
  const here = await newInstallation()
  const smtp = await startSmtp()
  await smtp.close()
  await due(here, 'week', '7 days')
  const settings = { SMTP_URL: smtp.url, OWNER_EMAIL: 'owner@shop.example' }
  await startWorker(here, settings)
  await expect.poll(() => state(here)).toMatchObject({ attempts: 1, minutes: 1 })
  const again = await newSmtp({ port: smtp.port })
  await due(here, 'week')
  await expect.poll(() => again.received).toHaveLength(1)
})

test('confirmations that wait for longer than ten minutes are reported once an hour, and never before', async () => {
  const [here, chat] = [await newInstallation(), await newChat()]
  await join(here, 3)
  await here.query(
    `INSERT INTO mails (kind, email_key, wanted_at)
     SELECT 'confirm', email_key, timestamptz '2026-11-25 09:12Z' FROM people`,
  )
  await here.query(
    `INSERT INTO mails (kind, email_key, state, ended_at)
     SELECT 'invite', email_key, 'sent', now() FROM people`,
  )
  await due(here, 'late')
  // the quota is used up
  const settings = { NOTIFY_URL: chat.url, MAIL_PER_HOUR: '3', SMTP_URL: 'smtp://127.0.0.1:9' }
  await startWorker(here, settings)
  const told = 'confirmation emails wait, the first since 2026-11-25 09:12 UTC'
  await expect.poll(() => chat.messages).toEqual([{ text: `3 ${told}` }])
  const minutes = () =>
    here.query(
      "SELECT round(extract(epoch FROM due_at - now()) / 60)::integer AS due FROM notices WHERE kind = 'late'",
    )
  await expect.poll(minutes).toEqual([{ due: 60 }])
  await here.query("UPDATE mails SET wanted_at = now() - interval '9 minutes'")
  await due(here, 'late')
  const isLater = () =>
    here.query(
      "SELECT due_at > now() + interval '10 seconds' AS later FROM notices WHERE kind = 'late'",
    )
  await expect.poll(isLater).toEqual([{ later: true }])
  expect(chat.messages).toHaveLength(1)
})

test('a first start reports nothing from before', async () => {
  const [here, chat] = [await newInstallation(), await newChat()]
  await join(here, 3)
  await startWorker(here, { NOTIFY_URL: chat.url, OWNER_EMAIL: 'owner@shop.example' })
  const later = 'SELECT kind FROM notices WHERE due_at > now() AND attempts = 0 ORDER BY kind'
  await expect
    .poll(() => here.query(later))
    .toEqual(['chat', 'late', 'week'].map((kind) => ({ kind })))
  expect(chat.messages).toEqual([])
})

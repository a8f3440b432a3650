// Guards frozen-worker, notices.

import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { fold } from '../../../api/src/list/fold.ts'
import { openPost } from '../../../api/src/mail/post.ts'
import { mailFolder } from '../../../api/src/mail/transport.ts'
import { readOwnerConfig } from '../../../api/src/system/owner-settings.ts'
import { chatNotice, lateNotice } from '../../../api/src/worker/chat-notice.ts'
import { endTurn, skipTurn, takeTurn, tell } from '../../../api/src/worker/notice-turns.ts'
import { weekNotice } from '../../../api/src/worker/week-notice.ts'
import { temporaryFolder } from '../../support/for-a-test.ts'
import { startTestWorker, TEMPLATES } from '../../support/worker.ts'
import { newInstallation } from '../support/installations.ts'
import { addSending, minutesAgo } from '../support/mailing.ts'

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
async function addPeople(
  here: Here,
  people: number,
  source: string | null = null,
  at = '-1 minute',
) {
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

/** Tells the chat how many have joined within an hour, or since it was told. */
async function tellChat(here: Here, { url }: { readonly url: string }) {
  await due(here, 'chat')
  await tell(here, chatNotice(url), () => {})
}

const state = async (here: Here) =>
  (
    await here.query(
      `SELECT attempts, reply, round(extract(epoch FROM due_at - now()) / 60)::integer AS minutes
       FROM notices WHERE kind = 'chat'`,
    )
  )[0]

test('the team gets the number of people who joined, once with two workers, and no second time within a minute', async () => {
  const [here, chat] = [await newInstallation(), await newChat()]
  await due(here, 'chat')
  await addPeople(here, 1)
  await addPeople(here, 2, 'ProductHunt')
  await addPeople(here, 5, 'newsletter', '-2 hours')
  const settings = { NOTIFY_URL: chat.url }
  const workers = [await startWorker(here, settings), await startWorker(here, settings)]
  const first = '3 people joined, 8 in all; 2 came through producthunt'
  await expect.poll(() => chat.messages).toEqual([{ text: first }])
  await expect.poll(() => state(here)).toEqual({ attempts: 0, reply: null, minutes: 1 })
  // after what has been told, and before the last five seconds
  await here.query("UPDATE notices SET counted_until = now() - interval '50 seconds'")
  await addPeople(here, 1, null, '-40 seconds')
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

test('nothing that a frozen worker does with a notice changes the attempt of another worker', async () => {
  const here = await newInstallation()
  const take = async () => {
    await due(here, 'chat')
    const turn = await takeTurn(here, 'chat')
    if (turn === undefined) throw new Error('The notice is due.')
    return turn
  }
  const [frozen, other] = [await take(), await take()]
  const row = () => here.query('SELECT * FROM notices')
  const expectNoChange = async () => {
    const before = await row()
    await endTurn(here, frozen, { kind: 'sent' })
    await endTurn(here, frozen, { kind: 'later', reply: '500' })
    await skipTurn(here, frozen)
    expect(await row()).toEqual(before)
  }
  await expectNoChange()
  await endTurn(here, other, { kind: 'sent' })
  await expectNoChange()
  await take()
  await expectNoChange()
})

test('a person whose form still waits, or began within the last five seconds, is counted in the next message', async () => {
  const [here, chat] = [await newInstallation(), await newChat()]
  await addPeople(here, 1)
  await here.query(
    `INSERT INTO inbox (email, email_key, answers, sent_at)
     VALUES ('late@example.com', 'late@example.com', '{}', now() - interval '30 seconds')`,
  )
  await tellChat(here, chat)
  await fold(here, { events: false })
  await addPeople(here, 1, null, '0 seconds')
  await tellChat(here, chat)
  expect(chat.messages).toEqual([
    { text: '1 person joined, 1 in all' },
    { text: '1 person joined, 3 in all' },
  ])
})

test('a message that is refused or redirected is retried with current numbers', async () => {
  const [here, chat] = [await newInstallation(), await newChat()]
  await addPeople(here, 2)
  for (const [status, after] of [
    [500, { attempts: 1, reply: '500', minutes: 1 }],
    [307, { attempts: 2, reply: '307', minutes: 2 }],
    [200, { attempts: 0, reply: null, minutes: 1 }],
  ] as const) {
    chat.status = status
    await tellChat(here, chat)
    expect(await state(here)).toEqual(after)
    await addPeople(here, 1)
  }
  expect(chat.messages).toEqual(
    ['2 people joined, 2 in all', '3 people joined, 3 in all', '4 people joined, 4 in all'].map(
      (words) => ({ text: words }),
    ),
  )
})

test('a source with markup or a mention is counted and not named', async () => {
  const [here, chat] = [await newInstallation(), await newChat()]
  const sources = ['<!channel>', '@everyone', '[x](https://evil.example)', '*b*', 'a b', 'é']
  for (const source of sources) await addPeople(here, 1, source)
  await tellChat(here, chat)
  expect(chat.messages).toEqual([{ text: '6 people joined, 6 in all' }])
})

test('the owner gets the numbers of the week in one email, which has no link to leave and is no file that an erasure deletes', async () => {
  const [here, dataDir] = [await newInstallation(), temporaryFolder()]
  const monday = "date_trunc('week', now(), 'UTC')"
  await here.query(
    `INSERT INTO notices (kind, counted_until, due_at)
     VALUES ('week', ${monday} - interval '7 days', now())`,
  )
  await addPeople(here, 1, 'hn')
  await here.query(
    `UPDATE people SET joined_at = ${monday} - interval '1 hour',
       confirmed_at = ${monday} - interval '1 second'`,
  )
  await addPeople(here, 2, null, '-30 days')
  await here.query(`UPDATE people SET left_at = ${monday} - interval '2 days'
    WHERE email = 'person.${count}@example.com'`)
  await here.query(
    `INSERT INTO quarantine (email, email_key, answers, honeypot, joined_at)
     VALUES ('bot@example.com', 'bot@example.com', '{}', 'x', now())`,
  )
  const wanted_at = '2026-11-25T09:12Z'
  await addSending(here, { kind: 'confirm', email_key: 'late@example.com', wanted_at })
  const { transport } = await openPost(readOwnerConfig({ DATA_DIR: dataDir }), TEMPLATES)
  const week = weekNotice({ to: 'owner@shop.example', name: 'Site', transport })
  for (let turns = 0; turns < 2; turns += 1) await tell(here, week, () => {})
  await transport.forget(async () => new Set())
  const files = readdirSync(mailFolder(dataDir))
  expect(files).toHaveLength(1)
  const mail = readFileSync(join(mailFolder(dataDir), files[0] ?? ''), 'utf8')
  for (const line of [
    'To: owner@shop.example',
    'Subject: Site: 1 person joined last week',
    '- 1 person joined',
    '- 1 person confirmed their address',
    '- 1 person left',
    'On the list: 2 people, 1 of them confirmed',
    '- through hn: 1',
    '1 confirmation email waits since 2026-11-25 09:12 UTC.',
    '1 signup is in quarantine. To see them:',
    './waitlist list --quarantined',
  ]) {
    expect(mail).toContain(`${line}\r\n`)
  }
  expect(mail).not.toMatch(/List-Unsubscribe|@example\.com|Xanthippe/i)
})

test('confirmations that wait for longer than ten minutes are reported once an hour', async () => {
  const [here, chat] = [await newInstallation(), await newChat()]
  const times = ['2026-11-25T09:12Z', '2026-11-25T09:13Z', minutesAgo(9)]
  for (const [n, wanted_at] of times.entries()) {
    await addSending(here, { kind: 'confirm', email_key: `${n}@example.com`, wanted_at })
  }
  await due(here, 'late')
  for (let turns = 0; turns < 2; turns += 1) await tell(here, lateNotice(chat.url), () => {})
  expect(chat.messages).toEqual([
    { text: '2 confirmation emails wait, the first since 2026-11-25 09:12 UTC' },
  ])
  const isLater = "SELECT due_at > now() + interval '59 minutes' FROM notices"
  expect(await here.value(isLater)).toBe(true)
})

test('a first start reports nothing from before', async () => {
  const [here, chat] = [await newInstallation(), await newChat()]
  await addPeople(here, 3)
  await startWorker(here, { NOTIFY_URL: chat.url, OWNER_EMAIL: 'owner@shop.example' })
  const later = 'SELECT kind FROM notices WHERE due_at > now() AND attempts = 0 ORDER BY kind'
  await expect
    .poll(() => here.query(later))
    .toEqual(['chat', 'late', 'week'].map((kind) => ({ kind })))
  expect(chat.messages).toEqual([])
})

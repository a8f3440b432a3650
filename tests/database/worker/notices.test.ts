import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { fold } from '../../../api/src/list/inbox/fold.ts'
import { openSession } from '../../../api/src/system/session.ts'
import { CHAT, LATE, tell, WEEK } from '../../../api/src/worker/notices.ts'
import { startTestWorker } from '../../support/worker.ts'
import { newInstallation } from '../support/installations.ts'
import { addSending, minutesAgo } from '../support/mailing.ts'

type Here = Awaited<ReturnType<typeof newInstallation>>

/** Starts a chat tool that records messages and responds with a status. Its redirects point to itself. */
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

/** Adds people who joined a minute ago, because a notice leaves out the last five seconds. */
async function addPeople(here: Here, people: number, at = '-1 minute') {
  for (let n = 0; n < people; n += 1) {
    count += 1
    await here.query(
      `INSERT INTO people (email, mailbox, answers, joined_at)
       VALUES ($1, $1, '{"first_name": "Xanthippe"}', now() + $2::interval)`,
      [`person.${count}@example.com`, at],
    )
  }
}

const toldAgo = (here: Here, time: string, name = 'chat') =>
  here.query(
    `INSERT INTO jobs VALUES ($1, now() - $2::interval)
     ON CONFLICT (name) DO UPDATE SET last_run_at = least(jobs.last_run_at, excluded.last_run_at)`,
    [name, time],
  )

test('the team gets the number of people who joined, and no second message within a minute', async () => {
  const [here, chat] = [await newInstallation(), await newChat()]
  await toldAgo(here, '1 hour')
  await addPeople(here, 3)
  await addPeople(here, 5, '-2 hours')
  const worker = await startWorker(here, { NOTIFY_URL: chat.url })
  const first = '3 people joined, 8 in all'
  await expect.poll(() => chat.messages).toEqual([{ text: first }])
  await toldAgo(here, '30 seconds')
  await addPeople(here, 1, '-10 seconds')
  expect(await tell(here, chat.url, CHAT)).toBeUndefined()
  expect(chat.messages).toHaveLength(1)
  await toldAgo(here, '1 minute')
  await tell(here, chat.url, CHAT)
  expect(chat.messages).toEqual([{ text: first }, { text: '1 person joined, 9 in all' }])
  expect(worker.log.join('\n')).not.toMatch(/secret-of-the-owner|@example|Xanthippe/)
})

test('the team gets a message from only one of two workers', async () => {
  const [here, chat] = [await newInstallation(), await newChat()]
  const other = await openSession(here.url, 'worker')
  onTestFinished(() => other.close())
  await toldAgo(here, '1 hour')
  await addPeople(here, 1)
  await Promise.all([here, other].map((session) => tell(session, chat.url, CHAT)))
  expect(chat.messages).toHaveLength(1)
})

test('a person whose form still waits or is new is counted in the next message', async () => {
  const [here, chat] = [await newInstallation(), await newChat()]
  await toldAgo(here, '1 hour')
  await addPeople(here, 1)
  await here.query(
    `INSERT INTO inbox (email, mailbox, answers, sent_at)
     VALUES ('late@example.com', 'late@example.com', '{}', now() - interval '30 seconds')`,
  )
  await tell(here, chat.url, CHAT)
  await fold(here, { events: false })
  await addPeople(here, 1, '0 seconds')
  await toldAgo(here, '1 minute')
  await tell(here, chat.url, CHAT)
  expect(chat.messages).toEqual([
    { text: '1 person joined, 1 in all' },
    { text: '1 person joined, 3 in all' },
  ])
})

test('a message to the team that is refused or redirected is retried with current numbers', async () => {
  const [here, chat] = [await newInstallation(), await newChat()]
  await toldAgo(here, '1 hour')
  await addPeople(here, 2)
  for (const [status, reply] of [
    [500, '500'],
    [307, '307'],
    [200, undefined],
  ] as const) {
    chat.status = status
    expect(await tell(here, chat.url, CHAT)).toBe(reply)
    await addPeople(here, 1)
  }
  expect(chat.messages).toEqual(
    ['2 people joined, 2 in all', '3 people joined, 3 in all', '4 people joined, 4 in all'].map(
      (words) => ({ text: words }),
    ),
  )
})

test('the team is told once an hour about confirmations that have waited for ten minutes', async () => {
  const [here, chat] = [await newInstallation(), await newChat()]
  const times = ['2026-11-25T09:12Z', '2026-11-25T09:13Z', minutesAgo(9)]
  for (const [n, wanted_at] of times.entries()) {
    await addSending(here, { kind: 'confirm', mailbox: `${n}@example.com`, wanted_at })
  }
  await toldAgo(here, '1 hour', 'late')
  for (let turns = 0; turns < 2; turns += 1) await tell(here, chat.url, LATE)
  expect(chat.messages).toEqual([
    { text: '2 confirmation emails have been waiting, the first since 2026-11-25 09:12 UTC' },
  ])
})

test('the team gets each week’s numbers once, including the signups in quarantine', async () => {
  const [here, chat] = [await newInstallation(), await newChat()]
  const [week] = await here.query<{ start: string; end: string }>(
    `SELECT (date_trunc('week', now(), 'UTC') - interval '1 week')::text AS start,
       to_char(date_trunc('week', now(), 'UTC') AT TIME ZONE 'UTC' - interval '1 day', 'FMDD FMMonth YYYY') AS end`,
  )
  await here.query("INSERT INTO jobs VALUES ('week', $1)", [week?.start])
  await here.query(
    `INSERT INTO people (email, mailbox, answers, joined_at, confirmed_at, left_at)
     SELECT n || '@example.com', n || '@example.com', '{}', at, CASE WHEN n > 1 THEN at END, CASE WHEN n > 2 THEN at END
     FROM generate_series(1, 3) AS n, (SELECT $1::timestamptz + interval '1 day' AS at) AS day`,
    [week?.start],
  )
  await addPeople(here, 1, '0 seconds')
  await here.query(
    "INSERT INTO quarantine (email, mailbox, answers, honeypot, joined_at) VALUES ('b@example.com', 'b@example.com', '{}', 'x', now())",
  )
  for (let turns = 0; turns < 2; turns += 1) await tell(here, chat.url, WEEK)
  const text = `The week to ${week?.end}: 3 people joined, 2 confirmed and 1 left; 1 confirmed person is on the list; 1 signup is in quarantine`
  expect(chat.messages).toEqual([{ text }])
})

test('a worker’s first start doesn’t report anything that happened before it', async () => {
  const [here, chat] = [await newInstallation(), await newChat()]
  await addPeople(here, 3)
  await startWorker(here, { NOTIFY_URL: chat.url })
  const begun = "SELECT name FROM jobs WHERE name IN ('chat', 'late', 'week')"
  await expect.poll(() => here.query(begun)).toHaveLength(3)
  expect(chat.messages).toEqual([])
})

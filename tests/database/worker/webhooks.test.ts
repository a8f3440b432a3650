import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { Webhook } from 'standardwebhooks'
import { expect, onTestFinished, test } from 'vitest'
import { erase } from '../../../api/src/list/people/erase.ts'
import { type Claimed, end } from '../../../api/src/mail/queue/leases.ts'
import { openSession } from '../../../api/src/system/session.ts'
import { webhookRound } from '../../../api/src/worker/chores.ts'
import { claimEvents, sendWebhook, sendWebhooks } from '../../../api/src/worker/webhooks.ts'
import { newPerson, SECRETS, secretive } from '../../support/people.ts'
import { freePort } from '../../support/ports.ts'
import { newInstallation, tablesWith } from '../support/installations.ts'
import { addPerson, addSending, minutesAgo } from '../support/mailing.ts'

const SECRET = 'a long random word'

interface Received {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

type Respond = (response: ServerResponse) => void
const status =
  (code: number, headers = {}): Respond =>
  (response) =>
    response.writeHead(code, headers).end()

/** Starts a receiver that gives each request the next response, and then repeats the last one. */
async function newReceiver(...responses: readonly Respond[]) {
  const received: Received[] = []
  const waiting = [...responses]
  const server = createServer(async (request, response) => {
    received.push({ headers: plain(request.headers), body: await text(request) })
    const respond = (waiting.length > 1 ? waiting.shift() : waiting[0]) ?? status(204)
    respond(response)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/hook`, received, server }
}

const plain = (headers: IncomingHttpHeaders) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))

async function newWorker(url: string) {
  const here = await newInstallation()
  const outcomes: unknown[] = []
  return {
    here,
    outcomes,
    /** Adds an event of this age in minutes, about a new person unless an address is given. */
    async event(about = 'joined', age = 0, email?: string) {
      const mailbox = email ?? (await addPerson(here))
      await addSending(here, { kind: 'webhook', mailbox, about, wanted_at: minutesAgo(age) })
    },
    /** Makes all events due, as if their pauses and leases were over. */
    wait: () => here.query('UPDATE events SET due_at = now()'),
    send: () =>
      sendWebhooks(here, {
        url,
        key: SECRET,
        onOutcome: ({ about }, outcome, reply) => outcomes.push([about, outcome, reply]),
      }),
    stored: () =>
      here.query(
        `SELECT event, state, attempts, reply,
           round(extract(epoch FROM due_at - now()) / 60)::integer AS minutes
         FROM events ORDER BY event`,
      ),
  }
}

/** Sends an event about a person who has confirmed, and returns its request. */
async function receiveOne() {
  const { url, received } = await newReceiver(status(204))
  const { here, event, send, stored } = await newWorker(url)
  const { website: _honeypot, ...answers } = newPerson()
  await here.query(
    `INSERT INTO people (email, mailbox, answers, source, consent, consented_at, joined_at, confirmed_at)
     VALUES ($1, $1, jsonb_strip_nulls($2::jsonb - 'email'), 'newsletter', '2026-11-23', now(), now(), now())`,
    [answers.email, answers],
  )
  await event('confirmed', 0, answers.email)
  await send()
  expect(await stored()).toMatchObject([{ state: 'sent', attempts: 1 }])
  const [{ headers, body } = { headers: {}, body: '' }] = received
  return { answers, headers, body }
}

test('a webhook contains the person, and a signature that the reference library accepts', async () => {
  const { answers, headers, body } = await receiveOne()
  const verified = new Webhook(SECRET, { format: 'raw' }).verify(body, headers)
  const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  expect(verified).toEqual({
    id: headers['webhook-id'],
    event: 'confirmed',
    at: time,
    person: {
      ...answers,
      source: 'newsletter',
      consent: '2026-11-23',
      consented_at: time,
      joined_at: time,
      confirmed_at: time,
      left_at: null,
      claimed_at: null,
    },
  })
  expect(headers['content-type']).toBe('application/json')
})

test('the code in docs/notices.md accepts a signed request and refuses a changed request', async () => {
  const page = readFileSync(new URL('../../../docs/notices.md', import.meta.url), 'utf8')
  const [, code = ''] = /^```js\n(.*?)^```/ms.exec(page) ?? []
  const { isGenuine } = await import(`data:text/javascript,${encodeURIComponent(code)}`)
  const { headers, body } = await receiveOne()
  expect(isGenuine(headers, body, SECRET)).toBe(true)
  expect(isGenuine(headers, body.replace('Ada', 'Eve'), SECRET)).toBe(false)
  expect(isGenuine(headers, body, 'another word')).toBe(false)
  const old = { ...headers, 'webhook-timestamp': String(Date.now() / 1_000 - 400) }
  expect(isGenuine(old, body, SECRET)).toBe(false)
})

test('a webhook is retried with the same id until the receiver accepts it', async () => {
  const { url, received } = await newReceiver(
    status(500),
    status(429),
    status(302, { location: 'http://127.0.0.1:1/' }),
    (response) => response.destroy(),
    status(200),
  )
  const { event, send, wait, stored, outcomes } = await newWorker(url)
  await event()
  const replies = ['500', '429', '302', 'UND_ERR_SOCKET']
  for (const [index, reply] of replies.entries()) {
    await wait()
    await send()
    expect(await stored()).toEqual([
      { event: 'joined', state: 'waiting', attempts: index + 1, reply, minutes: 2 ** index },
    ])
    await send()
  }
  expect(received).toHaveLength(replies.length)
  await wait()
  await send()
  expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
  expect(outcomes).toEqual([['joined', 'sent', undefined]])
})

test('a webhook that is never accepted fails after three days', async () => {
  const { event, send, wait, stored } = await newWorker(`http://127.0.0.1:${await freePort()}/hook`)
  await event()
  let minutes = 0
  for (let attempt = 1; attempt <= 30; attempt += 1) {
    await wait()
    await send()
    const [row] = await stored()
    if (row?.['state'] === 'failed') break
    minutes += Number(row?.['minutes'])
  }
  expect(await stored()).toMatchObject([{ state: 'failed', reply: 'ECONNREFUSED' }])
  expect(minutes / 60 / 24).toBeGreaterThan(3)
  expect(minutes / 60 / 24).toBeLessThan(3.5)
})

test('a webhook without a response times out, and an endless response is not read', async () => {
  const { url, received, server } = await newReceiver(
    () => {},
    (response) => {
      response.writeHead(200)
      const flood = setInterval(() => response.write('x'.repeat(65_536)), 1)
      response.on('close', () => clearInterval(flood))
    },
  )
  const { here, event } = await newWorker(url)
  await event()
  const [claimed] = (await claimEvents(here)) as [Claimed]
  const config = { url, key: SECRET }
  const given = { kind: 'later', reply: 'ETIMEDOUT' }
  expect(await sendWebhook(here, claimed, config, 100)).toEqual(given)
  expect(await sendWebhook(here, claimed, config, 10_000)).toEqual({ kind: 'sent' })
  expect(received).toHaveLength(2)
  await expect.poll(() => promisify(server.getConnections.bind(server))()).toBe(0)
})

test('the events of one person arrive in order and do not delay other people’s', async () => {
  const { url, received } = await newReceiver(status(503), status(200))
  const { here, event, send, wait } = await newWorker(url)
  const [ada, grace] = [await addPerson(here), await addPerson(here)]
  // Events are not due in the order in which they were created.
  await event('left', 1, ada)
  await event('confirmed', 2, ada)
  await event('joined', 3, ada)
  await send()
  await event('joined', 0, grace)
  await send()
  await send()
  await wait()
  for (let round = 0; round < 3; round += 1) await send()
  const told = received.map(({ body }) => JSON.parse(body))
  expect(told.map((each) => [each.person.email, each.event])).toEqual([
    [ada, 'joined'],
    [grace, 'joined'],
    [ada, 'joined'],
    [ada, 'confirmed'],
    [ada, 'left'],
  ])
})

test('an event that happens again gets a new id, and is sent despite an earlier attempt', async () => {
  const here = await newInstallation()
  const email = await addPerson(here)
  const confirm = () => here.query("SELECT add_event($1, 'confirmed')", [email])
  await confirm()
  const [first] = (await claimEvents(here)) as [Claimed]
  await confirm()
  expect(await end(here, 'events', first, 'sent')).toBe(false)
  const [second] = (await claimEvents(here)) as [Claimed]
  expect(second).toMatchObject({ about: 'confirmed', attempts: 1 })
  expect(second.id).not.toBe(first.id)
})

test('an event about a friend contains the number of friends, and is not sent with REFERRALS=off', async () => {
  const { url, received } = await newReceiver(status(204))
  const { here, event } = await newWorker(url)
  const email = await addPerson(here)
  await here.query("UPDATE people SET referral_code = 'bcdfghjklm' WHERE mailbox = $1", [email])
  await addPerson(here, { source: 'bcdfghjklm' })
  const options = { url, key: SECRET, onOutcome: () => {} }
  for (const referrals of [false, true]) {
    await event('friend_confirmed', 0, email)
    await webhookRound(options, referrals)(here)
  }
  expect(received.map(({ body }) => JSON.parse(body))).toMatchObject([
    { event: 'friend_confirmed', person: { email, referrals: 1 } },
  ])
})

test('two workers send different events at the same time, and take over the events of a lost worker', async () => {
  const { here, event, wait, send, stored } = await newWorker('http://127.0.0.1:1/hook')
  for (let people = 0; people < 30; people += 1) await event()
  const other = await openSession(here.url)
  onTestFinished(() => other.close())
  await other.query("SET lock_timeout = '5s'")
  const claimed = await here.transaction(async () => [
    ...(await claimEvents(here)),
    ...(await claimEvents(other)),
  ])
  expect(new Set(claimed.map(({ id }) => id)).size).toBe(20)
  await send()
  expect((await stored()).map(({ attempts }) => attempts)).toEqual(Array(30).fill(1))
  await wait()
  const [again] = await claimEvents(other)
  expect(again).toMatchObject({ attempts: 2 })
})

test('no webhook is sent about a person who was erased', async () => {
  const { url, received } = await newReceiver(status(200))
  const { here, event } = await newWorker(url)
  const email = await addPerson(here)
  await event('joined', 0, email)
  const [claimed] = (await claimEvents(here)) as [Claimed]
  await erase(here, email)
  expect(await sendWebhook(here, claimed, { url, key: SECRET })).toBeUndefined()
  expect(received).toEqual([])
})

test.each([200, 500])(
  'an erasure during a request that gets %i deletes the event and prevents a retry',
  async (code) => {
    const reply = Promise.withResolvers<void>()
    const { url, received } = await newReceiver(
      (response) => void reply.promise.then(() => status(code)(response)),
    )
    const { here, event, send, wait, outcomes } = await newWorker(url)
    const email = await addPerson(here)
    await event('joined', 0, email)
    const owner = await openSession(here.url)
    onTestFinished(() => owner.close())
    const sending = send()
    await expect.poll(() => received).toHaveLength(1)
    await erase(owner, email)
    reply.resolve()
    await sending
    await wait()
    await send()
    expect(received).toHaveLength(1)
    expect(outcomes).toEqual([])
    expect(await tablesWith(here.url, email)).toEqual([])
  },
)

test('whatever the receiver responds, the record of a refused event contains nothing about the person', async () => {
  const person = secretive()
  const { url } = await newReceiver(
    (response) => response.writeHead(500, person.email).end(JSON.stringify(person)),
    (response) => response.writeHead(400, person.email).end(JSON.stringify(person)),
  )
  const { here, event, send, wait, stored, outcomes } = await newWorker(url)
  await addPerson(here, { email: person.email, first_name: person.first_name })
  await event('joined', 0, person.email)
  await send()
  await wait()
  await send()
  expect(outcomes).toEqual([['joined', 'failed', '400']])
  expect(await stored()).toMatchObject([{ state: 'failed', reply: '400' }])
  expect(JSON.stringify([await stored(), outcomes])).not.toMatch(SECRETS)
})

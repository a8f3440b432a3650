// Guards frozen-worker, webhooks.

import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import getPort from 'get-port'
import { Webhook } from 'standardwebhooks'
import { expect, onTestFinished, test } from 'vitest'
import { openSession } from '../../../api/src/database/session.ts'
import { type Claimed, end } from '../../../api/src/outbox/leases.ts'
import { erase } from '../../../api/src/people/erase.ts'
import { claimEvents, sendWebhook, sendWebhooks } from '../../../api/src/webhooks/send.ts'
import { freshDatabase } from '../../support/database.ts'
import { newPerson, SECRETS, secretive } from '../../support/people.ts'
import { postgresUrl } from '../../support/shared.ts'

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

/** A receiver that gives each request the next response, and the last one to all further ones. */
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
  const events = () => received.map(({ body }) => JSON.parse(body).event as string)
  return { url: `http://127.0.0.1:${port}/hook`, received, events, server }
}

const plain = (headers: IncomingHttpHeaders) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))

const connections = (server: Server): Promise<number> =>
  new Promise((resolve, reject) =>
    server.getConnections((error, open) => (error ? reject(error) : resolve(open))),
  )

/** A worker's session, with a person who has done something about the waitlist. */
async function newWorker(url: string, secret = SECRET) {
  const database = await freshDatabase(postgresUrl(), 'migrated')
  const session = await openSession(database)
  onTestFinished(() => session.close())
  const outcomes: unknown[] = []
  const onOutcome = ({ about }: { about: string }, outcome: string, reply?: string) =>
    void outcomes.push([about, outcome, reply])
  return {
    database,
    session,
    outcomes,
    async join(person = newPerson()) {
      const { email, website: _honeypot, ...answers } = person
      await session.query(
        `INSERT INTO people (email, email_key, answers, source, agreed_to, agreed_at, joined_at)
         VALUES ($1, $1, $2, 'newsletter', '2026-11-23', now(), now())`,
        [email, Object.fromEntries(Object.entries(answers).filter(([, value]) => value))],
      )
      return person
    },
    /** @param age the more seconds, the earlier */
    event: (email: string, about: string, age = 0) =>
      session.query(
        `INSERT INTO events (email_key, event, created_at)
         VALUES ($1, $2, now() - make_interval(secs => $3))`,
        [email, about, age],
      ),
    /** Makes all events due, as if their waits were over. */
    wait: () => session.query('UPDATE events SET due_at = now()'),
    send: () => sendWebhooks(session, { url, secret, onOutcome }),
    stored: () =>
      session.query(
        `SELECT event, state, attempts, reply,
           round(extract(epoch FROM due_at - now()) / 60)::integer AS minutes
         FROM events ORDER BY event`,
      ),
  }
}

test('an event has the person and a signature that the reference library accepts', async () => {
  const { url, received } = await newReceiver(status(204))
  const { session, join, event, send, stored } = await newWorker(url)
  const person = await join(newPerson({ company: '' }))
  await session.query('UPDATE people SET confirmed_at = joined_at')
  await event(person.email, 'confirmed')
  await send()
  const [{ headers, body } = { headers: {}, body: '' }] = received
  const verified = new Webhook(SECRET, { format: 'raw' }).verify(body, headers)
  const { website: _honeypot, company: _empty, ...answers } = person
  const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  expect(verified).toEqual({
    id: headers['webhook-id'],
    event: 'confirmed',
    at: time,
    person: {
      ...answers,
      company: null,
      source: 'newsletter',
      agreed_to: '2026-11-23',
      agreed_at: time,
      joined_at: time,
      confirmed_at: time,
      left_at: null,
    },
  })
  expect(headers['content-type']).toBe('application/json')
  expect(await stored()).toMatchObject([{ state: 'sent', attempts: 1 }])
  const other = new Webhook('another word', { format: 'raw' })
  expect(() => other.verify(body, headers)).toThrow()
})

test('a secret with the prefix of the specification is used as base64', async () => {
  const { url, received } = await newReceiver(status(200))
  const secret = `whsec_${Buffer.from('twenty-four random bytes').toString('base64')}`
  const { join, event, send } = await newWorker(url, secret)
  await event((await join()).email, 'joined')
  await send()
  const [{ headers, body } = { headers: {}, body: '' }] = received
  expect(() => new Webhook(secret).verify(body, headers)).not.toThrow()
})

test('the code in docs/notices.md accepts a signed request and no changed one', async () => {
  const page = readFileSync(new URL('../../../docs/notices.md', import.meta.url), 'utf8')
  const [, code = ''] = /^```js\n(.*?)^```/ms.exec(page) ?? []
  const { isGenuine } = await import(`data:text/javascript,${encodeURIComponent(code)}`)
  const { url, received } = await newReceiver(status(200))
  const { join, event, send } = await newWorker(url)
  await event((await join()).email, 'joined')
  await send()
  const [{ headers, body } = { headers: {}, body: '' }] = received
  expect(isGenuine(headers, body, SECRET)).toBe(true)
  expect(isGenuine(headers, body.replace('Ada', 'Eve'), SECRET)).toBe(false)
  expect(isGenuine(headers, body, 'another word')).toBe(false)
  const old = { ...headers, 'webhook-timestamp': String(Date.now() / 1_000 - 400) }
  expect(isGenuine(old, body, SECRET)).toBe(false)
})

test('an event is repeated with the same id until the receiver takes it', async () => {
  const { url, received } = await newReceiver(
    status(500),
    status(429),
    status(302, { location: 'http://127.0.0.1:1/' }),
    (response) => response.destroy(),
    status(200),
  )
  const { join, event, send, wait, stored, outcomes } = await newWorker(url)
  await event((await join()).email, 'joined')
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

test.each([400, 401, 404, 410])('an event that is refused with %i has failed', async (code) => {
  const { url } = await newReceiver(status(code))
  const { join, event, send, stored, outcomes } = await newWorker(url)
  await event((await join()).email, 'joined')
  await send()
  expect(await stored()).toMatchObject([{ state: 'failed', reply: String(code) }])
  expect(outcomes).toEqual([['joined', 'failed', String(code)]])
})

test('an event that nothing takes fails after three days', async () => {
  const { join, event, send, wait, stored } = await newWorker(
    `http://127.0.0.1:${await getPort()}/hook`,
  )
  await event((await join()).email, 'joined')
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

test('a receiver that never responds is given up, and one that sends without end is not read', async () => {
  const { url, received, server } = await newReceiver(
    () => {},
    (response) => {
      response.writeHead(200)
      const flood = setInterval(() => response.write('x'.repeat(65_536)), 1)
      response.on('close', () => clearInterval(flood))
    },
  )
  const { session, join, event, stored } = await newWorker(url)
  await event((await join()).email, 'joined')
  const [claimed] = await claimEvents(session)
  if (claimed === undefined) throw new Error('The event is due.')
  const config = { url, secret: SECRET }
  expect(await sendWebhook(session, claimed, config, 100)).toEqual({
    kind: 'later',
    reply: 'ETIMEDOUT',
  })
  expect(await sendWebhook(session, claimed, config, 10_000)).toEqual({ kind: 'sent' })
  expect(received).toHaveLength(2)
  expect(await stored()).toHaveLength(1)
  await expect.poll(() => connections(server)).toBe(0)
})

test('the events of one person arrive in their order, and do not hold up other people', async () => {
  const { url, events, received } = await newReceiver(status(503), status(200))
  const { join, event, send, wait } = await newWorker(url)
  const [ada, grace] = [await join(), await join()]
  // the first to be created is not the first to be due
  await event(ada.email, 'left', 1)
  await event(ada.email, 'confirmed', 2)
  await event(ada.email, 'joined', 3)
  await send()
  await event(grace.email, 'joined')
  await send()
  await send()
  expect(received.map(({ body }) => JSON.parse(body).person.email)).toEqual([
    ada.email,
    grace.email,
  ])
  await wait()
  for (let round = 0; round < 3; round += 1) await send()
  expect(events()).toEqual(['joined', 'joined', 'joined', 'confirmed', 'left'])
})

test('an event that happens again has an id, attempts and a time of its own', async () => {
  const { session, join } = await newWorker('http://127.0.0.1:1/hook')
  const { email } = await join()
  await session.query("INSERT INTO links (token, email_key) VALUES ('t', $1)", [email])
  const confirmed = async () => {
    const [event] = await session.query<{ id: string }>(
      `SELECT id, attempts, lease, state, due_at <= now() AS is_due FROM events WHERE event = 'confirmed'`,
    )
    return event
  }
  await session.query("SELECT confirm_by_link('t')")
  const first = await confirmed()
  // a receiver that does not respond
  const [claimed] = await claimEvents(session)
  await session.query("SELECT leave_by_link('t')")
  await session.query("SELECT confirm_by_link('t')")
  const second = await confirmed()
  expect(second).toMatchObject({ attempts: 0, lease: null, state: 'waiting', is_due: true })
  expect(second?.id).not.toBe(first?.id)
  // the attempt for the first one ends
  expect(await end(session, 'events', claimed as Claimed, 'sent')).toBe(false)
  expect(await confirmed()).toEqual(second)
})

test('an event that a frozen worker had taken is as another worker has left it', async () => {
  const { session, join, event, wait, stored } = await newWorker('http://127.0.0.1:1/hook')
  await event((await join()).email, 'joined')
  const [frozen] = await claimEvents(session)
  await wait()
  const [other] = await claimEvents(session)
  expect(await end(session, 'events', frozen as Claimed, 'failed', '400')).toBe(false)
  expect(await stored()).toMatchObject([{ state: 'sending', attempts: 2, reply: null }])
  expect(await end(session, 'events', other as Claimed, 'sent')).toBe(true)
})

test('two workers that claim at once get different events, and none waits for the other', async () => {
  const { database, session, join, event, send, stored } =
    await newWorker('http://127.0.0.1:1/hook')
  for (let people = 0; people < 30; people += 1) await event((await join()).email, 'joined')
  const other = await openSession(database)
  onTestFinished(() => other.close())
  await other.query("SET lock_timeout = '5s'")
  const claimed = await session.transaction(async () => [
    ...(await claimEvents(session)),
    ...(await claimEvents(other)),
  ])
  expect(new Set(claimed.map(({ id }) => id)).size).toBe(20)
  await send()
  expect((await stored()).map(({ attempts }) => attempts)).toEqual(Array(30).fill(1))
})

test('nothing is sent about a person who was erased', async () => {
  const { url, received } = await newReceiver(status(200))
  const { session, join, event, send, stored, outcomes } = await newWorker(url)
  const { email } = await join()
  await event(email, 'joined')
  await erase(session, email)
  await send()
  expect(received).toEqual([])
  expect(outcomes).toEqual([])
  expect(await stored()).toEqual([])
})

test('the record of an event holds nothing of the person, whatever the receiver responds', async () => {
  const person = secretive()
  const { url } = await newReceiver(
    (response) => response.writeHead(500, person.email).end(JSON.stringify(person)),
    (response) => response.writeHead(400, person.email).end(JSON.stringify(person)),
  )
  const { join, event, send, wait, stored, outcomes } = await newWorker(url)
  await join(person)
  await event(person.email, 'joined')
  await send()
  await wait()
  await send()
  expect(outcomes).toEqual([['joined', 'failed', '400']])
  expect(JSON.stringify([await stored(), outcomes])).not.toMatch(SECRETS)
})

import { createHmac, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { LINK_PATHS, WAITLIST_PATH } from '@ad-kit/contract'
import { expect, vi } from 'vitest'
import { JOBS } from '../../api/src/list/retention.ts'
import { openSession, type Session } from '../../api/src/system/session.ts'
import { dropDatabase, freshDatabase } from '../support/database.ts'
import { bodyOf, newPerson } from '../support/people.ts'
import { startSmtp } from '../support/smtp.ts'
import { startApiProcess } from './support/api-process.ts'
import { A_DAY, addPerson, addSending, minutesAgo } from './support/mailing.ts'
import { test as base } from './support/test.ts'
import { startWorkerProcess } from './support/worker-process.ts'

// Runs the real processes with real settings, because the parts that other files test must also be connected.

const SITE_URL = 'https://site.example'
const START_LIMIT_MS = 60_000

const KEY = randomBytes(32)
const WEBHOOK_SECRET = `whsec_${KEY.toString('base64')}`

interface Call {
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

async function startReceiver() {
  const calls: Call[] = []
  const server = createServer(async (request, response) => {
    calls.push({ headers: request.headers, body: await text(request) })
    response.writeHead(204).end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/hook`, calls, close: () => void server.close() }
}

/** Adds a person whose confirmation was sent a few days ago. Returns the address. */
async function addSilent(session: Session, days: number): Promise<string> {
  const changes = { confirmed_at: null, joined_at: minutesAgo(days * A_DAY) }
  const mailbox = await addPerson(session, changes)
  const wanted_at = minutesAgo(days * A_DAY)
  await addSending(session, { kind: 'confirm', mailbox, state: 'sent', wanted_at })
  return mailbox
}

/** Fills a list before the worker starts, because the worker does its chores at startup. */
async function openList(serverUrl: string) {
  const url = await freshDatabase(serverUrl, 'migrated')
  const session = await openSession(url)
  const confirmed: string[] = []
  for (const days of [9, 8, 7]) {
    confirmed.push(await addPerson(session, { joined_at: minutesAgo(days * A_DAY) }))
  }
  const folder = mkdtempSync(join(tmpdir(), 'waitlist-wiring-'))
  return {
    url,
    session,
    folder,
    confirmed,
    silent: await addSilent(session, 31),
    late: await addSilent(session, 3),
    has: async (email: string) =>
      (await session.query('SELECT FROM people WHERE mailbox = $1', [email])).length > 0,
    async close() {
      await session.close()
      await dropDatabase(url)
      rmSync(folder, { recursive: true })
    },
  }
}

const test = base
  /** The API, and a worker with a mail server and a receiver of webhooks. */
  .extend('site', { scope: 'file' }, async ({ postgresUrl }, { onCleanup }) => {
    const list = await openList(postgresUrl)
    const { url: databaseUrl, folder } = list
    const [smtp, receiver] = [await startSmtp(), await startReceiver()]
    const api = await startApiProcess({ databaseUrl, settings: { SITE_URL } })
    const worker = startWorkerProcess({
      databaseUrl,
      folder,
      settings: { SITE_URL, SMTP_URL: smtp.url, WEBHOOK_URL: receiver.url, WEBHOOK_SECRET },
    })
    onCleanup(async () => {
      await Promise.all([api.end('SIGKILL'), worker.end('SIGKILL')])
      receiver.close()
      await smtp.close()
      await list.close()
    })
    const post = (path: string, body: object) =>
      fetch(api.origin + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: 'application/json' },
        body: JSON.stringify(body),
        redirect: 'manual',
      })
    const mails = (to: string, subject: string) =>
      smtp.received.filter((each) => each.to === to && each.mail.subject === subject)
    return { ...list, post, smtp, mails, calls: receiver.calls }
  })
  /** Ada joins and confirms, and Bo joins and erases herself. */
  .extend('visitors', { scope: 'file' }, async ({ site: { post, mails, session } }) => {
    const join = async () => {
      const { email, ...answers } = newPerson()
      expect((await post(WAITLIST_PATH, bodyOf({ email, ...answers }))).status).toBe(201)
      const links = await untilFound(() => mails(email, 'Confirm')[0]?.mail.text)
      const [, token = ''] = /\?t=([\w-]+)/.exec(links) ?? []
      const click = (link: keyof typeof LINK_PATHS) => post(`${LINK_PATHS[link]}?t=${token}`, {})
      return { email, click }
    }
    const [ada, bo] = await Promise.all([join(), join()])
    const hash = await session.value<string>("SELECT encode(hash_of($1), 'hex')", [bo.email])
    expect((await ada.click('confirm')).status).toBe(303)
    expect((await bo.click('erase')).status).toBe(303)
    return { ada, bo: { ...bo, hash } }
  })
  /** A worker without a mail server, and with REMIND=off. */
  .extend('trial', { scope: 'file' }, async ({ postgresUrl }, { onCleanup }) => {
    const list = await openList(postgresUrl)
    const settings = { SITE_URL, REMIND: 'off' }
    const worker = startWorkerProcess({ databaseUrl: list.url, folder: list.folder, settings })
    onCleanup(async () => {
      await worker.end('SIGKILL')
      await list.close()
    })
    return list
  })

/** Waits as `expect.poll` does, which works only inside a test. */
const untilFound = <Found>(find: () => Found | Promise<Found>) =>
  vi.waitUntil(find, { timeout: START_LIMIT_MS, interval: 50 })

// A hook may take longer than a test, and the processes may take long to start.
test.beforeAll(async ({ site, visitors: _, trial }) => {
  for (const { session } of [site, trial]) {
    await untilFound(async () => (await session.query('SELECT FROM jobs')).length === JOBS.length)
  }
})

test('an erasure through a link reaches the suppressions file in DATA_DIR', async ({
  site: { folder, has },
  visitors: { bo },
}) => {
  expect(await has(bo.email)).toBe(false)
  const file = join(folder, 'erasures/suppressions.ndjson')
  const suppressions = () => (existsSync(file) ? readFileSync(file, 'utf8') : '')
  await expect.poll(suppressions).toContain(bo.hash)
})

test('people who were asked by email and do not confirm are erased after 30 days', async ({
  site,
}) => {
  expect(await site.has(site.silent)).toBe(false)
  expect(await site.has(site.late)).toBe(true)
})

test('without a mail server, unconfirmed people are not erased', async ({ trial }) => {
  expect(await trial.has(trial.silent)).toBe(true)
})

test('a person who has not confirmed after two days gets a reminder', async ({ site }) => {
  await expect.poll(() => site.mails(site.late, 'Reminder')).toHaveLength(1)
})

test('with REMIND=off, no reminder is queued', async ({ trial: { session, confirmed } }) => {
  // The worker counts the places in line after it has queued reminders.
  await expect.poll(() => session.query('SELECT FROM places')).toHaveLength(confirmed.length)
  expect(await session.query("SELECT FROM mails WHERE kind = 'remind'")).toEqual([])
})

test('a person who has confirmed is in line behind the people who joined earlier', async ({
  site,
  visitors: { ada },
}) => {
  const place = async () => (await (await ada.click('friends')).json()).place
  await expect.poll(place).toBe(site.confirmed.length + 1)
})

test('a person who has confirmed gets the letter that follows the confirmation', async ({
  site: { mails, confirmed },
  visitors: { ada, bo },
}) => {
  await expect.poll(() => mails(ada.email, 'Welcome')).toHaveLength(1)
  // Bo has not confirmed, and the letter was added after the others had.
  for (const email of [bo.email, ...confirmed]) expect(mails(email, 'Welcome')).toEqual([])
})

test('each email goes only to the address in its header', async ({ site }) => {
  await expect.poll(() => site.smtp.received.length).toBeGreaterThan(2)
  for (const { to, mail } of site.smtp.received) expect([mail.to].flat()[0]?.text).toBe(to)
})

/** Verifies a request according to Standard Webhooks 1.0.0, and returns its body. */
function verified({ headers, body }: Call, key: Buffer) {
  const { 'webhook-id': id, 'webhook-timestamp': time, 'webhook-signature': given } = headers
  expect(Math.abs(Date.now() / 1_000 - Number(time))).toBeLessThan(300)
  const signature = createHmac('sha256', key).update(`${id}.${time}.${body}`).digest('base64')
  expect(String(given).split(' ')).toContain(`v1,${signature}`)
  return JSON.parse(body)
}

test('each webhook is signed with the key in WEBHOOK_SECRET', async ({
  site: { calls },
  visitors: { ada },
}) => {
  const events = () =>
    calls
      .map((call) => verified(call, KEY))
      .filter(({ person }) => person.email === ada.email)
      .map(({ event }) => event)
  await expect.poll(events).toEqual(['joined', 'confirmed'])
})

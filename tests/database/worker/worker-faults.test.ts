import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { fold } from '../../../api/src/list/inbox/fold.ts'
import type { Session } from '../../../api/src/system/session.ts'
import { select } from '../../support/database.ts'
import { temporaryFolder } from '../../support/for-a-test.ts'
import { postgresUrl } from '../../support/shared.ts'
import { newSmtp } from '../../support/smtp.ts'
import { startTestWorker } from '../../support/worker.ts'
import { newInstallation } from '../support/installations.ts'
import { hold } from '../support/locks.ts'
import { addPerson, addSending, addUnconfirmed, confirmByLink } from '../support/mailing.ts'
import { startWorkerProcess } from '../support/worker-process.ts'

/** Returns a Node.js option that loads a module first. */
const first = (module: string) => `--import=data:text/javascript,${encodeURIComponent(module)}`

/** Makes the process's timers ten times faster. */
const HASTE = first(`
  import { syncBuiltinESMExports } from 'node:module'
  import { Socket } from 'node:net'
  import promises from 'node:timers/promises'
  const { setTimeout: wait } = globalThis
  globalThis.setTimeout = (work, ms, ...values) => wait(work, ms / 10, ...values)
  const { setTimeout: sleep } = promises
  promises.setTimeout = (ms, ...values) => sleep(ms / 10, ...values)
  const { setTimeout: limit } = Socket.prototype
  Socket.prototype.setTimeout = function (ms, ...then) { return limit.call(this, ms / 10, ...then) }
  syncBuiltinESMExports()`)

/** Turns minutes into seconds in the statements that the process sends to the database. */
const SHORT_MINUTES = first(`
  import pg from '${import.meta.resolve('pg')}'
  const { query } = pg.Client.prototype
  pg.Client.prototype.query = function (text, ...others) {
    return query.call(this, String(text).replaceAll("'1min'", "'1s'"), ...others)
  }`)

type Add = (here: Session, email: string) => Promise<unknown>

/** Adds a person whose friend has just confirmed. */
async function addReferrer(here: Session, email: string): Promise<void> {
  await addPerson(here, { email })
  const code = await here.value<string>('SELECT ensure_code($1)', [email])
  await confirmByLink(here, await addPerson(here, { source: code, confirmed_at: null }))
}

/**
 * Adds people with an email that waits or is due, by default a confirmation, and starts a mail server that holds back
 * its replies until the test resolves `replies`.
 */
async function newOutbox(count: number, add: Add = addUnconfirmed) {
  const [here, smtp, replies] = [
    await newInstallation(),
    await newSmtp(),
    Promise.withResolvers<void>(),
  ]
  const emails = Array.from({ length: count }, (_, n) => `${n}@example.com`)
  for (const email of emails) await add(here, email)
  smtp.onMail = () => replies.promise
  return {
    here,
    smtp,
    replies,
    emails: emails.toSorted(),
    receivers: () => smtp.received.map(({ to }) => to).toSorted(),
    rows: () => select(here.url, 'SELECT * FROM mails'),
    waiting: () => here.query("SELECT FROM mails WHERE state IN ('waiting', 'sending')"),
    endLeases: () => here.query("UPDATE mails SET due_at = now() WHERE state = 'sending'"),
    startProcess(...options: string[]) {
      const settings = { SMTP_URL: smtp.url }
      const folder = temporaryFolder()
      const worker = startWorkerProcess({ databaseUrl: here.url, folder, settings, options })
      onTestFinished(async () => void (await worker.end('SIGKILL')))
      return worker
    },
    async work() {
      const worker = await startTestWorker({ databaseUrl: here.url }, { SMTP_URL: smtp.url })
      onTestFinished(() => worker.stop())
    },
  }
}

test('two workers together send every email exactly once', async () => {
  const { replies, emails, receivers, waiting, work } = await newOutbox(100)
  replies.resolve()
  await Promise.all([work(), work()])
  await expect.poll(waiting).toEqual([])
  expect(receivers()).toEqual(emails)
})

test.each<[what: string, welcomedSince: string, Add]>([
  ['a letter after the confirmation', '-infinity', (here, email) => addPerson(here, { email })],
  ['an email about a friend', 'infinity', addReferrer],
])('two worker processes queue and send %s once', async (_what, welcomedSince, add) => {
  const { here, replies, emails, receivers, waiting, startProcess } = await newOutbox(30, add)
  replies.resolve()
  await here.query("INSERT INTO after_letters VALUES ('welcome', $1, '-infinity')", [welcomedSince])
  const workers = [startProcess(), startProcess()]
  await expect.poll(() => receivers().length).toBeGreaterThanOrEqual(emails.length)
  await expect.poll(waiting).toEqual([])
  for (const worker of workers) await worker.end('SIGTERM')
  expect(receivers()).toEqual(emails)
})

test.each<[string, Add]>([
  ['confirmations', addUnconfirmed],
  ['emails about friends', addReferrer],
])(
  'a worker that is killed while sending does not lose %s, and repeated emails keep their Message-IDs',
  async (_what, add) => {
    const outbox = await newOutbox(30, add)
    const { smtp, replies, emails, receivers, waiting, endLeases, startProcess, work } = outbox
    smtp.onMail = () => (smtp.received.length < 12 ? undefined : replies.promise)
    const killed = startProcess()
    await expect.poll(() => smtp.received.length).toBeGreaterThanOrEqual(12)
    await killed.end('SIGKILL')
    replies.resolve()
    await endLeases()
    await work()
    await expect.poll(waiting).toEqual([])
    expect([...new Set(receivers())]).toEqual(emails)
    const ids = new Set(smtp.received.map(({ to, mail }) => `${to} ${mail.messageId}`))
    expect(ids.size).toBe(emails.length)
    // The worker was sending up to ten emails when it was killed, and sends those again.
    expect(smtp.received.length).toBeGreaterThan(emails.length)
    expect(smtp.received.length).toBeLessThanOrEqual(emails.length + 10)
  },
)

test('a worker that is told to stop waits up to 45 seconds for replies and records each reply', async () => {
  // A domain gets two emails before its first reply.
  const { smtp, replies, rows, startProcess } = await newOutbox(2)
  smtp.onMail = () => (smtp.received.length === 1 ? new Promise<void>(() => {}) : replies.promise)
  const worker = startProcess(HASTE)
  await expect.poll(() => smtp.received).toHaveLength(2)
  const start = performance.now()
  const code = worker.end('SIGTERM')
  await sleep(500)
  replies.resolve()
  expect(await code).toBe(0)
  expect(performance.now() - start).toBeGreaterThan(4_400)
  expect((await rows()).map(({ state }) => state).toSorted()).toEqual(['sending', 'sent'])
})

test('a worker that was frozen within a transaction loses its locks, and its changes are undone', async () => {
  const { here, smtp, replies, startProcess } = await newOutbox(0)
  replies.resolve()
  const arrive = (email: string) =>
    here.query("INSERT INTO inbox (email, mailbox, answers) VALUES ($1, $1, '{}')", [email])
  await arrive('ada@example.com')
  const release = await hold(here.url, 'SELECT FROM inbox FOR UPDATE')
  const worker = startProcess(SHORT_MINUTES)
  // The worker's first jobs start after the fold.
  const waiting = "SELECT FROM pg_locks WHERE locktype = 'transactionid' AND NOT granted"
  await expect.poll(() => here.query(waiting)).toHaveLength(1)
  worker.freeze()
  // The frozen worker’s transaction keeps the lock that each fold needs.
  await release()
  await here.query("SET lock_timeout = '10s'")
  await expect(fold(here, { events: false })).resolves.toBeUndefined()
  const before = await here.query('SELECT * FROM people')
  expect(before).toMatchObject([{ email: 'ada@example.com' }])
  worker.goOn()
  await expect.poll(() => smtp.received).toHaveLength(1)
  await arrive('bo@example.com')
  await expect.poll(() => smtp.received).toHaveLength(2)
  expect(await here.query("SELECT * FROM people WHERE email LIKE 'ada%'")).toEqual(before)
})

/**
 * Returns a letter and an invitation that a process sent, and that the mail server accepted while the process was
 * frozen.
 */
async function newAccepted() {
  const outbox = await newOutbox(0)
  const { here, smtp, replies, startProcess } = outbox
  await here.query(
    "INSERT INTO letters (id, subject, html, text) VALUES ('news', 'News', '<p>News</p>', 'News')",
  )
  for (const kind of ['announce', 'invite'] as const) {
    const about = kind === 'announce' ? 'news' : ''
    await addSending(here, { kind, mailbox: await addPerson(here), about })
  }
  const worker = startProcess()
  await expect.poll(() => smtp.received).toHaveLength(2)
  // A process that froze within a transaction would keep its locks.
  const begun = `SELECT FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid() AND xact_start IS NOT NULL`
  const freeze = async () => {
    worker.freeze()
    const transactions = await here.query(begun)
    if (transactions.length > 0) worker.goOn()
    return transactions
  }
  await expect.poll(freeze).toEqual([])
  replies.resolve()
  await outbox.endLeases()
  return { ...outbox, worker }
}

test('a letter that was accepted while its worker was frozen is recorded and not sent again', async () => {
  const { smtp, worker, rows, waiting } = await newAccepted()
  worker.goOn()
  await expect.poll(waiting).toEqual([])
  expect(await rows()).toMatchObject(Array(2).fill({ state: 'sent', attempts: 1 }))
  expect(smtp.received).toHaveLength(2)
})

test('a letter that another worker repeats keeps its Message-ID and the other worker’s record', async () => {
  const { smtp, worker, rows, waiting, work } = await newAccepted()
  await work()
  await expect.poll(waiting).toEqual([])
  const recorded = await rows()
  expect(recorded).toMatchObject(Array(2).fill({ state: 'sent', attempts: 2 }))
  worker.goOn()
  expect(await worker.end('SIGTERM')).toBe(0)
  expect(await rows()).toEqual(recorded)
  expect(smtp.received).toHaveLength(4)
  expect(new Set(smtp.received.map(({ mail }) => mail.messageId)).size).toBe(2)
})

test('an accepted email is recorded even if the database is down while the worker is told to stop', async () => {
  const { here, smtp, replies, rows } = await newOutbox(1)
  const worker = await startTestWorker({ databaseUrl: here.url }, { SMTP_URL: smtp.url })
  await expect.poll(() => smtp.received).toHaveLength(1)
  const name = new URL(here.url).pathname.slice(1)
  const allowConnections = (isAllowed: boolean) =>
    select(postgresUrl(), `ALTER DATABASE "${name}" ALLOW_CONNECTIONS ${isAllowed}`)
  await allowConnections(false)
  const cut = 'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1'
  expect(await select(postgresUrl(), cut, [name])).not.toEqual([])
  const stopped = worker.stop()
  replies.resolve()
  await sleep(3_000)
  await allowConnections(true)
  await stopped
  expect(await rows()).toMatchObject([{ state: 'sent', attempts: 1 }])
  expect(smtp.received).toHaveLength(1)
})

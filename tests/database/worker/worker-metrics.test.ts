// Guards worker-metrics, database-health.

import getPort from 'get-port'
import { expect, onTestFinished, test } from 'vitest'
import { openSession, type Session } from '../../../api/src/database/session.ts'
import { openMetricsPort } from '../../../api/src/metrics/port.ts'
import { JOBS, runJobs } from '../../../api/src/retention/jobs.ts'
import { openWorkerMetrics } from '../../../api/src/worker/worker-metrics.ts'
import { freshDatabase, select } from '../../support/database.ts'
import { newSmtp } from '../../support/for-a-test.ts'
import { scrape } from '../../support/metrics.ts'
import { SECRETS } from '../../support/people.ts'
import { postgresUrl } from '../../support/shared.ts'
import { startTestWorker } from '../../support/worker.ts'

/** The metrics of a worker on their port. */
async function newMetrics() {
  const url = await freshDatabase(postgresUrl(), 'migrated')
  const metrics = openWorkerMetrics(url)
  const port = await getPort()
  const onError = (error: Error) => expect.unreachable(error.message)
  const close = await openMetricsPort(metrics.registry, { host: '127.0.0.1', port, onError })
  onTestFinished(async () => {
    close()
    await metrics.close()
  })
  return { url, metrics, scrape: () => scrape(port) }
}

const ADD_MAIL = `INSERT INTO mails (kind, email_key, wanted_at)
  VALUES ('confirm', 'zwetschge@mirabelle.example', now() - make_interval(secs => $1))`
const ADD_FORM = `INSERT INTO inbox (email_key, sent_at)
  VALUES ('zwetschge@mirabelle.example', now() - make_interval(secs => $1))`
const ADD_EVENT = `INSERT INTO events (event, email_key, created_at)
  VALUES ($1, 'zwetschge@mirabelle.example', now() - make_interval(secs => $2))`

test('a worker counts the email that it sends, and reports when the mail server is away and back', async () => {
  const url = await freshDatabase(postgresUrl(), 'migrated')
  await select(
    url,
    `INSERT INTO people (email, email_key, answers, joined_at, confirmed_at)
     VALUES ('ada@example.com', 'ada@example.com', '{}', now(), now())`,
  )
  await select(url, "INSERT INTO mails (kind, email_key) VALUES ('invite', 'ada@example.com')")
  const port = await getPort()
  const worker = await startTestWorker(
    { databaseUrl: url },
    { SMTP_URL: `smtp://127.0.0.1:${port}` },
  )
  onTestFinished(() => worker.stop())
  const metrics = () => worker.registry.metrics()
  const patience = { timeout: 60_000 }
  await expect.poll(metrics, patience).toMatch(/^mail_server_up 0$/m)
  await newSmtp({ port })
  await expect.poll(metrics, patience).toMatch(/^mail_server_up 1$/m)
  await expect
    .poll(metrics, patience)
    .toContain('waitlist_sendings_total{kind="invite",outcome="sent"} 1')
  expect(await metrics()).toContain('waitlist_sendings_total{kind="webhook",outcome="failed"} 0')
})

test("the worker's metrics show how many forms, emails and webhooks wait and how old the oldest is, by kind", async () => {
  const { url, scrape } = await newMetrics()
  const client = await openSession(url)
  await client.query(ADD_FORM, [30])
  await client.query(ADD_MAIL, [100])
  await client.query(ADD_EVENT, ['joined', 5])
  await client.query(ADD_EVENT, ['left', 5_000])
  await client.close()
  const { value, text } = await scrape()
  const waiting = (kind: string) => value(`waitlist_waiting{kind="${kind}"}`)
  const age = (kind: string) => value(`waitlist_oldest_waiting_age_seconds{kind="${kind}"}`)
  expect(['form', 'confirm', 'webhook', 'announce'].map(waiting)).toEqual([1, 1, 2, 0])
  expect(age('form')).toBeGreaterThanOrEqual(30)
  expect(age('form')).toBeLessThan(100)
  expect(age('confirm')).toBeGreaterThanOrEqual(100)
  expect(age('confirm')).toBeLessThan(1_000)
  expect(age('webhook')).toBeGreaterThanOrEqual(5_000)
  expect(text).toContain('waitlist_oldest_waiting_age_seconds{kind="announce"} 0')
  expect(text).not.toMatch(SECRETS)
})

test("the worker's metrics have the last run of each job", async () => {
  const { url, scrape } = await newMetrics()
  const session = await openSession(url)
  onTestFinished(() => session.close())
  await runJobs(session, { canSend: true })
  const time = new Date('2026-11-23T12:00:00Z')
  await session.query('UPDATE jobs SET last_run_at = $1', [time])
  const { value } = await scrape()
  for (const { name } of JOBS) {
    const sample = `waitlist_job_last_run_timestamp_seconds{job="${name}"}`
    expect(value(sample), name).toBe(time.getTime() / 1_000)
  }
})

test("the worker's metrics count deadlocks and show the age of the oldest transaction", async () => {
  const { url, scrape } = await newMetrics()
  const deadlocks = async () => (await scrape()).value('database_problems_total{kind="deadlock"}')
  expect(await deadlocks()).toBe(0)
  const [one, two] = [await openSession(url), await openSession(url)]
  onTestFinished(async () => void (await Promise.all([one.close(), two.close()])))
  const lock = (session: Session, key: number) =>
    session.query(`SELECT pg_advisory_xact_lock(${key})`)
  for (const session of [one, two]) await session.query('BEGIN')
  await lock(one, 1)
  await lock(two, 2)
  const results = await Promise.allSettled([lock(one, 2), lock(two, 1)])
  expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  await Promise.all([one.query('ROLLBACK'), two.query('ROLLBACK')])
  await expect.poll(deadlocks).toBe(1)
  const { value, text } = await scrape()
  expect(value('database_transaction_age')).toBeGreaterThan(0)
  expect(text).toContain('database_problems_total{kind="damaged_page"} 0')
})

test('without the tables of the database, the other metrics of the worker are served', async () => {
  const { url, metrics, scrape } = await newMetrics()
  metrics.setMailServer(false)
  await select(url, 'ALTER VIEW sendings RENAME TO away')
  const during = await scrape()
  expect(during.text).toMatch(/^mail_server_up 0$/m)
  expect(during.text).not.toMatch(/^waitlist_waiting\{/m)
  expect(during.value('process_resident_memory_bytes')).toBeGreaterThan(0)
  await select(url, 'ALTER VIEW away RENAME TO sendings')
  metrics.setMailServer(true)
  const after = await scrape()
  expect(after.text).toMatch(/^mail_server_up 1$/m)
  expect(after.text).toContain('waitlist_waiting{kind="confirm"} 0')
})

// Guards worker-metrics, database-health.

import { expect, onTestFinished, test } from 'vitest'
import { JOBS, runJobs } from '../../../api/src/list/retention.ts'
import { openMetricsPort } from '../../../api/src/system/metrics-port.ts'
import { openSession, type Session } from '../../../api/src/system/session.ts'
import { openWorkerMetrics } from '../../../api/src/worker/worker-metrics.ts'
import { newSmtp } from '../../support/for-a-test.ts'
import { SECRETS } from '../../support/people.ts'
import { freePort } from '../../support/ports.ts'
import { startTestWorker } from '../../support/worker.ts'
import { newInstallation } from '../support/installations.ts'
import { addPerson, addSending } from '../support/mailing.ts'
import { scrape } from '../support/metrics.ts'

/** The metrics of a worker on their port. */
async function newMetrics() {
  const here = await newInstallation()
  const metrics = openWorkerMetrics(here.url)
  const port = await freePort()
  const onError = (error: Error) => expect.unreachable(error.message)
  const close = await openMetricsPort(metrics.registry, { host: '127.0.0.1', port, onError })
  onTestFinished(async () => {
    close()
    await metrics.close()
  })
  return { here, scrape: () => scrape(port) }
}

test('a worker counts the email that it sends, and reports when the mail server is away and back', async () => {
  const here = await newInstallation()
  await addSending(here, { kind: 'invite', email_key: await addPerson(here) })
  const port = await freePort()
  const settings = { SMTP_URL: `smtp://127.0.0.1:${port}` }
  const worker = await startTestWorker({ databaseUrl: here.url }, settings)
  onTestFinished(() => worker.stop())
  const metrics = () => worker.registry.metrics()
  await expect.poll(metrics).toMatch(/^mail_server_up 0$/m)
  await newSmtp({ port })
  await expect.poll(metrics).toMatch(/^mail_server_up 1$/m)
  const sent = 'waitlist_sendings_total{kind="invite",outcome="sent"} 1'
  await expect.poll(metrics).toContain(sent)
  expect(await metrics()).toContain('waitlist_sendings_total{kind="webhook",outcome="failed"} 0')
})

test("the worker's metrics show how many forms, emails and webhooks wait and how old the oldest is, by kind", async () => {
  const { here, scrape } = await newMetrics()
  const email_key = 'zwetschge@mirabelle.example'
  const ago = (seconds: number) => new Date(Date.now() - seconds * 1_000).toISOString()
  await here.query('INSERT INTO inbox (email_key, sent_at) VALUES ($1, $2)', [email_key, ago(30)])
  await addSending(here, { kind: 'confirm', email_key, wanted_at: ago(1_000) })
  await addSending(here, { kind: 'webhook', email_key, about: 'joined' })
  await addSending(here, { kind: 'webhook', email_key, about: 'left', wanted_at: ago(50_000) })
  const { value, text } = await scrape()
  for (const [kind, waiting, age] of [
    ['form', 1, 30],
    ['confirm', 1, 1_000],
    ['webhook', 2, 50_000],
    ['announce', 0, 0],
  ] as const) {
    expect(value(`waitlist_waiting{kind="${kind}"}`), kind).toBe(waiting)
    const oldest = value(`waitlist_oldest_waiting_age_seconds{kind="${kind}"}`)
    expect(oldest, kind).toBeGreaterThanOrEqual(age)
    expect(oldest, kind).toBeLessThanOrEqual(age * 10)
  }
  expect(text).not.toMatch(SECRETS)
})

test("the worker's metrics have the last run of each job", async () => {
  const { here, scrape } = await newMetrics()
  await runJobs(here, { canSend: true })
  await here.query("UPDATE jobs SET last_run_at = '2026-11-23T12:00:00Z'")
  const { value } = await scrape()
  for (const { name } of JOBS) {
    const sample = `waitlist_job_last_run_timestamp_seconds{job="${name}"}`
    expect(value(sample), name).toBe(Date.parse('2026-11-23T12:00:00Z') / 1_000)
  }
})

test("the worker's metrics count deadlocks and show the age of the oldest transaction", async () => {
  const { here, scrape } = await newMetrics()
  const deadlocks = async () => (await scrape()).value('database_problems_total{kind="deadlock"}')
  expect(await deadlocks()).toBe(0)
  const [one, two] = [await openSession(here.url), await openSession(here.url)]
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
  const { here, scrape } = await newMetrics()
  await here.query('ALTER VIEW sendings RENAME TO away')
  const during = (await scrape()).text
  expect(during).toMatch(/^mail_server_up 1$/m)
  expect(during).not.toMatch(/^waitlist_waiting\{/m)
  await here.query('ALTER VIEW away RENAME TO sendings')
  expect((await scrape()).text).toContain('waitlist_waiting{kind="confirm"} 0')
})

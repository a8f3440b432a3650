// Guards metrics-without-people, database-health.

import { WAITLIST_PATH } from '@ad-kit/contract'
import { expect, onTestFinished, test } from 'vitest'
import { type Settings, startApp, type TestApp } from '../../support/app.ts'
import { freshDatabase, select } from '../../support/database.ts'
import { bodyOf, formOf, newPerson, SECRETS, secretive } from '../../support/people.ts'
import { freePort } from '../../support/ports.ts'
import { postgresUrl } from '../../support/shared.ts'
import { scrape } from '../support/metrics.ts'

const LIMIT = 9

/** An app with a limit that the tests reach, and the port of its metrics. */
async function startWatched(further: Settings = {}): Promise<{ app: TestApp; port: number }> {
  const port = await freePort()
  const settings = { METRICS_PORT: String(port), RATE_LIMIT_MAX: String(LIMIT), ...further }
  const app = await startApp(await freshDatabase(postgresUrl(), 'migrated'), settings)
  onTestFinished(() => app.close())
  return { app, port }
}

const person = secretive()

test('the metrics count what became of signups, responses, batches and errors, and hold nothing that visitors sent', async () => {
  const { app, port } = await startWatched()
  const join = (form: object) => app.http.post(WAITLIST_PATH).send(bodyOf(form))
  await join(person)
  await select(app.databaseUrl, 'ALTER TABLE inbox RENAME TO away')
  await join(newPerson())
  await select(app.databaseUrl, 'ALTER TABLE away RENAME TO inbox')
  await select(app.databaseUrl, "ALTER TABLE inbox ADD CHECK (answers->>'first_name' <> 'Mallory')")
  await join(newPerson({ first_name: 'Mallory' }))
  await join(newPerson())
  await join(person)
  await join({ ...person, email: 'ZWETSCHGE@mirabelle.example' })
  await join({ ...person, website: 'kumquat.example' })
  await join({ ...person, role: 'Quenneville' })
  await app.http.post(WAITLIST_PATH).type('text/plain').send(person.email)
  await app.http
    .post(WAITLIST_PATH)
    .type('application/x-www-form-urlencoded')
    .send(formOf(newPerson({ last_name: 'x' })))
  await join(newPerson())
  await app.http.get('/api/health')
  await app.http.get(`/api/${person.email}`)
  await app.http.get(`/${person.company}?email=${person.email}`)
  const { text, value } = await scrape(port)

  const counted = Object.entries({
    // duplicates too: the API cannot know who is listed
    'waitlist_signups_total{outcome="stored"}': 4,
    'waitlist_signups_total{outcome="quarantined"}': 1,
    'waitlist_signups_total{outcome="invalid"}': 3,
    'waitlist_signups_total{outcome="unavailable"}': 1,
    'waitlist_signups_total{outcome="failed"}': 1,
    'waitlist_signups_total{outcome="rate_limited"}': 1,
    waitlist_limiter_hits_total: 1,
    'waitlist_limiter_requests_total{address="known"}': 10,
    'waitlist_limiter_requests_total{address="hidden"}': 0,
    'database_errors_total{code="42P01"}': 1,
    // each signup is one batch: five were written, two failed
    waitlist_batch_rows_count: 7,
    waitlist_batch_rows_sum: 7,
    waitlist_queue_rows: 0,
    database_queries_waiting: 0,
    [`http_request_duration_seconds_count{route="${WAITLIST_PATH}",status="201"}`]: 5,
    [`http_request_duration_seconds_count{route="${WAITLIST_PATH}",status="400"}`]: 2,
    [`http_request_duration_seconds_count{route="${WAITLIST_PATH}",status="503"}`]: 1,
    'http_request_duration_seconds_count{route="/api/health",status="200"}': 1,
    // all unknown routes as one
    'http_request_duration_seconds_count{route="none",status="404"}': 2,
  })
  for (const [sample, count] of counted) expect.soft(value(sample), sample).toBe(count)
  expect(value('database_errors_total{code="23514"}')).toBeGreaterThan(0)
  expect(value('database_connections_open')).toBeGreaterThan(0)
  expect(value('database_connections_idle')).toBe(value('database_connections_open'))
  expect(value('process_resident_memory_bytes')).toBeGreaterThan(0)
  expect(text).not.toMatch(SECRETS)
  expect(text).not.toContain('127.0.0.1')
})

test('the port of the metrics has nothing else, closes with the app, and is named if it is taken', async () => {
  const { app, port } = await startWatched()
  const origin = `http://127.0.0.1:${port}`
  for (const path of ['/', '/metrics/', '/api/health', WAITLIST_PATH]) {
    expect((await fetch(origin + path)).status, path).toBe(404)
  }
  expect((await fetch(`${origin}/metrics`, { method: 'POST' })).status).toBe(404)
  await scrape(port)
  await expect(startWatched({ METRICS_PORT: String(port) })).rejects.toThrow(
    `METRICS_PORT: port ${port} on 127.0.0.1 is taken.`,
  )
  await app.close()
  await expect(fetch(`${origin}/metrics`)).rejects.toThrow()
})

// On Linux, all of 127.0.0.0/8 are addresses of this machine.
test.skipIf(process.platform !== 'linux').each([
  [{ HOST: '0.0.0.0' }, false],
  [{ METRICS_HOST: '0.0.0.0' }, true],
])(
  'whether the metrics of an app with %j are on another address than 127.0.0.1: %s',
  async (settings, isServed) => {
    const { port } = await startWatched(settings)
    await scrape(port)
    const elsewhere = fetch(`http://127.0.0.2:${port}/metrics`).then(({ ok }) => ok)
    expect(await elsewhere.catch(() => false)).toBe(isServed)
  },
)

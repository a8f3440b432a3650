// Guards metrics-without-people, database-health.

import { createServer } from 'node:http'
import { WAITLIST_PATH } from '@ad-kit/contract'
import getPort from 'get-port'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { type Settings, startApp, type TestApp } from '../../support/app.ts'
import { freshDatabase, select } from '../../support/database.ts'
import { scrape } from '../../support/metrics.ts'
import { bodyOf, formOf, newPerson, SECRETS, secretive } from '../../support/people.ts'
import { postgresUrl } from '../../support/shared.ts'

const LIMIT = 9

const database = () => freshDatabase(postgresUrl(), 'migrated')

/** An app with a limit that the tests reach, and the port of its metrics. */
async function startWatched(further: Settings = {}): Promise<{ app: TestApp; port: number }> {
  const port = await getPort()
  const settings = { METRICS_PORT: String(port), RATE_LIMIT_MAX: String(LIMIT), ...further }
  const app = await startApp(await database(), settings)
  return { app, port }
}

const person = secretive()

describe('the metrics', () => {
  let text: string
  let value: (sample: string) => number
  let app: TestApp

  const outcome = (name: string) => value(`waitlist_signups_total{outcome="${name}"}`)
  const responses = (route: string, status: number) =>
    value(`http_request_duration_seconds_count{route="${route}",status="${status}"}`)

  beforeAll(async () => {
    const watched = await startWatched()
    app = watched.app
    const join = (form: object) => app.http.post(WAITLIST_PATH).send(bodyOf(form))
    await join(person)
    await select(app.databaseUrl, 'ALTER TABLE inbox RENAME TO away')
    await join(newPerson())
    await select(app.databaseUrl, 'ALTER TABLE away RENAME TO inbox')
    await select(
      app.databaseUrl,
      "ALTER TABLE inbox ADD CHECK (answers->>'first_name' <> 'Mallory')",
    )
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
    ;({ text, value } = await scrape(watched.port))
  })
  afterAll(() => app?.close())

  test('the metrics count signups by their outcome', () => {
    // duplicates too: the API cannot know who is listed
    expect(outcome('stored')).toBe(4)
    expect(outcome('quarantined')).toBe(1)
    expect(outcome('invalid')).toBe(3)
    expect(outcome('unavailable')).toBe(1)
    expect(outcome('failed')).toBe(1)
    expect(outcome('rate_limited')).toBe(1)
    expect(value('waitlist_limiter_hits_total')).toBe(1)
    expect(value('waitlist_limiter_requests_total{address="known"}')).toBe(10)
    expect(value('waitlist_limiter_requests_total{address="hidden"}')).toBe(0)
  })

  test('the metrics count the errors of the database by SQLSTATE', () => {
    expect(value('database_errors_total{code="42P01"}')).toBe(1)
    expect(value('database_errors_total{code="23514"}')).toBeGreaterThan(0)
  })

  test('the metrics measure responses by route and status, all unknown routes as one', () => {
    expect(responses(WAITLIST_PATH, 201)).toBe(5)
    expect(responses(WAITLIST_PATH, 400)).toBe(2)
    expect(responses(WAITLIST_PATH, 503)).toBe(1)
    expect(responses('/api/health', 200)).toBe(1)
    expect(responses('none', 404)).toBe(2)
    const sum = `http_request_duration_seconds_sum{route="${WAITLIST_PATH}",status="201"}`
    expect(value(sum)).toBeGreaterThan(0)
    expect(value(sum)).toBeLessThan(30)
  })

  test('the metrics show batches, the queue and the connections', () => {
    // each signup is one batch: five were written, two failed
    expect(value('waitlist_batch_rows_count')).toBe(7)
    expect(value('waitlist_batch_rows_sum')).toBe(7)
    expect(value('waitlist_queue_rows')).toBe(0)
    expect(value('database_connections_open')).toBeGreaterThan(0)
    expect(value('database_connections_idle')).toBe(value('database_connections_open'))
    expect(value('database_queries_waiting')).toBe(0)
    expect(value('process_resident_memory_bytes')).toBeGreaterThan(0)
  })

  test('the metrics hold nothing that visitors sent', () => {
    expect(text).not.toMatch(SECRETS)
    expect(text).not.toContain('127.0.0.1')
  })
})

test('the port of the metrics has nothing else, and closes with the app', async () => {
  const { app, port } = await startWatched()
  onTestFinished(() => app.close())
  const origin = `http://127.0.0.1:${port}`
  for (const path of ['/', '/metrics/', '/metrics?x=1', '/api/health', WAITLIST_PATH]) {
    expect((await fetch(origin + path)).status, path).toBe(404)
  }
  expect((await fetch(`${origin}/metrics`, { method: 'POST' })).status).toBe(404)
  await scrape(port)
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
    const { app, port } = await startWatched(settings)
    onTestFinished(() => app.close())
    await scrape(port)
    const elsewhere = fetch(`http://127.0.0.2:${port}/metrics`).then(({ ok }) => ok)
    expect(await elsewhere.catch(() => false)).toBe(isServed)
  },
)

test('a taken metrics port prevents the start, and the error names it', async () => {
  const other = createServer()
  onTestFinished(() => void other.close())
  const port = await getPort()
  await new Promise<void>((resolve) => other.listen(port, '127.0.0.1', resolve))
  await expect(startApp(await database(), { METRICS_PORT: String(port) })).rejects.toThrow(
    `METRICS_PORT: port ${port} on 127.0.0.1 is taken.`,
  )
})

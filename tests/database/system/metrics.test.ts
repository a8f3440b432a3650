// Guards metrics-without-people.

import { WAITLIST_PATH } from '@ad-kit/contract'
import { expect, onTestFinished, test } from 'vitest'
import { type Settings, startApp, type TestApp } from '../../support/app.ts'
import { freshDatabase, select } from '../../support/database.ts'
import { bodyOf, formOf, newPerson, SECRETS, secretive } from '../../support/people.ts'
import { freePort } from '../../support/ports.ts'
import { postgresUrl } from '../../support/shared.ts'
import { scrape } from '../support/metrics.ts'

/** An app, and the port of its metrics. */
async function startWatched(further: Settings = {}): Promise<{ app: TestApp; port: number }> {
  const port = await freePort()
  const settings = { METRICS_PORT: String(port), ...further }
  const app = await startApp(await freshDatabase(postgresUrl(), 'migrated'), settings)
  onTestFinished(() => app.close())
  return { app, port }
}

const person = secretive()

test('the metrics count signups, responses and waiting emails, and hold nothing that visitors sent', async () => {
  const { app, port } = await startWatched()
  const join = (form: object) => app.http.post(WAITLIST_PATH).send(bodyOf(form))
  await join(person)
  await join({ ...person, email: 'ZWETSCHGE@mirabelle.example' })
  await join({ ...person, website: 'kumquat.example' })
  await join({ ...person, role: 'Quenneville' })
  await app.http
    .post(WAITLIST_PATH)
    .type('application/x-www-form-urlencoded')
    .send(formOf(newPerson()))
  await app.http.get('/api/health')
  await app.http.get(`/api/${person.email}`)
  await app.http.get(`/${person.last_name}?email=${person.email}`)
  await app.people()
  const { text, value } = await scrape(port)

  const counted = Object.entries({
    // duplicates and bots too: the API cannot know who is listed
    waitlist_signups_total: 4,
    waitlist_waiting_emails: 2,
    [`http_request_duration_seconds_count{route="${WAITLIST_PATH}",status="201"}`]: 3,
    [`http_request_duration_seconds_count{route="${WAITLIST_PATH}",status="400"}`]: 1,
    'http_request_duration_seconds_count{route="/api/health",status="200"}': 1,
    // all unknown routes as one
    'http_request_duration_seconds_count{route="none",status="404"}': 2,
  })
  for (const [sample, count] of counted) expect.soft(value(sample), sample).toBe(count)
  expect(value('process_resident_memory_bytes')).toBeGreaterThan(0)
  expect(text).not.toMatch(SECRETS)
  expect(text).not.toContain('127.0.0.1')
})

test('without the tables of the database, the metrics lack the waiting emails only', async () => {
  const { app, port } = await startWatched()
  await select(app.databaseUrl, 'ALTER TABLE mails RENAME TO away')
  const { text } = await scrape(port)
  expect(text).not.toMatch(/^waitlist_waiting_emails /m)
  expect(text).toContain('waitlist_signups_total 0')
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
  [{}, false],
  [{ HOST: '0.0.0.0' }, true],
])(
  'whether the metrics of an app with %j are on another address than 127.0.0.1: %s',
  async (settings, isServed) => {
    const { port } = await startWatched(settings)
    await scrape(port)
    const elsewhere = fetch(`http://127.0.0.2:${port}/metrics`).then(({ ok }) => ok)
    expect(await elsewhere.catch(() => false)).toBe(isServed)
  },
)

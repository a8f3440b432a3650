import { closeSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { WAITLIST_PATH } from '@ad-kit/contract'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { readPeople } from '../support/app.ts'
import { freshDatabase } from '../support/database.ts'
import { temporaryFolder } from '../support/for-a-test.ts'
import { bodyOf, newPerson } from '../support/people.ts'
import { ask, joinRequest, open } from '../support/raw-http.ts'
import { postgresUrl } from '../support/shared.ts'
import { startApiProcess } from './support/api-process.ts'
import { expectNobodyLost, startLoad } from './support/load.ts'

/** The number of clients. They connect before the load, so the API has accepted them long before the signal. */
const VISITORS = 100

let databaseUrl: string
beforeEach(async () => {
  databaseUrl = await freshDatabase(postgresUrl(), 'migrated')
})

async function startProcess(options: { port?: number; log?: number } = {}) {
  const started = await startApiProcess({ databaseUrl, ...options })
  onTestFinished(async () => {
    await started.end('SIGKILL')
  })
  return started
}

interface Line {
  readonly reqId?: string
  readonly status?: number
  readonly signal?: string
}

function openLog() {
  const file = join(temporaryFolder(), 'api.log')
  const log = openSync(file, 'w')
  onTestFinished(() => closeSync(log))
  const lines = () =>
    readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as Line)
  return { log, lines }
}

test('on SIGTERM under load, every request on an accepted connection gets its 201', async () => {
  const { log, lines } = openLog()
  const running = await startProcess({ log })
  const visitors = await Promise.all(Array.from({ length: VISITORS }, () => open(running.origin)))
  const load = startLoad(running.origin)
  // The signal comes when half of them have sent a request.
  const statuses = visitors.map(async (socket, n) => {
    await sleep(n * 20)
    return ask(socket, joinRequest(bodyOf(newPerson()), { connection: 'close' }))
  })
  await sleep(VISITORS * 10)
  expect(await running.end('SIGTERM')).toBe(0)
  expect(await Promise.all(statuses)).toEqual(visitors.map(() => 201))
  const sent = await load.stop()
  await expectNobodyLost(sent, databaseUrl)
  // Later clients cannot connect, so none of them gets a 503.
  expect(sent.filter(({ status }) => status === 503)).toEqual([])

  const logged = lines()
  const joined = sent.filter(({ status }) => status === 201)
  expect(logged.filter(({ status }) => status === 201)).toHaveLength(VISITORS + joined.length)
  expect(logged.filter(({ signal }) => signal === 'SIGTERM')).toHaveLength(1)
})

test('after kill -9 under load, everyone who got a 201 is in the table', async () => {
  const running = await startProcess()
  const load = startLoad(running.origin)
  await sleep(1_000)
  await running.end('SIGKILL')
  const sent = await load.stop()
  await expectNobodyLost(sent, databaseUrl)

  // A visitor without a response tries again, but must be listed only once.
  const again = await startProcess({ port: running.port })
  const unsure = sent.filter(({ status }) => status === undefined).slice(0, 50)
  expect(unsure).not.toEqual([])
  for (const { email } of unsure) {
    const response = await fetch(again.origin + WAITLIST_PATH, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(bodyOf(newPerson({ email }))),
    })
    expect(response.status).toBe(201)
  }
  const emails = (await readPeople(databaseUrl)).map(({ email }) => email)
  expect(new Set(emails).size).toBe(emails.length)
  expect(emails).toEqual(expect.arrayContaining(unsure.map(({ email }) => email)))
})

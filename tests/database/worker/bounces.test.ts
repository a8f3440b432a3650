// Guards bounces.

import { spawn } from 'node:child_process'
import { mkdirSync, readdirSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openSession } from '../../../api/src/system/session.ts'
import { bounceRound } from '../../../api/src/worker/bounces.ts'
import { temporaryFolder } from '../../support/for-a-test.ts'
import { ROOT } from '../../support/repository.ts'
import { startTestWorker, TEMPLATES } from '../../support/worker.ts'
import { notificationOf } from '../support/delivery-notification.ts'
import { newInstallation } from '../support/installations.ts'
import { hold } from '../support/locks.ts'
import { addPerson } from '../support/mailing.ts'
import { outcome } from '../support/run-program.ts'

const MOST = 1_000
const LARGEST = 131_072

const JUNK = [
  'Hello',
  '',
  'Content-Type: multipart/report; boundary="b"\r\n\r\n--b',
  '\0'.repeat(100),
  notificationOf('a\0b@example.com'),
]

/** A folder for reports, and the pipe of a mail server to it. */
function newSpool() {
  const folder = temporaryFolder()
  const pipe = (report: string) => outcome(spawn(join(ROOT, 'ops/bounce'), [folder]), report)
  return { folder, pipe }
}

/** A list, a worker that reads a folder, and the people whom it has marked. */
async function newWorker(folder: string) {
  const here = await newInstallation()
  return {
    here,
    people: (count: number) => Promise.all(Array.from({ length: count }, () => addPerson(here))),
    async start() {
      const worker = await startTestWorker({ databaseUrl: here.url }, {}, TEMPLATES, folder)
      onTestFinished(() => worker.stop())
      return worker
    },
    async marked() {
      const marked = 'SELECT email FROM people WHERE undeliverable_at IS NOT NULL'
      return (await here.query<{ email: string }>(marked)).map(({ email }) => email)
    },
  }
}

test('a hundred bounces through the pipe of a mail server are handled by the worker', async () => {
  const { folder, pipe } = newSpool()
  const { people, start, marked } = await newWorker(folder)
  const worker = await start()
  const refused = await people(100)
  const ends = await Promise.all(
    [...JUNK, ...refused.map((email) => notificationOf(email))].map(pipe),
  )
  expect(ends.filter(({ code }) => code !== 0)).toEqual([])
  await expect.poll(marked).toHaveLength(refused.length)
  await expect.poll(() => readdirSync(folder)).toEqual([])
  expect(worker.log.join('\n')).not.toContain('@example.com')
})

test('a flood of reports is bounded in number and size, and the mail server keeps what is too much', async () => {
  const { folder, pipe } = newSpool()
  for (let n = 0; n < MOST - 1; n += 1) writeFileSync(join(folder, `${n}.eml`), '')
  expect(await pipe('x'.repeat(3 * LARGEST))).toMatchObject({ code: 0, stderr: '' })
  const [last = ''] = readdirSync(folder).filter((name) => !/^\d+\.eml$/.test(name))
  expect(statSync(join(folder, last)).size).toBe(LARGEST)
  const refused = await pipe('x'.repeat(LARGEST))
  expect([refused.code, refused.stderr]).toEqual([75, expect.stringContaining(folder)])
  expect(readdirSync(folder)).toHaveLength(MOST)
})

test('a report that ended the worker is skipped at the next start and deleted after a day, and one that cannot be renamed stops no other', async () => {
  const folder = temporaryFolder()
  const { people, start, marked } = await newWorker(folder)
  const [email = '', ...others] = await people(3)
  for (const [index, hours] of [23, 25].entries()) {
    const file = join(folder, `${hours}.eml.reading`)
    writeFileSync(file, notificationOf(others[index] ?? ''))
    const time = new Date(Date.now() - hours * 3_600_000)
    utimesSync(file, time, time)
  }
  writeFileSync(join(folder, '1.eml'), notificationOf('stuck@example.com'))
  mkdirSync(join(folder, '1.eml.reading'))
  writeFileSync(join(folder, '2.eml'), notificationOf(email))
  const worker = await start()
  await expect.poll(marked).toEqual([email])
  await expect
    .poll(() => readdirSync(folder).toSorted())
    .toEqual(['1.eml', '1.eml.reading', '23.eml.reading'])
  expect(worker.log.filter((line) => line.includes('deleted'))).toEqual([
    '{} a report about an email that could not be read was deleted',
  ])
  expect(worker.log.join()).not.toMatch(/example\.com|\.eml/)
})

test('two workers at once apply each report once, those in the folder and those that the API has stored', async () => {
  const folder = temporaryFolder()
  const { here, people, marked } = await newWorker(folder)
  const [stored = '', ...refused] = await people(20)
  for (const email of refused) writeFileSync(join(folder, `${email}.eml`), notificationOf(email))
  await here.query("INSERT INTO reports (kind, email_key) VALUES ('complaint', $1)", [stored])
  const outcomes: unknown[] = []
  const write = ({ outcome }: { outcome?: string }) => void outcomes.push(outcome)
  const other = await openSession(here.url, 'worker')
  onTestFinished(() => other.close())
  const log = { info: write, warn: write }
  await Promise.all([here, other].map((session) => bounceRound(folder, log)(session)))
  expect((await marked()).toSorted()).toEqual([stored, ...refused].toSorted())
  expect(outcomes).toEqual([stored, ...refused].map(() => 'marked'))
})

test('a report has another name before it is applied, and its own again if the database is lost', async () => {
  const folder = temporaryFolder()
  const { here, people, start, marked } = await newWorker(folder)
  const [email = ''] = await people(1)
  const release = await hold(here.url, 'LOCK TABLE people')
  writeFileSync(join(folder, 'x.eml'), notificationOf(email))
  await start()
  await expect.poll(() => readdirSync(folder)).toEqual(['x.eml.reading'])
  await here.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE datname = current_database() AND application_name = 'waitlist'
       AND pid <> pg_backend_pid()`,
  )
  await expect.poll(() => readdirSync(folder)).toEqual(['x.eml'])
  await release()
  await expect.poll(marked, { timeout: 20_000 }).toEqual([email])
  await expect.poll(() => readdirSync(folder)).toEqual([])
})

// Guards bounces.

import { spawn } from 'node:child_process'
import { chmodSync, mkdirSync, readdirSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openSession } from '../../../api/src/database/session.ts'
import { bounceRound } from '../../../api/src/worker/bounces.ts'
import { select } from '../../support/database.ts'
import { temporaryFolder } from '../../support/for-a-test.ts'
import { newInstallation } from '../../support/program/installations.ts'
import { addPerson } from '../../support/program/mailing.ts'
import { outcome } from '../../support/program/run-program.ts'
import { ROOT } from '../../support/repository.ts'
import { startTestWorker, TEMPLATES } from '../../support/worker.ts'

const MOST = 1_000
const LARGEST = 131_072

const bounceOf = (email: string): string =>
  [
    'From: MAILER-DAEMON@mx.example.com',
    'Content-Type: multipart/report; report-type=delivery-status; boundary="b"',
    '',
    '--b',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; mx.example.com',
    '',
    `Final-Recipient: rfc822; ${email}`,
    'Action: failed',
    'Status: 5.1.1',
    '',
    '--b',
    '',
  ].join('\r\n')

const JUNK = [
  'Hello',
  '',
  'Content-Type: multipart/report; boundary="b"\r\n\r\n--b',
  '\0'.repeat(100),
  bounceOf('a\0b@example.com'),
]

/** A spool, and the pipe of a mail server whose account has a `docker` that records its calls. */
function newSpool() {
  const root = temporaryFolder()
  const [folder, programs] = [join(root, 'spool'), join(root, 'bin')] as const
  for (const path of [folder, programs]) mkdirSync(path)
  writeFileSync(join(programs, 'docker'), '#!/bin/sh\necho >>"$0.calls"\n', { mode: 0o755 })
  const env = { PATH: `${programs}:${process.env['PATH']}` }
  const pipe = (report: string) =>
    outcome(spawn(join(ROOT, 'ops/bounce'), [folder], { env }), report)
  return { folder, pipe, calls: () => readdirSync(programs).filter((name) => name !== 'docker') }
}

test('a hundred bounces through the pipe of a mail server are handled by the worker, and start no container', async () => {
  const { folder, pipe, calls } = newSpool()
  const here = await newInstallation()
  const worker = await startTestWorker({ databaseUrl: here.url }, {}, TEMPLATES, folder)
  onTestFinished(() => worker.stop())
  const people = await Promise.all(Array.from({ length: 100 }, () => addPerson(here)))
  for (const report of JUNK) expect((await pipe(report)).code).toBe(0)
  const ends = await Promise.all(people.map((email) => pipe(bounceOf(email))))
  expect(ends.filter(({ code }) => code !== 0)).toEqual([])
  expect(calls()).toEqual([])
  const marked = 'SELECT FROM people WHERE undeliverable_at IS NOT NULL'
  await expect.poll(() => select(here.url, marked)).toHaveLength(people.length)
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

test('two workers read each report of the folder once, and each that the API has stored', async () => {
  const { folder } = newSpool()
  const here = await newInstallation()
  const people = await Promise.all(Array.from({ length: 40 }, () => addPerson(here)))
  for (const [index, email] of people.entries()) {
    if (index < 20) writeFileSync(join(folder, `${index}.eml`), bounceOf(email))
    else
      await here.query(
        `INSERT INTO reports (kind, email_key, status) VALUES ('refused', $1, '5.1.1')`,
        [email],
      )
  }
  const log: string[] = []
  const write = (detail: object, text: string) => log.push(`${JSON.stringify(detail)} ${text}`)
  const work = async () => {
    const session = await openSession(here.url, 'worker')
    onTestFinished(() => session.close())
    const round = bounceRound(folder, { info: write, warn: write })
    return () => round(session)
  }
  const rounds = await Promise.all([work(), work()])
  await Promise.all(rounds.map((round) => round()))
  expect(readdirSync(folder)).toEqual([])
  const line = '{"outcome":"marked","status":"5.1.1"} a report about an email was read'
  expect(log).toEqual(Array(40).fill(line))
})

/** A person, and a worker that reads the folder. */
async function newWorker(folder: string) {
  const here = await newInstallation()
  const start = async () => {
    const worker = await startTestWorker({ databaseUrl: here.url }, {}, TEMPLATES, folder)
    onTestFinished(() => worker.stop())
    return worker
  }
  const marked = async () => {
    const rows = await select<{ email: string }>(
      here.url,
      'SELECT email FROM people WHERE undeliverable_at IS NOT NULL',
    )
    return rows.map(({ email }) => email)
  }
  return { here, start, marked, email: await addPerson(here) }
}

test('a report that ended the worker is skipped at the next start, and deleted after a day', async () => {
  const { folder } = newSpool()
  const { here, start, marked, email } = await newWorker(folder)
  const killers = ['new.eml.reading', 'old.eml.reading'].map((name) => join(folder, name))
  for (const file of killers) writeFileSync(file, bounceOf(await addPerson(here)))
  const age = (file: string, hours: number) => {
    const time = new Date(Date.now() - hours * 3_600_000)
    utimesSync(file, time, time)
  }
  age(killers[0] ?? '', 23)
  age(killers[1] ?? '', 25)
  writeFileSync(join(folder, 'next.eml'), bounceOf(email))
  const worker = await start()
  await expect.poll(marked).toEqual([email])
  await expect.poll(() => readdirSync(folder)).toEqual(['new.eml.reading'])
  const lines = worker.log.filter((line) => line.includes('deleted'))
  expect(lines).toEqual(['{} a report about an email that could not be read was deleted'])
})

test('a report has another name before it is applied, and its own again if the database is lost', async () => {
  const { folder } = newSpool()
  const { here, start, marked, email } = await newWorker(folder)
  const other = await openSession(here.url)
  onTestFinished(() => other.close())
  await other.query('BEGIN')
  await other.query('LOCK TABLE people')
  writeFileSync(join(folder, 'x.eml'), bounceOf(email))
  await start()
  await expect.poll(() => readdirSync(folder)).toEqual(['x.eml.reading'])
  await other.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE datname = current_database() AND pid <> pg_backend_pid()`,
  )
  await expect.poll(() => readdirSync(folder)).toEqual(['x.eml'])
  await other.query('ROLLBACK')
  await expect.poll(marked, { timeout: 20_000 }).toEqual([email])
  await expect.poll(() => readdirSync(folder)).toEqual([])
})

test('a file that cannot be read or renamed, or is a folder, stops no other and is named in no log', async () => {
  const { folder } = newSpool()
  const { start, marked, email } = await newWorker(folder)
  writeFileSync(join(folder, '0-ada@example.com.eml'), '')
  chmodSync(join(folder, '0-ada@example.com.eml'), 0)
  mkdirSync(join(folder, '1.eml'))
  for (let n = 0; n < 30; n += 1) {
    mkdirSync(join(folder, `2-${n}.eml.reading`, 'x'), { recursive: true })
    writeFileSync(join(folder, `2-${n}.eml`), '')
  }
  writeFileSync(join(folder, '3.eml'), bounceOf(email))
  const worker = await start()
  await expect.poll(marked).toEqual([email])
  const stuck = () => worker.log.filter((line) => line.includes('cannot be renamed'))
  await expect.poll(stuck).toHaveLength(30)
  expect(worker.log.join()).not.toMatch(/example\.com|\.eml/)
})

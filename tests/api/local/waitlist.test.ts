import { spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { openSession } from '../../../api/src/database/session.ts'
import { runJobs } from '../../../api/src/queue/jobs/jobs.ts'
import { startPostgres } from '../../../local/postgres.ts'
import { select } from '../../support/database.ts'
import { environmentOf, outcome } from '../../support/program/run-program.ts'
import { ROOT } from '../../support/repository.ts'
import { TEMPLATES } from '../../support/worker.ts'

const folder = mkdtempSync(join(tmpdir(), 'waitlist-local-'))
// when root runs the tests, the account of Postgres needs access
chmodSync(folder, 0o755)
const dataDir = join(folder, 'data')
const samples = join(folder, 'samples.json')
writeFileSync(samples, '[]')
const mails = join(folder, 'mails.json')
writeFileSync(mails, JSON.stringify(TEMPLATES))
let running: Awaited<ReturnType<typeof startPostgres>> | undefined

afterAll(async () => {
  await running?.stop()
  rmSync(folder, { recursive: true, force: true })
})

const waitlist = (args: readonly string[], input = '') =>
  outcome(
    spawn('npm', ['run', '-s', 'waitlist', '--', ...args], {
      cwd: ROOT,
      env: { ...environmentOf(), DATA_DIR: dataDir, SAMPLES_FILE: samples, MAILS_FILE: mails },
    }),
    input,
  )

const total = async () => JSON.parse((await waitlist(['stats', '--json'])).stdout).total

test('npm run waitlist uses the database of npm start, whether the site is stopped or running', async () => {
  const csv = 'email,first_name,last_name,role\nada@example.com,Ada,Lovelace,designer\n'
  expect(await waitlist(['import', '-', '--confirmed'], csv)).toMatchObject({ code: 0, stderr: '' })
  expect(existsSync(join(dataDir, 'postgres', 'postmaster.pid'))).toBe(false)
  running = await startPostgres({ dataDir })
  expect(await total()).toBe(1)
  expect(await select(running.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
})

test('the doctor finds no problem after the statements that it prints and the jobs are run', async () => {
  const before = await waitlist(['doctor'])
  expect(before.code).toBe(1)
  expect(before.stdout).toMatch(/problem {2}roles: /)
  const statements = before.stdout.match(/^ +[A-Z].*;$/gm) ?? []
  expect(statements.length).toBeGreaterThan(4)
  for (const statement of statements) await select(running?.url ?? '', statement)
  const session = await openSession(running?.url ?? '')
  await runJobs(session)
  await session.close()
  const after = await waitlist(['doctor'])
  expect(after.stdout).toMatch(/Everything is in order\.\n$/)
  expect(after.code).toBe(0)
})

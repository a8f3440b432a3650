import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import { runJobs } from '../../../api/src/list/retention.ts'
import { openSession } from '../../../api/src/system/session.ts'
import { startPostgres } from '../../../local/postgres.ts'
import { openBoard } from '../../support/board.ts'
import { select } from '../../support/database.ts'
import { ROLES, SET_DEFAULTS } from '../../support/people.ts'
import { ROOT } from '../../support/repository.ts'
import { TEMPLATES } from '../../support/worker.ts'
import { conversation, openClient } from '../support/mcp.ts'
import { environmentOf, outcome } from '../support/run-program.ts'

const folder = mkdtempSync(join(tmpdir(), 'waitlist-local-'))
// When root runs the tests, Postgres's account needs access.
chmodSync(folder, 0o755)
const dataDir = join(folder, 'data')
const pidFile = join(dataDir, 'postgres', 'postmaster.pid')
const samples = join(folder, 'samples.json')
writeFileSync(samples, '[]')
const mails = join(folder, 'mails.json')
writeFileSync(mails, JSON.stringify(TEMPLATES))
let running: Awaited<ReturnType<typeof startPostgres>> | undefined

afterAll(async () => {
  await running?.stop()
  rmSync(folder, { recursive: true, force: true })
})

const PROGRAM = join(ROOT, 'local/waitlist.ts')

/** Runs in a folder without an `.env`, because the repository's `.env` belongs to the owner. */
const options = {
  cwd: folder,
  env: {
    ...environmentOf(),
    DATA_DIR: dataDir,
    SAMPLES_FILE: samples,
    MAILS_FILE: mails,
    SITE_URL: 'http://shop.test',
  },
}

const waitlist = (args: readonly string[], input = '') =>
  outcome(spawn(process.execPath, [PROGRAM, ...args], options), input)

const total = async () => JSON.parse((await waitlist(['stats', '--json'])).stdout).total

test('npm run waitlist uses the database of npm start, whether or not the site is running', async () => {
  const csv = `email,first_name,last_name,role\nada@example.com,Ada,Lovelace,${ROLES[0]}\n`
  expect(await waitlist(['import', '-', '--confirmed', ...SET_DEFAULTS], csv)).toMatchObject({
    code: 0,
    stderr: '',
  })
  expect(existsSync(pidFile)).toBe(false)
  running = await startPostgres({ dataDir })
  expect(await total()).toBe(1)
  expect(await select(running.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
})

test('npm run waitlist -- mcp starts the database of npm start once, and stops it', async () => {
  await running?.stop()
  const { code, stdout } = await waitlist(['mcp'], conversation('stats', 'mail'))
  const ids = stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line).id)
  expect({ code, ids: ids.toSorted() }).toEqual({ code: 0, ids: [0, 1, 2] })
  expect(existsSync(pidFile)).toBe(false)
})

test('the site can start and stop while an mcp client stays connected', async () => {
  const env = { ...options.env, PATH: process.env['PATH'] ?? '', HOME: folder }
  const mcp = await openClient({ ...options, args: [PROGRAM, 'mcp'], env })
  const total = async () => JSON.parse(await mcp.call('stats')).total
  const stopped = async () => {
    await vi.waitFor(() => expect(existsSync(pidFile)).toBe(false), { timeout: 30_000 })
    // pg_ctl looks for the file every 100 ms, and must not see the next server's file.
    await sleep(1_000)
  }
  expect(await total()).toBe(1)
  await stopped()
  running = await startPostgres({ dataDir })
  expect(await total()).toBe(1)
  await running.stop()
  expect(await Promise.all([total(), total()])).toEqual([1, 1])
  await stopped()
  running = await startPostgres({ dataDir })
})

test('an open board shows the list again once the site has restarted, and does not start the database meanwhile', async () => {
  const child = spawn(process.execPath, [PROGRAM, 'board'], options)
  onTestFinished(() => void child.kill('SIGKILL'))
  const [url] = (await once(createInterface(child.stdout), 'line')) as [string]
  const { origin, cookie } = await openBoard({ url })
  const overview = async () => (await fetch(origin, { headers: { cookie } })).text()
  expect(await overview()).toContain('On the list')
  await running?.stop()
  expect(await overview()).toContain('The site has stopped, and its database with it.')
  expect(existsSync(pidFile)).toBe(false)
  running = await startPostgres({ dataDir })
  expect(await overview()).toContain('On the list')
  child.kill('SIGINT')
  await once(child, 'close')
})

test('the doctor finds no problem once the statements that it printed, and the jobs, have run', async () => {
  const before = await waitlist(['doctor'])
  expect(before.code).toBe(1)
  expect(before.stdout).toMatch(/problem {2}roles: /)
  const statements = before.stdout.match(/^ +[A-Z].*;$/gm) ?? []
  expect(statements.length).toBeGreaterThan(4)
  for (const statement of statements) await select(running?.url ?? '', statement)
  const session = await openSession(running?.url ?? '')
  await runJobs(session, { canSend: true })
  await session.close()
  const after = await waitlist(['doctor'])
  expect(after.stdout).toMatch(/No problems\.\n$/)
  expect(after.code).toBe(0)
})

test('the browser gets the board’s link in a private file, not in its arguments', async () => {
  const seen = join(folder, 'arguments')
  // The program that a desktop uses to open files and addresses.
  const recorder = `#!/bin/sh\n[ "$1" = help ] || { echo "$@" >${seen}.new && mv ${seen}.new ${seen}; }\n`
  writeFileSync(join(folder, 'gio'), recorder, { mode: 0o755 })
  const child = spawn('script', ['-qec', `${process.execPath} ${PROGRAM} board`, '/dev/null'], {
    cwd: folder,
    env: {
      ...environmentOf(),
      PATH: `${folder}:${process.env['PATH']}`,
      DATA_DIR: dataDir,
      MAILS_FILE: mails,
      DISPLAY: ':9',
      XDG_CURRENT_DESKTOP: 'GNOME',
    },
  })
  let shown = ''
  child.stdout.on('data', (chunk) => {
    shown += chunk
  })
  await expect.poll(() => existsSync(seen), { timeout: 30_000 }).toBe(true)
  // The terminal may show the link after the browser has opened it.
  const link = await vi.waitUntil(() => /http:\S+token=\S+(?=\s)/.exec(shown)?.[0], 20_000)
  const [, page = ''] = readFileSync(seen, 'utf8').trim().split(' ')
  expect(page).toMatch(/board-[\w-]+\.html$/)
  expect(statSync(page).mode & 0o777).toBe(0o600)
  expect(readFileSync(page, 'utf8')).toContain(`url=${link}"`)
  child.stdin.write('\u0003')
  await once(child, 'close')
  expect(existsSync(page)).toBe(false)
})

// Runs by day if a change touches local/.

import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { startPostgres } from '../../../local/postgres.ts'
import { migrateForApi, select } from '../../support/database.ts'

const JOIN = `INSERT INTO people (email, mailbox, answers)
  VALUES ('a@example.com', 'a@example.com', '{"first_name": "Ada"}')`

const folder = mkdtempSync(join(tmpdir(), 'local-postgres-'))
// When root runs the tests, Postgres's account must be able to enter the folder.
chmodSync(folder, 0o755)
const dataDir = join(folder, 'data of $HOME, "Ada\'s"')
const pidFile = join(dataDir, 'postgres', 'postmaster.pid')
let running: Awaited<ReturnType<typeof startPostgres>> | undefined

async function start(onLost = () => {}) {
  running = await startPostgres({ dataDir, onLost })
  return running
}

async function stop(): Promise<void> {
  await running?.stop()
  running = undefined
}

const pidOf = () => Number(readFileSync(pidFile, 'utf8').split('\n')[0])
const emails = (url: string) => select(url, 'SELECT email FROM people')

afterEach(stop)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('the local Postgres starts after an interrupted start, in any folder, and keeps its data', async () => {
  mkdirSync(join(dataDir, 'postgres.new', 'base'), { recursive: true })
  const { url } = await start()
  await migrateForApi(url)
  await select(url, JOIN)
  await stop()
  await expect(select(url, 'SELECT 1')).rejects.toMatchObject({ code: 'ECONNREFUSED' })
  const again = await start()
  expect(await emails(again.url)).toHaveLength(1)
  expect(await select(again.url, 'SHOW data_checksums')).toEqual([{ data_checksums: 'on' }])
})

test('another account of the machine cannot read the waitlist', async () => {
  const { url } = await start()
  expect(statSync(join(dataDir, 'postgres-password')).mode & 0o777).toBe(0o600)
  const stranger = Object.assign(new URL(url), { password: 'guessed' })
  await expect(select(stranger.href, 'SELECT 1')).rejects.toMatchObject({ code: '28P01' })
})

test('a second start does not touch the Postgres of a running site, even a slow one', async () => {
  const { url } = await start()
  await expect(startPostgres({ dataDir })).rejects.toThrow(/in use by another run/)
  const shared = await startPostgres({ dataDir, share: true })
  await shared.stop()
  const pid = pidOf()
  process.kill(pid, 'SIGSTOP')
  try {
    await expect(startPostgres({ dataDir })).rejects.toThrow(/in use by another run/)
  } finally {
    process.kill(pid, 'SIGCONT')
  }
  expect(await emails(url)).toHaveLength(1)
})

test('the local Postgres reports a crash, and starts again with everything committed', async () => {
  const onLost = vi.fn()
  await start(onLost)
  process.kill(pidOf(), 'SIGKILL')
  await expect.poll(() => onLost.mock.calls).not.toEqual([])
  const { url } = await start()
  expect(await emails(url)).toHaveLength(1)
})

test('a stale PID file that points to another program does not prevent a start', async () => {
  writeFileSync(pidFile, `${process.pid}\n${join(dataDir, 'postgres')}\n1\n5432\n`)
  await start()
})

test('a Postgres server that an aborted run left running is stopped before a new one starts', async () => {
  const { url } = await start()
  const pid = pidOf()
  // Only an open connection shows that a site uses the server.
  await select(
    url,
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name LIKE 'site%'",
  )
  await start()
  expect(pidOf()).not.toBe(pid)
})

test('the error for a DATA_DIR that is a file, or that cannot be created, shows its path', async () => {
  const file = join(folder, 'file')
  writeFileSync(file, '')
  for (const dataDir of [file, join(file, 'below'), '/proc/data/site']) {
    await expect(startPostgres({ dataDir })).rejects.toThrow(`DATA_DIR: ${dataDir} is not a folder`)
  }
})

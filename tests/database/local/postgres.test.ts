// Guards local-start.

import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { rename } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, expect, test } from 'vitest'
import { startPostgres } from '../../../local/postgres.ts'
import { migrateForApi, select } from '../../support/database.ts'

const JOIN = `INSERT INTO people (email, email_key, answers)
  VALUES ('a@example.com', 'a@example.com', '{"first_name": "Ada"}')`

const folder = mkdtempSync(join(tmpdir(), 'local-postgres-'))
// If the tests run as root, the account of Postgres has to enter it.
chmodSync(folder, 0o755)
const dataDir = join(folder, 'data')
const pidFile = join(dataDir, 'postgres', 'postmaster.pid')
let running: Awaited<ReturnType<typeof startPostgres>> | undefined

async function start(onLost?: () => void): Promise<Awaited<ReturnType<typeof startPostgres>>> {
  running = await startPostgres({ dataDir, ...(onLost && { onLost }) })
  return running
}

async function stop(): Promise<void> {
  await running?.stop()
  running = undefined
}

afterEach(stop)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('the local Postgres starts after its first start was interrupted', async () => {
  mkdirSync(join(dataDir, 'postgres.new', 'base'), { recursive: true })
  const { url } = await start()
  await migrateForApi(url)
  await select(url, JOIN)
})

test('the local Postgres keeps its data, with checksums, and ends when it is stopped', async () => {
  const { url } = await start()
  expect(await select(url, 'SELECT email FROM people')).toHaveLength(1)
  expect(await select(url, 'SHOW data_checksums')).toEqual([{ data_checksums: 'on' }])
  await stop()
  await expect(select(url, 'SELECT 1')).rejects.toMatchObject({ code: 'ECONNREFUSED' })
})

test('another account of the machine cannot read the waitlist', async () => {
  const { url } = await start()
  expect(statSync(join(dataDir, 'postgres-password')).mode & 0o777).toBe(0o600)
  const stranger = Object.assign(new URL(url), { password: 'guessed' })
  await expect(select(stranger.href, 'SELECT 1')).rejects.toMatchObject({ code: '28P01' })
})

test('a second start leaves the Postgres of a running one alone', async () => {
  const { url } = await start()
  await expect(startPostgres({ dataDir })).rejects.toThrow(/in use by another start/)
  const shared = await startPostgres({ dataDir, share: true })
  await shared.stop()
  expect(await select(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
})

test('a second start leaves the Postgres of a running one alone while it is too slow to respond', async () => {
  const { url } = await start()
  const pid = Number(readFileSync(pidFile, 'utf8').split('\n')[0])
  process.kill(pid, 'SIGSTOP')
  try {
    await expect(startPostgres({ dataDir })).rejects.toThrow(/in use by another start/)
  } finally {
    process.kill(pid, 'SIGCONT')
  }
  expect(await select(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
})

test('the local Postgres reports a crash, and starts again with everything committed', async () => {
  let tellLost = () => {}
  const lost = new Promise<void>((resolve) => {
    tellLost = resolve
  })
  await start(() => tellLost())
  process.kill(Number(readFileSync(pidFile, 'utf8').split('\n')[0]), 'SIGKILL')
  await lost
  const { url } = await start()
  expect(await select(url, 'SELECT email FROM people')).toHaveLength(1)
})

test('a stale PID file that names another program does not prevent a start', async () => {
  writeFileSync(pidFile, `${process.pid}\n${join(dataDir, 'postgres')}\n1\n5432\n`)
  await start()
})

test('a server that an aborted run has left is stopped before the start', async () => {
  const left = await start()
  const pid = readFileSync(pidFile, 'utf8').split('\n')[0]
  // Without this connection, nothing shows that a site uses the server.
  await select(
    left.url,
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name LIKE 'site%'",
  )
  await start()
  expect(readFileSync(pidFile, 'utf8').split('\n')[0]).not.toBe(pid)
})

test('a Postgres that does not start is reported in its own words', async () => {
  await expect(startPostgres({ dataDir, settings: ['shared_buffers=1'] })).rejects.toThrow(
    /^Postgres does not start: .*shared_buffers/,
  )
  await rename(pidFile.replace('postmaster.pid', 'global'), join(dataDir, 'moved'))
  try {
    await expect(start()).rejects.toThrow(/^Postgres does not start: .*global\/pg_control/)
  } finally {
    await rename(join(dataDir, 'moved'), pidFile.replace('postmaster.pid', 'global'))
  }
})

test('data of another major version of Postgres is refused', async () => {
  writeFileSync(join(dataDir, 'postgres', 'PG_VERSION'), '9.6\n')
  await expect(start()).rejects.toThrow(/made by Postgres 9\.6/)
})

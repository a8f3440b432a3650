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
import { afterAll, describe, expect, test } from 'vitest'
import { type LocalPostgres, startPostgres } from '../../api/local/postgres.ts'
import { migrateForApi, select } from '../support/database.ts'

const KEEP = `INSERT INTO signups (email, email_key, answers)
  VALUES ('a@example.com', 'a@example.com', '{"first_name": "Ada"}')`

describe('the Postgres of npm start', () => {
  const folder = mkdtempSync(join(tmpdir(), 'local-postgres-'))
  // for root: the account of Postgres has to get in
  chmodSync(folder, 0o755)
  const dataDir = join(folder, 'data')
  const pidFile = join(dataDir, 'postgres', 'postmaster.pid')
  const pid = (): number => Number(readFileSync(pidFile, 'utf8').split('\n')[0])
  let running: LocalPostgres | undefined

  afterAll(async () => {
    await running?.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  test('the embedded Postgres starts after an earlier start was aborted while it made its data', async () => {
    mkdirSync(join(dataDir, 'postgres.new', 'base'), { recursive: true })
    const postgres = await startPostgres({ dataDir })
    await migrateForApi(postgres.url)
    await select(postgres.url, KEEP)
    await postgres.stop()
  })

  test('the embedded Postgres keeps its data, and ends when it is stopped', async () => {
    running = await startPostgres({ dataDir })
    expect(await select(running.url, 'SELECT email FROM signups')).toHaveLength(1)
    const { url } = running
    await running.stop()
    running = undefined
    await expect(select(url, 'SELECT 1')).rejects.toMatchObject({ code: 'ECONNREFUSED' })
  })

  test('the embedded Postgres has data checksums, so that a damaged page is an error', async () => {
    running = await startPostgres({ dataDir })
    expect(await select(running.url, 'SHOW data_checksums')).toEqual([{ data_checksums: 'on' }])
    await running.stop()
    running = undefined
  })

  test('another account of the machine cannot read the waitlist', async () => {
    running = await startPostgres({ dataDir })
    const password = join(dataDir, 'postgres-password')
    expect(statSync(password).mode & 0o777).toBe(0o600)
    const stranger = new URL(running.url)
    stranger.password = 'guessed'
    await expect(select(stranger.href, 'SELECT 1')).rejects.toMatchObject({ code: '28P01' })
    await running.stop()
  })

  test('a second start leaves the Postgres of a running one alone', async () => {
    running = await startPostgres({ dataDir })
    await expect(startPostgres({ dataDir })).rejects.toThrow(/in use by another start/)
    expect(await select(running.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
  })

  test('a server that ends by itself is reported', async () => {
    const lost = new Promise<void>((resolve) => running?.onLost(resolve))
    process.kill(pid(), 'SIGKILL')
    await lost
    running = undefined
  })

  test('the embedded Postgres starts after a crash, with everything that was committed', async () => {
    running = await startPostgres({ dataDir })
    expect(await select(running.url, 'SELECT email FROM signups')).toHaveLength(1)
    await running.stop()
    running = undefined
  })

  test('a stale PID file that names another program does not prevent a start', async () => {
    writeFileSync(pidFile, `${process.pid}\n${join(dataDir, 'postgres')}\n1\n5432\n`)
    running = await startPostgres({ dataDir })
    await running.stop()
    running = undefined
  })

  test('data of another major version of Postgres is refused', async () => {
    writeFileSync(join(dataDir, 'postgres', 'PG_VERSION'), '9.6\n')
    await expect(startPostgres({ dataDir })).rejects.toThrow(/made by Postgres 9\.6/)
  })
})

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import getPort from 'get-port'
import { asApi } from '../../support/database.ts'
import { findOnPath } from '../../support/on-path.ts'

const program = findOnPath('pgbouncer')

/** The reason why this machine cannot run tests with PgBouncer, or undefined if it can. */
export const missingPgBouncer =
  program === undefined ? 'there is no pgbouncer on the PATH' : undefined

/** PgBouncer refuses to run as root. This is the id of `nobody` on most systems. */
const ACCOUNT = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}

const decoded = ({ username, password }: URL): string[] =>
  [username, password].map(decodeURIComponent)

/** A PgBouncer in transaction mode, in front of a Postgres server. */
export interface TestPgBouncer {
  /** The URL of the database through PgBouncer, for the owner of the tables. */
  readonly url: string
  stop(): Promise<void>
}

async function untilListening(child: ChildProcess, output: () => string): Promise<void> {
  while (!output().includes('process up')) {
    if (child.exitCode !== null) throw new Error(`PgBouncer has ended:\n${output()}`)
    await sleep(20)
  }
}

/**
 * Starts PgBouncer and waits until it accepts connections.
 * @param databaseUrl the URL for the owner of the tables
 */
export async function startPgBouncer(databaseUrl: string): Promise<TestPgBouncer> {
  if (program === undefined) throw new Error(missingPgBouncer)
  const server = new URL(databaseUrl)
  const port = await getPort()
  const folder = mkdtempSync(join(tmpdir(), 'pgbouncer-'))
  chmodSync(folder, 0o755)
  const accounts = [server, new URL(await asApi(databaseUrl))].map(decoded)
  const userList = join(folder, 'users.txt')
  writeFileSync(userList, accounts.map(([name, word]) => `"${name}" "${word}"\n`).join(''))
  const config = join(folder, 'pgbouncer.ini')
  writeFileSync(
    config,
    [
      '[databases]',
      `* = host=${server.hostname} port=${server.port}`,
      '[pgbouncer]',
      'listen_addr = 127.0.0.1',
      `listen_port = ${port}`,
      'unix_socket_dir =',
      'auth_type = plain',
      `auth_file = ${userList}`,
      'pool_mode = transaction',
      // Fewer than the API's pool, so that its connections have to share.
      'default_pool_size = 2',
      '',
    ].join('\n'),
  )
  const child = spawn(program, [config], { stdio: ['ignore', 'ignore', 'pipe'], ...ACCOUNT })
  let output = ''
  child.stderr?.on('data', (chunk: Buffer) => {
    output += chunk
  })
  await untilListening(child, () => output)
  const url = new URL(databaseUrl)
  url.hostname = '127.0.0.1'
  url.port = String(port)
  return {
    url: url.href,
    async stop() {
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
      rmSync(folder, { recursive: true })
    },
  }
}

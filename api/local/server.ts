import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import type { Cluster } from './cluster.ts'
import { freePort } from './ports.ts'
import { runProgram } from './program.ts'

/** Any number that only this project takes a lock by. */
const HOLD_LOCK = 7_303_014_151

/** The maintenance database of a cluster, or another one, on this machine. */
export const clusterUrl = ({ password }: Cluster, port: number, database = 'postgres'): string =>
  `postgres://postgres:${password}@127.0.0.1:${port}/${database}`

/** Marks the cluster as in use for as long as this connection lives. False: it is already. */
export async function holdCluster(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ held: boolean }>(
    'SELECT pg_try_advisory_lock($1) AS held',
    [HOLD_LOCK],
  )
  return rows[0]?.held === true
}

/** Ends the server at once but cleanly: what was committed is on disk. */
export async function stopServer(
  { dir, account, binaries }: Cluster,
  limitSeconds = 30,
): Promise<void> {
  const limit = String(limitSeconds)
  await runProgram(binaries.pgCtl, ['stop', '-D', dir, '-m', 'fast', '-w', '-t', limit], {
    account,
    cwd: dir,
  })
}

async function launch(
  { dir, account, binaries }: Cluster,
  port: number,
  settings: readonly string[],
): Promise<void> {
  const log = join(dir, 'server.log')
  await rm(log, { force: true })
  const options = [
    `port=${port}`,
    'listen_addresses=127.0.0.1',
    "unix_socket_directories=''",
    ...settings,
  ]
  const flags = options.map((option) => `-c ${option}`).join(' ')
  await runProgram(binaries.pgCtl, ['start', '-D', dir, '-w', '-t', '60', '-l', log, '-o', flags], {
    account,
    cwd: dir,
  })
}

export interface ServerOptions {
  /** A free one by default. */
  readonly port?: number
  /** Further settings of the server, as `name=value`. */
  readonly settings?: readonly string[]
}

/**
 * Starts the server of a cluster, by default on a free port, and returns that. Between finding a port
 * and taking it another program may come first, so it is tried again.
 */
export async function startServer(
  cluster: Cluster,
  options: ServerOptions,
  attempts = 3,
): Promise<number> {
  const port = options.port ?? (await freePort())
  try {
    await launch(cluster, port, options.settings ?? [])
    return port
  } catch (error) {
    if (attempts <= 1) throw error
    return startServer(cluster, options, attempts - 1)
  }
}

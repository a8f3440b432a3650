import { type SpawnOptions, type StdioOptions, spawn } from 'node:child_process'
import { once } from 'node:events'
import { open, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import getPort from 'get-port'
import pg from 'pg'
import { OwnerError } from '../contract/owner-error.ts'
import { run } from './account.ts'
import { type Cluster, type DataOptions, failure, openCluster } from './cluster.ts'

const DATABASE = 'waitlist'

/** A running site keeps a connection with this name open, which tells other runs that the server is in use. */
const HOLDER = 'site of this data'

export interface RunOptions {
  /** Defaults to a free port. */
  readonly port?: number
  /** Additional server settings, as `name=value`. */
  readonly settings?: readonly string[]
  /** True uses another run's server if there is one; `only` never starts one. `stop` leaves that server running. */
  readonly share?: boolean | 'only'
  /** Called if the server stops unexpectedly. */
  readonly onLost?: () => void
}

const urlOf = ({ password }: Cluster, port: number, database = DATABASE): string =>
  `postgres://postgres:${password}@127.0.0.1:${port}/${database}`

const commandOf = (pid: number): Promise<string> =>
  readFile(`/proc/${pid}/cmdline`, 'utf8')
    .catch(() => run('ps', ['-o', 'args=', '-p', String(pid)]))
    .catch(() => '')

const PID_FILE = 'postmaster.pid'

const readPidFile = async (dir: string): Promise<string[]> =>
  (await readFile(join(dir, PID_FILE), 'utf8').catch(() => '')).split('\n')

/** Returns the port of the cluster's server from the fourth line of its PID file. */
async function findServer({ dir }: Cluster): Promise<number | undefined> {
  const [pid, , , port] = (await readPidFile(dir)).map(Number)
  if (!pid) return undefined
  if ((await commandOf(pid)).includes(dir)) return port
  // This file is left over from a crash. With it, Postgres would refuse to start if another program now has that
  // process id.
  await rm(join(dir, PID_FILE), { force: true })
  return undefined
}

/** A server on a busy machine may take this long to respond. */
const PATIENCE_MS = 10_000

/**
 * Returns whether another run of this site uses the server. Only a refused connection shows that a server is gone,
 * because one that is slow, starting or full may still be in use.
 */
async function isInUse(cluster: Cluster, port: number): Promise<boolean> {
  const connectionString = urlOf(cluster, port, 'postgres')
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: PATIENCE_MS })
  try {
    await client.connect()
    const holder = 'SELECT 1 FROM pg_stat_activity WHERE application_name = $1'
    return (await client.query(holder, [HOLDER])).rows.length > 0
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ECONNREFUSED'
  } finally {
    await client.end().catch(() => {})
  }
}

/** Shuts a running server down cleanly, so that committed data is on disk. */
async function stopServer(cluster: Cluster): Promise<void> {
  if ((await findServer(cluster)) === undefined) return
  const { programs, dir, account } = cluster
  const how = ['-m', 'fast', '-w', '-t', '30']
  await run(join(programs, 'bin/pg_ctl'), ['stop', '-D', dir, ...how], account)
}

/**
 * Runs the server in the background, and resolves once it accepts connections. pg_ctl is not used, because its shell
 * would expand a `$` in the data path.
 * @throws if it exits, or takes longer than a minute
 */
async function runServer({ programs, dir, account }: Cluster, log: string, settings: string[]) {
  const output = await open(log, 'w', 0o600)
  const args = ['-D', dir, ...settings.flatMap((setting) => ['-c', setting])]
  const stdio: StdioOptions = ['ignore', output.fd, output.fd]
  const options: SpawnOptions = { ...account, cwd: '/', detached: true, stdio }
  const server = spawn(join(programs, 'bin/postgres'), args, options)
  await once(server, 'spawn').finally(() => output.close())
  server.unref()
  const end = Date.now() + 60_000
  while (server.exitCode === null && Date.now() < end) {
    const [pid, , , , , , , state] = await readPidFile(dir)
    if (Number(pid) === server.pid && state?.trim() === 'ready') return
    await sleep(50)
  }
  server.kill('SIGQUIT')
  throw new Error('Postgres did not start.')
}

/** Starts the server. Retries, because another program may take the free port first. */
async function startServer(cluster: Cluster, { port: fixed, settings = [] }: RunOptions) {
  const log = join(cluster.dir, 'server.log')
  for (let attempt = 1; ; attempt += 1) {
    const port = fixed ?? (await getPort({ host: '127.0.0.1' }))
    const own = [`port=${port}`, 'listen_addresses=127.0.0.1', 'unix_socket_directories=']
    await rm(log, { force: true })
    try {
      await runServer(cluster, log, [...own, ...settings])
      return port
    } catch (error) {
      if (attempt < 3) continue
      throw failure(await readFile(log, 'utf8').catch(() => ''), error)
    }
  }
}

/** Connects, and creates the database if necessary. */
async function prepare(client: pg.Client): Promise<void> {
  await client.connect()
  const known = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [DATABASE])
  if (known.rows.length === 0) await client.query(`CREATE DATABASE ${DATABASE}`)
}

/**
 * Starts Postgres on a data folder, reachable from this machine only. First stops any server that an aborted run left
 * behind. The `dataDir` in the result is where the data really is, because it may have moved.
 * @throws if another run of this site uses the data, unless `share` is set, or if none does and `share` is `only`
 */
export async function startPostgres(options: DataOptions & RunOptions) {
  const cluster = await openCluster(options)
  const { account, dataDir } = cluster
  const running = await findServer(cluster)
  if (running !== undefined && (await isInUse(cluster, running))) {
    if (options.share) {
      const url = urlOf(cluster, running)
      return { account, url, dataDir, isShared: true, stop: async () => {} }
    }
    throw new Error(
      `The data in ${cluster.dir} is in use by another run of this site, or its Postgres does ` +
        'not respond. Stop that run or that Postgres, or choose another folder with DATA_DIR.',
    )
  }
  if (options.share === 'only') {
    throw new OwnerError('The site has stopped, and its database with it. Start the site again.')
  }
  await stopServer(cluster)

  const port = await startServer(cluster, options)
  // This connection tells other runs that the server is in use, and its loss shows that the server is gone.
  const connectionString = urlOf(cluster, port, 'postgres')
  const client = new pg.Client({ connectionString, application_name: HOLDER })
  client.on('error', () => options.onLost?.())
  await prepare(client).catch(async (error) => {
    await stopServer(cluster)
    throw error
  })
  return {
    account,
    url: urlOf(cluster, port),
    dataDir,
    isShared: false,
    /** Stops the server and keeps the data. */
    async stop() {
      await client.end().catch(() => {})
      await stopServer(cluster)
    },
  }
}

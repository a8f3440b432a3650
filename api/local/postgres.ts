import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { type Cluster, type ClusterOptions, openCluster } from './cluster.ts'
import { freePort } from './ports.ts'
import { runProgram } from './run-program.ts'

const DATABASE = 'waitlist'

/** The number of the advisory lock that a running site holds. */
const LOCK = 7_303_014_151

export interface LocalPostgresOptions extends ClusterOptions {
  /** A free one by default. */
  readonly port?: number
  /** Further settings of the server, as `name=value`. */
  readonly settings?: readonly string[]
  /** Uses the server of another run if there is one. Its `stop` leaves that server running. */
  readonly share?: boolean
}

export interface LocalPostgres {
  readonly url: string
  /** The folder of the data, which may have moved. */
  readonly dataDir: string
  /** Ends the server and returns when it has ended. The data stays. */
  stop(): Promise<void>
  /** Calls back if the server ends by itself. */
  onLost(tell: () => void): void
}

const urlOf = ({ password }: Cluster, port: number, database = DATABASE): string =>
  `postgres://postgres:${password}@127.0.0.1:${port}/${database}`

/** Takes the lock for as long as the connection lives. Returns false if another run holds it. */
async function lock(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query('SELECT pg_try_advisory_lock($1) AS locked', [LOCK])
  return rows[0].locked
}

const commandOf = (pid: number): Promise<string> =>
  readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() =>
    runProgram('ps', ['-o', 'args=', '-p', String(pid)]).catch(() => ''),
  )

/** Returns the port of the cluster's server, which its PID file has in the fourth line. */
async function findServer({ dir }: Cluster): Promise<number | undefined> {
  const file = join(dir, 'postmaster.pid')
  const [pid, , , port] = (await readFile(file, 'utf8').catch(() => '')).split('\n').map(Number)
  if (!pid) return undefined
  if ((await commandOf(pid)).includes(dir)) return port
  // After a crash, another program may have that number, and Postgres would refuse to start.
  await rm(file, { force: true })
  return undefined
}

/** Whether another run of this site uses the server now. */
async function isInUse(cluster: Cluster, port: number): Promise<boolean> {
  const connectionString = urlOf(cluster, port, 'postgres')
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 3_000 })
  try {
    await client.connect()
    return !(await lock(client))
  } catch {
    return false
  } finally {
    await client.end().catch(() => {})
  }
}

/** Ends the server cleanly: committed data is on disk. */
const stopServer = ({ pgCtl }: Cluster, seconds = 30): Promise<string> =>
  pgCtl('stop', '-m', 'fast', '-w', '-t', String(seconds))

/** Starts the server. It tries again, because another program may take the free port first. */
async function startServer(
  { dir, pgCtl }: Cluster,
  { port: fixed, settings = [] }: LocalPostgresOptions,
): Promise<number> {
  const local = ['listen_addresses=127.0.0.1', "unix_socket_directories=''", ...settings]
  const log = join(dir, 'server.log')
  for (let attempt = 1; ; attempt += 1) {
    const port = fixed ?? (await freePort())
    const options = [`port=${port}`, ...local].map((setting) => `-c ${setting}`).join(' ')
    await rm(log, { force: true })
    try {
      await pgCtl('start', '-w', '-t', '60', '-l', log, '-o', options)
      return port
    } catch (error) {
      if (attempt === 3) throw error
    }
  }
}

/** Locks the cluster, and creates the database if it does not exist. */
async function prepare(client: pg.Client): Promise<void> {
  await client.connect()
  await lock(client)
  const known = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [DATABASE])
  if (known.rows.length === 0) await client.query(`CREATE DATABASE ${DATABASE}`)
}

/**
 * Starts Postgres, reachable from this machine only, with the data of a folder. A server that an
 * aborted run has left is stopped first.
 * @throws when another run of this site uses the data, unless `share` is set
 */
export async function startPostgres(options: LocalPostgresOptions): Promise<LocalPostgres> {
  const cluster = await openCluster(options)
  const { dataDir } = cluster
  const running = await findServer(cluster)
  if (running !== undefined && (await isInUse(cluster, running))) {
    if (options.share)
      return { url: urlOf(cluster, running), dataDir, stop: async () => {}, onLost: () => {} }
    throw new Error(
      `The data in ${cluster.dir} is in use by another start of this site. ` +
        'Stop that one, or choose another folder with DATA_DIR.',
    )
  }
  if (running !== undefined) await stopServer(cluster)

  const port = await startServer(cluster, options)
  // This connection holds the lock, and shows when the server is lost.
  const client = new pg.Client({ connectionString: urlOf(cluster, port, 'postgres') })
  let lost = false
  let tellLost = (): void => {}
  client.on('error', () => {
    lost = true
    tellLost()
  })
  await prepare(client).catch(async (error) => {
    await stopServer(cluster)
    throw error
  })
  return {
    url: urlOf(cluster, port),
    dataDir,
    async stop() {
      tellLost = () => {}
      await client.end().catch(() => {})
      // A lost server has most likely ended.
      if (lost) await stopServer(cluster, 3).catch(() => {})
      else await stopServer(cluster)
    },
    onLost(tell) {
      tellLost = tell
    },
  }
}

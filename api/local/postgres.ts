import { createHash } from 'node:crypto'
import { chmod, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { type Account, canReach, postgresAccount } from './account.ts'
import { findBinaries } from './binaries.ts'
import { type Cluster, openCluster } from './cluster.ts'
import { clearLeftOver, findRunning } from './left-over.ts'
import { clusterUrl, holdCluster, type ServerOptions, startServer, stopServer } from './server.ts'

/** Where root keeps what the account `postgres` must reach when the repository is closed to it. */
const SHARED_DIR = '/var/lib/ad-kit-site'

const DATABASE = 'waitlist'

export interface LocalPostgresOptions extends ServerOptions {
  /** Absolute; made if it is not there, and kept. */
  readonly dataDir: string
  /** May the data go to a shared folder if Postgres cannot enter `dataDir`? */
  readonly mayMove?: boolean
}

export interface LocalPostgres {
  readonly url: string
  /** Where the data lies in the end. */
  readonly dataDir: string
  /** Ends the server and returns when it has ended. The data stays. */
  stop(): Promise<void>
  /** Calls back if the server ends without having been stopped. */
  onLost(tell: () => void): void
}

/** Makes a folder that the account of Postgres can pass through. */
async function makePassable(dir: string): Promise<string> {
  const made = await mkdir(dir, { recursive: true })
  if (made !== undefined) await chmod(dir, 0o755)
  return dir
}

async function findDataDir(
  { dataDir, mayMove }: LocalPostgresOptions,
  account: Account | undefined,
): Promise<string> {
  await makePassable(dataDir)
  if (await canReach(dataDir, account)) return dataDir
  if (!mayMove) {
    throw new Error(
      `Postgres does not run as root, and its account cannot enter ${dataDir}. ` +
        'Choose a folder that it can enter with DATA_DIR, for example below /var/lib.',
    )
  }
  const name = createHash('sha256').update(dataDir).digest('hex').slice(0, 8)
  return makePassable(join(await makePassable(SHARED_DIR), name))
}

async function createDatabase(client: pg.Client): Promise<void> {
  const known = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [DATABASE])
  if (known.rows.length === 0) await client.query(`CREATE DATABASE ${DATABASE}`)
}

/**
 * Starts Postgres on this machine, reachable from this machine only, and makes its database
 * ready to be connected to. Whatever an aborted run left is dealt with.
 * @throws with a message for the person at the terminal
 */
export async function startPostgres(options: LocalPostgresOptions): Promise<LocalPostgres> {
  const { cluster, dataDir } = await findCluster(options)
  return startIn(cluster, dataDir, options)
}

/**
 * Uses the server that a run of this site has started on the same data, or starts one.
 * @returns with a `stop` that leaves a server of another run alone
 * @throws as `startPostgres`
 */
export async function usePostgres(
  options: LocalPostgresOptions,
): Promise<Pick<LocalPostgres, 'url' | 'dataDir' | 'stop'>> {
  const { cluster, dataDir } = await findCluster(options)
  const port = await findRunning(cluster)
  if (port === undefined) return startIn(cluster, dataDir, options)
  return { url: clusterUrl(cluster, port, DATABASE), dataDir, stop: async () => {} }
}

async function findCluster(
  options: LocalPostgresOptions,
): Promise<{ readonly cluster: Cluster; readonly dataDir: string }> {
  const account = await postgresAccount(join(options.dataDir, 'postgres'))
  const dataDir = await findDataDir(options, account)
  const binaries = await findBinaries(account, SHARED_DIR)
  return { cluster: await openCluster(dataDir, account, binaries), dataDir }
}

async function startIn(
  cluster: Cluster,
  dataDir: string,
  options: LocalPostgresOptions,
): Promise<LocalPostgres> {
  await clearLeftOver(cluster)
  const port = await startServer(cluster, options)

  const holder = new pg.Client({ connectionString: clusterUrl(cluster, port) })
  let lost = false
  let tellLost = (): void => {}
  holder.on('error', () => {
    lost = true
    tellLost()
  })
  try {
    await holder.connect()
    await holdCluster(holder)
    await createDatabase(holder)
  } catch (error) {
    await stopServer(cluster)
    throw error
  }

  return {
    url: clusterUrl(cluster, port, DATABASE),
    dataDir,
    async stop() {
      tellLost = () => {}
      await holder.end().catch(() => {})
      // most likely it is gone already
      if (lost) await stopServer(cluster, 3).catch(() => {})
      else await stopServer(cluster)
    },
    onLost(tell) {
      tellLost = tell
    },
  }
}

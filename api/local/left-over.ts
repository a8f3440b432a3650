import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import type { Cluster } from './cluster.ts'
import { runProgram } from './program.ts'
import { clusterUrl, holdCluster, stopServer } from './server.ts'

interface Server {
  readonly port: number
  /** False when it has ended: its process number may be another program's by now. */
  readonly alive: boolean
}

const commandOf = (pid: number): Promise<string> =>
  readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() =>
    runProgram('ps', ['-o', 'args=', '-p', String(pid)]).catch(() => ''),
  )

const pidFileOf = ({ dir }: Cluster): string => join(dir, 'postmaster.pid')

/** The server that a cluster's own file names; the fourth line of that file is its port. */
async function findServer(cluster: Cluster): Promise<Server | undefined> {
  const lines = (await readFile(pidFileOf(cluster), 'utf8').catch(() => '')).split('\n')
  const pid = Number(lines[0])
  if (!(pid > 0)) return undefined
  return { port: Number(lines[3]), alive: (await commandOf(pid)).includes(cluster.dir) }
}

/** Whether somebody else's `npm start` is using the server just now. */
async function isInUse(cluster: Cluster, port: number): Promise<boolean> {
  const client = new pg.Client({
    connectionString: clusterUrl(cluster, port),
    connectionTimeoutMillis: 3_000,
  })
  try {
    await client.connect()
    return !(await holdCluster(client))
  } catch {
    return false
  } finally {
    await client.end().catch(() => {})
  }
}

/** The port of a cluster's server that a run of this site is using; undefined when there is none. */
export async function findRunning(cluster: Cluster): Promise<number | undefined> {
  const server = await findServer(cluster)
  return server?.alive && (await isInUse(cluster, server.port)) ? server.port : undefined
}

/**
 * Clears away what an aborted run left: a server that still runs is stopped, and the file of one
 * that has ended is removed.
 * @throws when the server belongs to a run that is alive
 */
export async function clearLeftOver(cluster: Cluster): Promise<void> {
  const server = await findServer(cluster)
  if (server === undefined) return
  if (!server.alive) {
    await rm(pidFileOf(cluster), { force: true })
    return
  }
  if (await isInUse(cluster, server.port)) {
    throw new Error(
      `The data in ${cluster.dir} is in use by another start of this site. ` +
        'Stop that one, or choose another folder with DATA_DIR.',
    )
  }
  await stopServer(cluster)
}

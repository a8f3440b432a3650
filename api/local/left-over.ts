import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import type { Cluster } from './cluster.ts'
import { runProgram } from './program.ts'
import { clusterUrl, holdCluster, stopServer } from './server.ts'

interface Running {
  readonly pid: number
  readonly port: number
}

/** The fourth line of the server's own file is its port. */
async function readPidFile(file: string): Promise<Running | undefined> {
  const lines = (await readFile(file, 'utf8').catch(() => '')).split('\n')
  const pid = Number(lines[0])
  return pid > 0 ? { pid, port: Number(lines[3]) } : undefined
}

const commandOf = (pid: number): Promise<string> =>
  readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() =>
    runProgram('ps', ['-o', 'args=', '-p', String(pid)]).catch(() => ''),
  )

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

/**
 * Clears away what an aborted run left: a server that still runs is stopped, a file that
 * speaks of a server that is gone (its number may be another program's by now) is removed.
 * @throws when the server belongs to a run that is alive
 */
export async function clearLeftOver(cluster: Cluster): Promise<void> {
  const pidFile = join(cluster.dir, 'postmaster.pid')
  const running = await readPidFile(pidFile)
  if (running === undefined) return
  if (!(await commandOf(running.pid)).includes(cluster.dir)) {
    await rm(pidFile, { force: true })
    return
  }
  if (await isInUse(cluster, running.port)) {
    throw new Error(
      `The data in ${cluster.dir} is in use by another start of this site. ` +
        'Stop that one, or choose another folder with DATA_DIR.',
    )
  }
  await stopServer(cluster)
}

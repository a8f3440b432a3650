import { closeSync, openSync } from 'node:fs'
import { startApiProcess } from '../../tests/support/api-process.ts'
import { ROOT } from '../../tests/support/repository.ts'

export interface Server {
  readonly origin: string
  stop(): Promise<unknown>
}

interface ServerOptions {
  readonly databaseUrl: string
  readonly logFile: string
  readonly entry?: string
  /** The source tree; this one by default. */
  readonly tree?: string
}

/** One process that logs requests to a file, as under a supervisor. */
export async function startServer({
  databaseUrl,
  logFile,
  entry = 'api/src/server.ts',
  tree = ROOT,
}: ServerOptions): Promise<Server> {
  const log = openSync(logFile, 'a')
  try {
    const { origin, end } = await startApiProcess({ entry, databaseUrl, log, cwd: tree })
    return { origin, stop: () => end('SIGTERM') }
  } finally {
    closeSync(log)
  }
}

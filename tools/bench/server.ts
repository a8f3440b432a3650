import { closeSync, openSync } from 'node:fs'
import { startApiProcess } from '../../tests/support/api-process.ts'

export interface Server {
  readonly origin: string
  stop(): Promise<unknown>
}

/** One process that logs requests to a file, as under a supervisor. */
export async function startServer(
  entry: string,
  databaseUrl: string,
  logFile: string,
): Promise<Server> {
  const log = openSync(logFile, 'a')
  try {
    const { origin, end } = await startApiProcess({ entry, databaseUrl, log })
    return { origin, stop: () => end('SIGTERM') }
  } finally {
    closeSync(log)
  }
}

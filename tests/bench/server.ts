import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { freePort } from '../../api/local/ports.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))

/** How long a process may take to be ready. In milliseconds. */
const START_LIMIT = 20_000

export interface Server {
  readonly origin: string
  stop(): Promise<void>
}

async function untilReady(origin: string): Promise<void> {
  const end = performance.now() + START_LIMIT
  while (performance.now() < end) {
    const answer = await fetch(`${origin}/api/ready`).catch(() => undefined)
    if (answer?.ok) return
    await sleep(100)
  }
  throw new Error(`Nothing is ready at ${origin}.`)
}

/**
 * Runs one of the API's processes as production does: one process, its request log written
 * to a file, its limiter on (and too high to be reached).
 */
export async function startServer(
  entry: string,
  databaseUrl: string,
  logFile: string,
): Promise<Server> {
  const port = await freePort()
  const log = openSync(logFile, 'a')
  const child = spawn(process.execPath, ['--import', 'tsx', entry], {
    cwd: ROOT,
    stdio: ['ignore', log, 'inherit'],
    env: {
      PATH: process.env['PATH'],
      NODE_ENV: 'production',
      DATABASE_URL: databaseUrl,
      PORT: String(port),
      LOG_LEVEL: 'info',
      RATE_LIMIT_MAX: '1000000',
    },
  })
  closeSync(log)
  const ended = once(child, 'exit')
  const stop = async () => {
    child.kill()
    await ended
  }
  const origin = `http://127.0.0.1:${port}`
  await untilReady(origin).catch(async (error) => {
    await stop()
    throw error
  })
  return { origin, stop }
}

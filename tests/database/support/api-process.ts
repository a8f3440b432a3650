import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { asApi } from '../../support/database.ts'
import { freePort } from '../../support/ports.ts'
import { ROOT } from '../../support/repository.ts'

const START_LIMIT_MS = 60_000

interface ProcessOptions {
  /** The URL of the tables' owner; the process gets the API's role. */
  readonly databaseUrl: string
  readonly cwd?: string
  /** Defaults to a free port. */
  readonly port?: number
  /** A file descriptor for the log, which is discarded by default. */
  readonly log?: number
  readonly settings?: Readonly<Record<string, string>>
}

/** The API as a process, as in production. */
export type ApiProcess = Awaited<ReturnType<typeof startApiProcess>>

async function untilReady(origin: string): Promise<void> {
  const end = performance.now() + START_LIMIT_MS
  while (performance.now() < end) {
    const response = await fetch(`${origin}/api/ready`).catch(() => undefined)
    if (response?.ok) return
    await sleep(100)
  }
  throw new Error(`The API at ${origin} is not ready after ${START_LIMIT_MS} ms.`)
}

/** Starts the process and waits until it is ready. The rate limit is on, but too high to be reached. */
export async function startApiProcess(options: ProcessOptions) {
  const { databaseUrl, cwd = ROOT, log = 'ignore' } = options
  const port = options.port ?? (await freePort())
  const child = spawn(process.execPath, ['--unhandled-rejections=strict', 'api/src/server.ts'], {
    cwd,
    stdio: ['ignore', log, 'pipe'],
    env: {
      PATH: process.env['PATH'],
      NODE_ENV: 'production',
      DATABASE_URL: await asApi(databaseUrl),
      PORT: String(port),
      LOG_LEVEL: 'info',
      // The limit exceeds the million signups that a benchmark on a fast machine sends in ten minutes.
      RATE_LIMIT_MAX: '10000000',
      ...options.settings,
    },
  })
  let errors = ''
  child.stderr?.on('data', (chunk: Buffer) => {
    errors += chunk
    process.stderr.write(chunk)
  })
  const ended = once(child, 'exit') as Promise<[number | null]>
  /** Sends a signal and returns the exit status, which is null if the signal killed the process. */
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal)
    return (await ended)[0]
  }
  const origin = `http://127.0.0.1:${port}`
  await untilReady(origin).catch(async (error) => {
    await end('SIGKILL')
    throw error
  })
  return { origin, port, errors: () => errors, end }
}

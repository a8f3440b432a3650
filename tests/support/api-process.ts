import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { freePort } from '../../api/local/ports.ts'
import { ROOT } from '../../api/local/repository.ts'
import { asApi } from './database.ts'

/** How long a process may take to be ready. In milliseconds. */
const START_LIMIT = 20_000

/** A promise that nobody waits for ends the process, and the memory can be asked for. */
const FLAGS = [
  '--unhandled-rejections=strict',
  '--expose-gc',
  '--import',
  fileURLToPath(new URL('memory-probe.ts', import.meta.url)),
]

interface ProcessOptions {
  /** As the owner of the tables; the process gets the API's role. */
  readonly databaseUrl: string
  /** The API's own by default. */
  readonly entry?: string
  /** Whose sources are run; those of the repository by default. */
  readonly cwd?: string
  /** A free one by default. */
  readonly port?: number
  /** A file descriptor for the log; it is thrown away by default. */
  readonly log?: number
  /** Further settings. */
  readonly settings?: Readonly<Record<string, string>>
}

/** A process of the API, as production runs it. */
export interface ApiProcess {
  readonly origin: string
  readonly port: number
  /** Bytes in use after everything that can be let go has been. */
  memory(): Promise<number>
  /** What it wrote to its standard error output. */
  errors(): string
  /** Sends a signal and returns the exit status; null when the signal ended it. */
  end(signal: NodeJS.Signals): Promise<number | null>
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

/** Starts the process and waits until it is ready; the limiter is on, but too high to be met. */
export async function startApiProcess(options: ProcessOptions): Promise<ApiProcess> {
  const { databaseUrl, cwd = ROOT, entry = 'api/src/server.ts', log = 'ignore' } = options
  const port = options.port ?? (await freePort())
  const child = spawn(process.execPath, [...FLAGS, entry], {
    cwd,
    stdio: ['ignore', log, 'pipe', 'ipc'],
    env: {
      PATH: process.env['PATH'],
      NODE_ENV: 'production',
      DATABASE_URL: await asApi(databaseUrl),
      PORT: String(port),
      LOG_LEVEL: 'info',
      // a million in ten minutes is what a benchmark on a quick machine sends
      RATE_LIMIT_MAX: '1000000',
      RATE_LIMIT_WINDOW: '1 minute',
      ...options.settings,
    },
  })
  let errors = ''
  child.stderr?.on('data', (chunk: Buffer) => {
    errors += chunk
    process.stderr.write(chunk)
  })
  const memory = async () => {
    child.send('memory')
    const [bytes] = (await once(child, 'message')) as [number]
    return bytes
  }
  const ended = once(child, 'exit') as Promise<[number | null]>
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal)
    return (await ended)[0]
  }
  const origin = `http://127.0.0.1:${port}`
  await untilReady(origin).catch(async (error) => {
    await end('SIGKILL')
    throw error
  })
  return { origin, port, memory, errors: () => errors, end }
}

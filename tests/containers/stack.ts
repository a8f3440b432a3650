import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { createServer } from 'node:net'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** `.ci/run` knows what an aborted run has left behind by the beginning of its name. */
const PROJECT_PREFIX = 'waitlist-test-'

/** The output of a build from nothing, in bytes. */
const OUTPUT_LIMIT = 64 * 1024 * 1024

/** All services of `docker-compose.yml`, apart from any others on this machine. */
export interface Stack {
  readonly url: string
  /** Runs `docker compose` on the stack and returns its standard output. */
  compose(...args: string[]): Promise<string>
  /** Stops everything, and removes the data and the images. */
  remove(): Promise<void>
}

/** Builds and starts the stack as the README does, with no settings but the port. */
export async function startStack(): Promise<Stack> {
  const port = await freePort()
  const project = `${PROJECT_PREFIX}${randomBytes(4).toString('hex')}`
  const env = environment({ PORT: String(port) })
  const compose = async (...args: string[]) => {
    // A developer's `.env` is not the test's.
    const all = ['compose', '--env-file', '/dev/null', '--project-name', project, ...args]
    const options = { cwd: root, env, maxBuffer: OUTPUT_LIMIT }
    const { stdout } = await promisify(execFile)('docker', all, options)
    return stdout
  }
  const remove = async () => {
    await compose('down', '--volumes', '--remove-orphans', '--rmi', 'local', '--timeout', '5')
  }
  try {
    await compose('up', '--build', '--detach', '--wait')
  } catch (error) {
    const logs = await compose('logs', '--no-color', '--tail', '30')
    await remove()
    throw new Error(`The stack does not start.\n${logs}`, { cause: error })
  }
  return { url: `http://127.0.0.1:${port}`, compose, remove }
}

/** This process's environment without what `docker-compose.yml` reads from it. */
function environment(settings: Record<string, string>): NodeJS.ProcessEnv {
  const read =
    /^(?:BRAND_\w+|CORS_ORIGIN|DATABASE_URL|DB_PASSWORD|HOST|LOG_LEVEL|RATE_LIMIT_\w+|SITE_URL)$/
  const others = Object.entries(process.env).filter(([name]) => !read.test(name))
  return { ...Object.fromEntries(others), ...settings }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  if (address === null || typeof address === 'string') throw new Error('There is no free port.')
  return address.port
}

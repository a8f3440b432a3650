import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { freePort } from '../../api/local/ports.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** `.ci/run` sees by the name that it was left behind: no such process is running. */
const PROJECT = `waitlist-test-${process.pid}`

/** The output of a build from nothing, in bytes. */
const OUTPUT_LIMIT = 64 * 1024 * 1024

/** All services of `docker-compose.yml`, apart from any others on this machine. */
export interface Stack {
  readonly url: string
  /** Runs `docker compose` on the stack and returns its standard output. */
  compose(...args: string[]): Promise<string>
  /** Runs a command line that the README gives, as it stands there. */
  run(line: string): Promise<string>
  /** Stops everything, and removes the data and the images. */
  remove(): Promise<void>
}

export interface StackOptions {
  /** As they would stand in `.env`. */
  readonly settings?: Readonly<Record<string, string>>
  readonly profiles?: readonly string[]
  /** Compose files over `docker-compose.yml`, from the repository's root. */
  readonly files?: readonly string[]
}

/** Builds and starts the stack as the README does, with no settings but the port. */
export async function startStack({
  settings = {},
  profiles = [],
  files = [],
}: StackOptions = {}): Promise<Stack> {
  const port = await freePort()
  const env = environment({ PORT: String(port), ...settings })
  const flags = [
    ...['docker-compose.yml', ...files].flatMap((file) => ['--file', file]),
    ...profiles.flatMap((profile) => ['--profile', profile]),
  ]
  const compose = async (...args: string[]) => {
    // A developer's `.env` is not the test's.
    const own = ['--env-file', '/dev/null', '--project-name', PROJECT, ...flags]
    const all = ['compose', ...own, ...args]
    const options = { cwd: root, env, maxBuffer: OUTPUT_LIMIT }
    const { stdout } = await promisify(execFile)('docker', all, options)
    return stdout
  }
  const run = async (line: string) => {
    const forCompose = { COMPOSE_PROJECT_NAME: PROJECT, COMPOSE_DISABLE_ENV_FILE: '1' }
    const options = { cwd: root, env: { ...env, ...forCompose } }
    return (await promisify(execFile)('sh', ['-c', line], options)).stdout
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
  return { url: `http://127.0.0.1:${port}`, compose, run, remove }
}

/** Runs a statement in the stack's database and returns its rows, columns divided by `|`. */
export async function psql({ compose }: Stack, sql: string): Promise<string> {
  const options = ['--username', 'waitlist', '--no-align', '--tuples-only', '--command', sql]
  return (await compose('exec', '-T', 'db', 'psql', ...options)).trim()
}

/** This process's environment without what `docker-compose.yml` reads from it. */
function environment(settings: Record<string, string>): NodeJS.ProcessEnv {
  const read =
    /^(?:API_REQUESTS_PER_SECOND|BRAND_\w+|COMPOSE_\w+|CORS_ORIGIN|DATABASE_URL|DB_PASSWORD|HOST|HTTPS?_PORT|LOG_LEVEL|RATE_LIMIT_\w+|REAL_IP_\w+|REDIS_URL|SITE_URL|TLS_\w+)$/
  const others = Object.entries(process.env).filter(([name]) => !read.test(name))
  return { ...Object.fromEntries(others), ...settings }
}

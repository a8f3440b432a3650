import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { freePort } from '../../api/local/ports.ts'
import { ROOT } from '../../api/local/repository.ts'

/** `.ci/sweep` sees by the name that it was left behind: no such process is running. */
const PROJECT = `waitlist-test-${process.pid}`

/** The output of a build from nothing, in bytes. */
const OUTPUT_LIMIT = 64 * 1024 * 1024

/** A database that does not exist. */
export const NOWHERE = 'postgres://nobody@127.0.0.1:1/nowhere'

type Settings = Readonly<Record<string, string>>

/** All services of `docker-compose.yml`, apart from any others on this machine. */
export interface Stack {
  readonly url: string
  /** Runs `docker compose` on the stack and returns its standard output. */
  compose(...args: string[]): Promise<string>
  /** Runs commands by bash and returns their standard output. */
  shell(commands: string, where?: Place): Promise<string>
  /** Runs the operator's program and returns its standard output. No shell reads the arguments. */
  waitlist(args: readonly string[], where?: Place): Promise<string>
  /** Stops everything, and removes the data and the images. */
  remove(): Promise<void>
}

/** How commands are run: by default in the repository, with the stack's settings. */
export interface Place {
  readonly folder?: string
  /** Their standard input. */
  readonly input?: string
  /** The source tree that the stack is made of. */
  readonly tree?: string
  readonly settings?: Settings
}

export interface StackOptions {
  /** As they would stand in `.env`. */
  readonly settings?: Settings
  readonly profiles?: readonly string[]
  /** Compose files over `docker-compose.yml`, from the repository's root. */
  readonly files?: readonly string[]
}

/** A stack that is not started yet, with no settings but the port. */
async function openStack({
  settings = {},
  profiles = [],
  files = [],
}: StackOptions = {}): Promise<Stack> {
  const port = await freePort()
  const environmentIn = (tree: string): Settings => ({
    PORT: String(port),
    ...settings,
    COMPOSE_PROJECT_NAME: PROJECT,
    // A developer's `.env` is not the test's.
    COMPOSE_ENV_FILES: '/dev/null',
    COMPOSE_FILE: ['docker-compose.yml', ...files].map((file) => join(tree, file)).join(':'),
    COMPOSE_PROFILES: profiles.join(','),
  })
  const run = async (file: string, args: readonly string[], place: Place = {}) => {
    const { tree = ROOT, folder = tree, input } = place
    const env = environment({ ...environmentIn(tree), ...place.settings })
    const options = { cwd: folder, env, maxBuffer: OUTPUT_LIMIT }
    const running = promisify(execFile)(file, args, options)
    running.child.stdin?.end(input)
    return (await running).stdout
  }
  const compose = (...args: string[]) => run('docker', ['compose', ...args])
  return {
    url: `http://127.0.0.1:${port}`,
    compose,
    shell: (commands, place) => run('bash', ['-euo', 'pipefail', '-c', commands], place),
    waitlist: (args, place) => run(join(place?.tree ?? ROOT, 'waitlist'), args, place),
    async remove() {
      await compose('down', '--volumes', '--remove-orphans', '--rmi', 'local', '--timeout', '5')
    },
  }
}

/** Builds and starts the stack as docs/install.md does. */
export const startStack = (options?: StackOptions): Promise<Stack> =>
  stackAfter(['up', '--build', '--detach', '--wait'], options)

/** Builds the stack's images. */
export const buildStack = (options?: StackOptions): Promise<Stack> => stackAfter(['build'], options)

async function stackAfter(command: readonly string[], options?: StackOptions): Promise<Stack> {
  const stack = await openStack(options)
  try {
    await stack.compose(...command)
  } catch (error) {
    const logs = await stack.compose('logs', '--no-color', '--tail', '30').catch(String)
    await stack.remove()
    throw new Error(`The stack cannot be built or started.\n${logs}`, { cause: error })
  }
  return stack
}

/** Runs a statement as the owner of the tables and returns its rows, columns divided by `|`. */
export async function psql({ compose }: Stack, sql: string): Promise<string> {
  const options = ['--username', 'waitlist', '--no-align', '--tuples-only', '--command', sql]
  return (await compose('exec', '-T', 'db', 'psql', ...options)).trim()
}

/** This process's environment without what `docker-compose.yml` reads from it. */
function environment(settings: Settings): NodeJS.ProcessEnv {
  const read =
    /^(?:ACME_DIR|API_REPLICAS|API_REQUESTS_PER_SECOND|BRAND_\w+|COMPOSE_\w+|CORS_ORIGIN|DATABASE_\w+|HOST|HTTPS?_PORT|LOG_LEVEL|RATE_LIMIT_\w+|REAL_IP_\w+|REDIS_URL|SITE_URL|TLS_\w+)$/
  const others = Object.entries(process.env).filter(([name]) => !read.test(name))
  return { ...Object.fromEntries(others), ...settings }
}

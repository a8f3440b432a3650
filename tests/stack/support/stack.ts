import { execFile } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { freePort } from '../../support/ports.ts'
import { ROOT } from '../../support/repository.ts'

/** How much of a command's output is kept: enough for a build without a cache. */
const OUTPUT_LIMIT_BYTES = 64 * 1024 * 1024

type Settings = Readonly<Record<string, string>>

/** All services of `docker-compose.yml`, under a separate project name. */
export interface Stack {
  readonly url: string
  /** Runs `docker compose` on the stack and returns its standard output. */
  compose(...args: string[]): Promise<string>
  /** Runs commands in bash and returns their standard output. */
  shell(commands: string, place?: Place): Promise<string>
  /** Runs `./waitlist` without a shell and returns its standard output. */
  waitlist(args: readonly string[], place?: Place): Promise<string>
  remove(): Promise<void>
}

/** How a command is run: by default in the repository, with the stack's settings. */
export interface Place {
  readonly folder?: string
  readonly input?: string
  readonly tree?: string
  readonly settings?: Settings
}

export interface StackOptions {
  /** The settings that an owner would write to `.env`. */
  readonly settings?: Settings
  readonly profiles?: readonly string[]
  /** Compose files after `docker-compose.yml`, as paths from the repository's root. */
  readonly files?: readonly string[]
}

/** Everything that another process needs to use the same stack. */
export interface StackPlan extends StackOptions {
  /** The project's name ends with the id of the process that uses the stack, which `.ci/sweep` reads. */
  readonly project: string
  readonly port: number
}

/** Returns a handle to a stack, whether or not it is running. */
export function openStack({
  project,
  port,
  settings = {},
  profiles = [],
  files = [],
}: StackPlan): Stack {
  const environmentIn = (tree: string): Settings => ({
    PORT: String(port),
    ...settings,
    COMPOSE_PROJECT_NAME: project,
    // Otherwise, Compose would read the developer's `.env`.
    COMPOSE_ENV_FILES: '/dev/null',
    COMPOSE_FILE: ['docker-compose.yml', ...files].map((file) => join(tree, file)).join(':'),
    COMPOSE_PROFILES: profiles.join(','),
  })
  const run = async (file: string, args: readonly string[], place: Place = {}) => {
    const { tree = ROOT, folder = tree, input } = place
    const env = environment({ ...environmentIn(tree), ...place.settings })
    const options = { cwd: folder, env, maxBuffer: OUTPUT_LIMIT_BYTES }
    const running = promisify(execFile)(file, args, options)
    running.child.stdin?.end(input)
    return (await running).stdout
  }
  const compose = (...args: string[]) => run('docker', ['compose', ...args])
  const shell = (commands: string, place?: Place) =>
    run('bash', ['-euo', 'pipefail', '-c', commands], place)
  return {
    url: `http://127.0.0.1:${port}`,
    compose,
    shell,
    waitlist: (args, place) => run(join(place?.tree ?? ROOT, 'waitlist'), args, place),
    async remove() {
      const all = ['--profile', '*']
      await compose(...all, 'down', '--volumes', '--remove-orphans', '--timeout', '0')
      const names = `docker images --format '{{.Repository}}:{{.Tag}}' '${project}-*'`
      await shell(`${names} | xargs --no-run-if-empty docker rmi`)
    },
  }
}

/** @param pid - the process that the stack must not outlive */
export async function newPlan(
  name: string,
  options: StackOptions,
  pid: number,
): Promise<StackPlan> {
  const project = `waitlist-test-${name}${randomInt(1_000_000)}-${pid}`
  return { ...options, project, port: await freePort() }
}

/** Gives a run's images the names that a stack looks for. */
export async function addImages({ project }: StackPlan, images: StackPlan): Promise<void> {
  const names = ['api', 'certificate', 'migrate', 'nginx', 'site']
  const tags = names.map((name) => `docker tag ${images.project}-${name} ${project}-${name}`)
  await openStack(images).shell(tags.join('\n'))
}

/** Starts a stack with a run's images. */
export async function start(plan: StackPlan, images: StackPlan): Promise<void> {
  await addImages(plan, images)
  await bringUp(openStack(plan), 'up', '--detach', '--wait')
}

/** Runs a Compose command that brings a stack up. On failure, removes it and reports its logs. */
export async function bringUp(stack: Stack, ...command: string[]): Promise<void> {
  try {
    await stack.compose(...command)
  } catch (error) {
    const logs = await stack.compose('logs', '--no-color', '--tail', '30').catch(String)
    await stack.remove()
    throw new Error(`The stack cannot be built or started.\n${logs}`, { cause: error })
  }
}

/** Runs a statement as the tables' owner and returns its rows, with columns separated by `|`. */
export async function psql({ compose }: Stack, sql: string): Promise<string> {
  const options = ['--username', 'waitlist', '--no-align', '--tuples-only', '--command', sql]
  return (await compose('exec', '-T', 'db', 'psql', ...options)).trim()
}

/** All names in capitals in the Compose file, which are its settings and words such as `FATAL`. */
const SETTINGS = new Set(
  readFileSync(join(ROOT, 'docker-compose.yml'), 'utf8').match(/\b[A-Z][A-Z_]+\b/g),
)

/** Returns this process's environment without the settings of `docker-compose.yml` and Compose itself. */
function environment(settings: Settings): NodeJS.ProcessEnv {
  const others = Object.entries(process.env).filter(
    ([name]) => !SETTINGS.has(name) && !name.startsWith('COMPOSE_'),
  )
  return { ...Object.fromEntries(others), ...settings }
}

/**
 * Runs a module in a container with Node.js. nginx sees that container's address, while all requests from this machine
 * come from the gateway.
 * @returns what the module printed, as JSON
 */
export async function runIn<Result>(
  { compose }: Stack,
  service: 'api' | 'worker',
  module: string,
): Promise<Result> {
  const node = ['node', '--input-type=module', '--eval', module]
  return JSON.parse(await compose('exec', '-T', service, ...node)) as Result
}

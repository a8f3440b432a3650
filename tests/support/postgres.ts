import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { PostgreSqlContainer } from '@testcontainers/postgresql'
import { getContainerRuntimeClient, Wait } from 'testcontainers'
import { startPostgres } from '../../local/postgres.ts'
import { freePort } from './ports.ts'

/** The image of production. The nightly run sets the oldest one that is supported. */
export const IMAGE = process.env['TEST_POSTGRES_IMAGE'] ?? 'postgres:17-trixie'

/** Enough for all test files at once. */
const ROOMY = ['max_connections=300']

/** Faster, but a signup may be lost when the server ends. */
const FAST = [...ROOMY, 'fsync=off', 'synchronous_commit=off', 'full_page_writes=off']

/** A Postgres server that a test may stop and start again. */
export interface TestPostgres {
  /** The kind of server and the reason for it. */
  readonly what: string
  readonly url: string
  /** Stops the server; it refuses connections until `start`. */
  stop(): Promise<void>
  start(): Promise<void>
  /** Leaves the server listening but silent. Only a container can do this. */
  pause?(): Promise<void>
  resume?(): Promise<void>
  /** Ends all of its processes by SIGKILL, until `start`. Only a container can do this. */
  kill?(): Promise<void>
  remove(): Promise<void>
}

/** Freezing fails while the server is starting a process, so it is repeated. */
async function freeze(pause: () => Promise<void>, attempts = 10): Promise<void> {
  try {
    await pause()
  } catch (error) {
    if (attempts <= 1) throw error
    await sleep(200)
    await freeze(pause, attempts - 1)
  }
}

/** With an empty folder, the image starts the server twice, the first time without a network. */
const READY = Wait.forLogMessage('database system is ready to accept connections', 2)

/** The health check runs once. The library's own would run four times a second. In ms. */
const HOUR = 3_600_000

async function startContainer(settings: readonly string[], memory: boolean): Promise<TestPostgres> {
  const { container: engine } = await getContainerRuntimeClient()
  const started = await new PostgreSqlContainer(IMAGE)
    // Without a fixed port, Docker would choose another one after a restart.
    .withExposedPorts({ container: 5432, host: await freePort() })
    // `.ci/sweep` finds the containers of an aborted run by this label.
    .withLabels({ 'waitlist-test.pid': String(process.pid) })
    .withHealthCheck({ test: ['CMD', 'pg_isready'], interval: HOUR })
    .withWaitStrategy(Wait.forAll([READY, Wait.forListeningPorts()]))
    .withTmpFs(memory ? { '/var/lib/postgresql/data': 'rw' } : {})
    .withCommand(['postgres', ...settings.flatMap((setting) => ['-c', setting])])
    .start()
  const container = engine.getById(started.getId())
  return {
    what: `a container of ${IMAGE}`,
    url: started.getConnectionUri(),
    stop: () => container.stop(),
    start: () => container.start(),
    pause: () => freeze(() => container.pause()),
    resume: () => container.unpause(),
    // The kernel kills the others of the container with its first process.
    async kill() {
      await container.kill()
      await container.wait()
    },
    // By force, because it may be paused.
    remove: () => container.remove({ force: true, v: true }),
  }
}

async function startEmbedded(settings: readonly string[], reason: string): Promise<TestPostgres> {
  const folder = await mkdtemp(join(tmpdir(), 'waitlist-tests-'))
  // Postgres runs as another account if this process is root.
  await chmod(folder, 0o755)
  const options = { dataDir: join(folder, 'data'), port: await freePort(), settings }
  let server = await startPostgres(options)
  return {
    what: `the embedded one, without a container: ${reason}`,
    url: server.url,
    stop: () => server.stop(),
    async start() {
      server = await startPostgres(options)
    },
    async remove() {
      await server.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

interface TestPostgresOptions {
  /** Keeps committed rows when it is killed, as in production. */
  readonly durable?: boolean
  /** Holds its data in memory only, and loses it when it is stopped. Only a container can do this. */
  readonly memory?: boolean
  /** Further settings of the server, as `name=value`. */
  readonly settings?: readonly string[]
}

/**
 * Starts a separate Postgres: a container, or the embedded server without a container engine.
 * @throws if `REQUIRE_CONTAINERS=1` and the container does not start
 */
export async function startTestPostgres({
  durable = false,
  memory = false,
  settings: further = [],
}: TestPostgresOptions = {}): Promise<TestPostgres> {
  const settings = [...(durable ? ROOMY : FAST), ...further]
  try {
    return await startContainer(settings, memory)
  } catch (error) {
    if (process.env['REQUIRE_CONTAINERS'] === '1') throw error
    return startEmbedded(settings, error instanceof Error ? error.message : String(error))
  }
}

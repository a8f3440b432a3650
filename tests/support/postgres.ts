import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PostgreSqlContainer } from '@testcontainers/postgresql'
import { getContainerRuntimeClient, Wait } from 'testcontainers'
import { startPostgres } from '../../local/postgres.ts'
import { freePort } from './ports.ts'

/** Production's image. The nightly run sets the oldest supported one instead. */
export const IMAGE = process.env['TEST_POSTGRES_IMAGE'] ?? 'postgres:17-trixie'

/** A setting that allows enough connections for all test files at the same time. */
const ROOMY = ['max_connections=300']

/** Settings for a faster server, which may lose committed rows when it ends. */
const FAST = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off']

/** Additional settings for all servers, separated by spaces. */
const EXTRA = process.env['TEST_POSTGRES_SETTINGS']?.split(' ') ?? []

type Engine = Awaited<ReturnType<typeof getContainerRuntimeClient>>
type Container = ReturnType<Engine['container']['getById']>

/** A Postgres server that a test may stop and start again. */
export interface TestPostgres {
  /** Describes the server and why it was chosen, for the run's output. */
  readonly what: string
  readonly url: string
  /** Stops the server, which then refuses connections until `start`. */
  stop(): Promise<void>
  start(): Promise<void>
  /** The server's container, which a test can pause or kill; undefined for the embedded server. */
  readonly container?: Container
  remove(): Promise<void>
}

/**
 * With an empty folder, the image starts the server twice, the first time without a network. The log cannot tell the
 * two starts apart, because a server may write it to a file.
 */
const READY = Wait.forSuccessfulCommand('pg_isready --host=127.0.0.1')

/** A health check interval this long lets the check run only once. By default, it would run four times a second. */
const HOUR_MS = 3_600_000

async function startContainer(settings: readonly string[], memory: boolean): Promise<TestPostgres> {
  const { container: engine } = await getContainerRuntimeClient()
  const started = await new PostgreSqlContainer(IMAGE)
    // Without a fixed port, Docker would choose another one after a restart.
    .withExposedPorts({ container: 5432, host: await freePort() })
    // `.ci/sweep` uses this label to find an aborted run's containers.
    .withLabels({ 'waitlist-test.pid': String(process.pid) })
    .withHealthCheck({ test: ['CMD', 'pg_isready'], interval: HOUR_MS })
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
    container,
    // A paused container can only be removed by force.
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

/**
 * Starts a separate Postgres: a container, or the embedded server without a container engine.
 * @param durable - settings, as `name=value`, for a server that keeps committed rows when it is stopped or killed, as
 * in production; without them, a container keeps its data only in memory
 * @throws if `REQUIRE_CONTAINERS=1` and the container does not start
 */
export async function startTestPostgres(durable?: readonly string[]): Promise<TestPostgres> {
  const settings = [...ROOMY, ...(durable ?? FAST), ...EXTRA]
  try {
    return await startContainer(settings, durable === undefined)
  } catch (error) {
    if (process.env['REQUIRE_CONTAINERS'] === '1') throw error
    return startEmbedded(settings, error instanceof Error ? error.message : String(error))
  }
}

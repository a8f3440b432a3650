import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { PostgreSqlContainer } from '@testcontainers/postgresql'
import { getContainerRuntimeClient, Wait } from 'testcontainers'
import { freePort } from '../../api/local/ports.ts'
import { startPostgres } from '../../api/local/postgres.ts'

/** The image that production runs. */
export const IMAGE = 'postgres:17-trixie'

/** Enough for all test files at once. */
const ROOMY = ['max_connections=300']

/** What is written need not survive the server's end: quicker, but a 201 may be lost with it. */
const FAST = [...ROOMY, 'fsync=off', 'synchronous_commit=off', 'full_page_writes=off']

/** A real Postgres server that a test may take away and bring back. */
export interface TestPostgres {
  /** Which one it is, and why. */
  readonly what: string
  readonly url: string
  /** Ends the server; connections are refused until `start`. */
  stop(): Promise<void>
  start(): Promise<void>
  /** Leaves it listening but silent. Only containers can. */
  pause?(): Promise<void>
  resume?(): Promise<void>
  remove(): Promise<void>
}

/** A server that is just making processes may not let itself be frozen at the first attempt. */
async function untilFrozen(pause: () => Promise<void>, attempts = 10): Promise<void> {
  try {
    await pause()
  } catch (error) {
    if (attempts <= 1) throw error
    await sleep(200)
    await untilFrozen(pause, attempts - 1)
  }
}

/** Its script for an empty folder starts it twice, at first for nobody else. */
const READY = Wait.forLogMessage('database system is ready to accept connections', 2)

/** For one that asks once. The library's own asks four times a second until the end. */
const HOUR = 3_600_000

async function startContainer(settings: readonly string[]): Promise<TestPostgres> {
  const { container: engine } = await getContainerRuntimeClient()
  const started = await new PostgreSqlContainer(IMAGE)
    // Docker chooses another port after a restart unless it is told one
    .withExposedPorts({ container: 5432, host: await freePort() })
    // by it `.ci/sweep` finds what an aborted run has left
    .withLabels({ 'waitlist-test.pid': String(process.pid) })
    .withHealthCheck({ test: ['CMD', 'pg_isready'], interval: HOUR })
    .withWaitStrategy(Wait.forAll([READY, Wait.forListeningPorts()]))
    .withCommand(['postgres', ...settings.flatMap((setting) => ['-c', setting])])
    .start()
  const container = engine.getById(started.getId())
  return {
    what: `a container of ${IMAGE}`,
    url: started.getConnectionUri(),
    stop: () => container.stop(),
    start: () => container.start(),
    pause: () => untilFrozen(() => container.pause()),
    resume: () => container.unpause(),
    // by force: it may be paused, or the engine may be slow to see that it stopped
    remove: () => container.remove({ force: true, v: true }),
  }
}

async function startEmbedded(settings: readonly string[], reason: string): Promise<TestPostgres> {
  const folder = await mkdtemp(join(tmpdir(), 'waitlist-tests-'))
  // for root: the account of Postgres has to get in
  await chmod(folder, 0o755)
  const options = { dataDir: join(folder, 'data'), port: await freePort(), settings }
  let server = await startPostgres(options)
  return {
    what: `the embedded one (no container: ${reason})`,
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
  /** Keeps what it has committed, as in production, also when it is killed. */
  readonly durable?: boolean
  /** Further settings of the server, as `name=value`. */
  readonly settings?: readonly string[]
}

/**
 * Starts a separate Postgres: a container where an engine answers, else the embedded one.
 * @throws when `REQUIRE_CONTAINERS=1` and there can be no container
 */
export async function startTestPostgres({
  durable = false,
  settings: further = [],
}: TestPostgresOptions = {}): Promise<TestPostgres> {
  const settings = [...(durable ? ROOMY : FAST), ...further]
  try {
    return await startContainer(settings)
  } catch (error) {
    if (process.env['REQUIRE_CONTAINERS'] === '1') throw error
    return startEmbedded(settings, error instanceof Error ? error.message : String(error))
  }
}

import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { TestPostgres } from '../../support/postgres.ts'
import { hold } from './locks.ts'

/** Causes a fault, calls back while it lasts, and ends it. */
export type Fault = (during: () => Promise<unknown>) => Promise<void>

const CUT = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
  WHERE application_name = 'waitlist-api'`

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  return client
}

/** Stops the server. */
export const stopped =
  (postgres: TestPostgres): Fault =>
  async (during) => {
    await postgres.stop()
    await during().finally(() => postgres.start())
  }

/** The server accepts connections and sends nothing. Undefined for a server without a container. */
export const paused = ({ pause, resume }: TestPostgres): Fault | undefined =>
  pause &&
  resume &&
  (async (during) => {
    await pause()
    await during().finally(() => resume())
  })

/** The server loses what is not on its disk. Undefined for a server without a container. */
export const killed = ({ kill, start }: TestPostgres): Fault | undefined =>
  kill &&
  (async (during) => {
    await kill()
    await during().finally(() => start())
  })

/** A lock on the table holds every statement. */
export const locked =
  ({ url }: TestPostgres): Fault =>
  async (during) => {
    const release = await hold(url, 'LOCK TABLE inbox')
    await during().finally(release)
  }

export const restarted =
  (postgres: TestPostgres): Fault =>
  async (during) => {
    await stopped(postgres)(async () => {})
    await during()
    await stopped(postgres)(async () => {})
  }

/** The connections of the API break again and again. */
export const cutOff =
  ({ url }: TestPostgres): Fault =>
  async (during) => {
    const operator = await connect(url)
    for (let times = 0; times < 20; times += 1) {
      await operator.query(CUT)
      await sleep(50)
    }
    await during().finally(() => operator.end())
  }

/** Other clients use all connections. */
export const crowded =
  ({ url }: TestPostgres): Fault =>
  async (during) => {
    const operator = await connect(url)
    const others = [operator]
    let full = false
    while (!full) {
      // Faster than the API can reconnect.
      await operator.query(CUT)
      const came = await Promise.allSettled(Array.from({ length: 40 }, () => connect(url)))
      for (const one of came) if (one.status === 'fulfilled') others.push(one.value)
      full = came.some(({ status }) => status === 'rejected')
    }
    await operator.query(CUT)
    await during().finally(() => Promise.all(others.map((client) => client.end())))
  }

import { Counter, Gauge, Histogram, Registry } from '@prometheus-io/client'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Database, DatabaseUnavailable, type Statement } from './pool.ts'

/** `stored` and `quarantined` are rows in the inbox; the others are responses. */
const OUTCOMES = [
  'stored',
  'quarantined',
  'invalid',
  'rate_limited',
  'unavailable',
  'failed',
] as const

export type Outcome = (typeof OUTCOMES)[number]

/** Upper bounds, up to the promised 3 s and beyond. In seconds. */
const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 3, 10]
const ROWS = [1, 2, 4, 8, 16, 32, 64, 128, 256]

export type Metrics = ReturnType<typeof openMetrics>

/** All at zero. Labels are routes, statuses and words of this code: few, without personal data. */
export function openMetrics() {
  const registry = new Registry()
  const registers = [registry]
  const signups = new Counter({
    name: 'waitlist_signups_total',
    help: 'Signups by outcome. Only owners see it: visitors all get the same response.',
    labelNames: ['outcome'],
    registers,
  })
  for (const outcome of OUTCOMES) signups.inc({ outcome }, 0)
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from a request to its response, by route and status.',
    labelNames: ['route', 'status'],
    buckets: SECONDS,
    registers,
  })
  const limiterRequests = new Counter({
    name: 'waitlist_limiter_requests_total',
    help: 'Requests with a limit for each address. No limit counts a hidden address.',
    labelNames: ['address'],
    registers,
  })
  for (const address of ['known', 'hidden']) limiterRequests.inc({ address }, 0)
  return {
    registry,
    countSignups: (outcome: Outcome, count = 1): void => signups.inc({ outcome }, count),
    observeResponse: (route: string, status: number, seconds: number): void =>
      durations.observe({ route, status: String(status) }, seconds),
    batchRows: new Histogram({
      name: 'waitlist_batch_rows',
      help: 'Signups written by one statement.',
      buckets: ROWS,
      registers,
    }),
    limiterHits: new Counter({
      name: 'waitlist_limiter_hits_total',
      help: 'Signups refused because too many came from one address.',
      registers,
    }),
    limiterRequests,
    databaseErrors: new Counter({
      name: 'database_errors_total',
      help: 'Statements without a result, by SQLSTATE or system error.',
      labelNames: ['code'],
      registers,
    }),
    /** Adds a number that is read at each scrape. */
    gauge(name: string, help: string, read: () => number): void {
      new Gauge({
        name,
        help,
        registers,
        collect() {
          this.set(read())
        },
      })
    },
  }
}

/** All pages and files share one label, and all unknown paths another, so that labels stay few. */
const routeOf = ({ routeOptions: { url } }: FastifyRequest): string => {
  if (url === undefined) return 'none'
  return url.startsWith('/api/') ? url : 'site'
}

export function measureResponses(app: FastifyInstance, metrics: Metrics): void {
  app.addHook('onResponse', (request, reply, done) => {
    metrics.observeResponse(routeOf(request), reply.statusCode, reply.elapsedTime / 1_000)
    done()
  })
}

/** An error of pg that has neither is a timeout. */
const codeOf = (error: unknown): string => {
  const cause = error instanceof DatabaseUnavailable ? error.cause : error
  const { code } = cause as { code?: unknown }
  return typeof code === 'string' ? code : 'timeout'
}

/** Counts the errors of a database by their code. */
export const countErrors = (database: Database, { databaseErrors }: Metrics): Database => ({
  ...database,
  query: async <Row>(statement: string | Statement, values?: unknown[]) => {
    try {
      return await database.query<Row>(statement, values)
    } catch (error) {
      databaseErrors.inc({ code: codeOf(error) })
      throw error
    }
  },
})

export function watchPool(database: Database, { gauge }: Metrics): void {
  gauge('database_connections_open', 'Connections to the database.', () => database.use().open)
  gauge('database_connections_idle', 'Idle connections.', () => database.use().idle)
  gauge('database_queries_waiting', 'Queries without a connection.', () => database.use().waiting)
}

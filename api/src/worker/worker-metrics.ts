import { Counter, Gauge, Registry } from '@prometheus-io/client'
import pg from 'pg'
import { JOBS } from '../list/retention.ts'
import { KINDS, type Kind } from '../mail/mails.ts'
import type { Outcome } from '../mail/record-outcome.ts'
import { watchServer } from '../system/metrics-server.ts'
import { shared } from '../system/shared.ts'

/** Less than Prometheus waits for a response. In milliseconds. */
const LIMIT = 3_000

/** `form`: one that is not folded yet. */
const WAITING = `
  SELECT kind, count(*)::integer AS count, extract(epoch FROM now() - min(wanted_at))::float8 AS oldest
  FROM (
    SELECT kind, wanted_at FROM sendings WHERE state IN ('waiting', 'sending')
    UNION ALL SELECT 'form', sent_at FROM inbox
  ) AS waiting GROUP BY kind`

const LAST_RUNS =
  'SELECT name, extract(epoch FROM last_run_at)::float8 AS seconds FROM jobs WHERE name = ANY($1)'

/**
 * Adds numbers that are read from the database at each scrape. While the database is away they are
 * missing, and the other metrics are served.
 * @param ownerUrl the database, for the role that owns the tables
 * @returns a function that closes the connection
 */
function watchQueue(ownerUrl: string, registry: Registry): () => Promise<void> {
  // a connection of its own, or a scrape could run within a transaction of the worker
  const pool = new pg.Pool({
    connectionString: ownerUrl,
    max: 1,
    connectionTimeoutMillis: LIMIT,
    query_timeout: LIMIT,
    application_name: 'waitlist-metrics',
  }).on('error', () => {})

  const readWaiting = shared(async () => {
    const { rows } = await pool.query<{ kind: string; count: number; oldest: number }>(WAITING)
    const none = ['form', ...KINDS].map((kind) => ({ kind, count: 0, oldest: 0 }))
    return [...none, ...rows]
  })

  function gauge(
    name: string,
    help: string,
    label: 'kind' | 'job',
    read: () => Promise<readonly (readonly [label: string, value: number])[]>,
  ): void {
    new Gauge({
      name,
      help,
      labelNames: [label],
      registers: [registry],
      async collect() {
        this.reset()
        for (const [word, value] of await read().catch(() => [])) this.set({ [label]: word }, value)
      },
    })
  }

  gauge(
    'waitlist_waiting',
    'Forms to fold, emails and webhooks to send, by kind.',
    'kind',
    async () => (await readWaiting()).map(({ kind, count }) => [kind, count]),
  )
  gauge(
    'waitlist_oldest_waiting_age_seconds',
    'Age of the oldest of a kind that waits; 0 without one.',
    'kind',
    async () => (await readWaiting()).map(({ kind, oldest }) => [kind, oldest]),
  )
  gauge(
    'waitlist_job_last_run_timestamp_seconds',
    'When a scheduled job last came to its end.',
    'job',
    async () => {
      const names = JOBS.map(({ name }) => name)
      const { rows } = await pool.query<{ name: string; seconds: number }>(LAST_RUNS, [names])
      return rows.map(({ name, seconds }) => [name, seconds])
    },
  )
  watchServer(pool, registry)
  return () => pool.end()
}

const OUTCOMES: readonly Outcome[] = ['sent', 'written', 'failed']

/**
 * Metrics of the worker. Labels are words of this code, without personal data.
 * @param ownerUrl the database, for the role that owns the tables
 */
export function openWorkerMetrics(ownerUrl: string) {
  const registry = new Registry()
  const registers = [registry]
  const outcomes = new Counter({
    name: 'waitlist_sendings_total',
    help: 'Emails and webhooks that were sent, written to files or have failed permanently, by kind.',
    labelNames: ['kind', 'outcome'],
    registers,
  })
  for (const kind of KINDS) {
    for (const outcome of OUTCOMES) outcomes.inc({ kind, outcome }, 0)
  }
  const mailServer = new Gauge({
    name: 'mail_server_up',
    help: '0 while emails wait because the mail server accepts none.',
    registers,
  })
  mailServer.set(1)
  const close = watchQueue(ownerUrl, registry)
  return {
    registry,
    countSending: (kind: Kind, outcome: Outcome): void => outcomes.inc({ kind, outcome }),
    setMailServer: (isUp: boolean): void => mailServer.set(Number(isUp)),
    close,
  }
}

import { once } from 'node:events'
import { createServer } from 'node:http'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from '@prometheus-io/client'
import type { FastifyInstance } from 'fastify'
import { WAITLIST_PATH } from '../../../contract/waitlist.ts'
import type { Database } from '../system/pool.ts'
import type { Config } from '../system/settings.ts'

/** Upper bounds, up to the promised 3 s and beyond. In seconds. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 3, 10]

/** What the metrics need of the app's configuration. */
type Port = Pick<Config, 'host' | 'metricsPort'>

async function listen(registry: Registry, { host, metricsPort: port }: Port) {
  const server = createServer(async ({ method, url }, response) => {
    if (method !== 'GET' || url !== '/metrics') return response.writeHead(404).end()
    const text = await registry.metrics()
    return response.setHeader('content-type', registry.contentType).end(text)
  })
  server.listen({ port, host })
  await once(server, 'listening').catch(({ code }: NodeJS.ErrnoException) => {
    const reason = code === 'EADDRINUSE' ? 'is taken' : `cannot be opened (${code})`
    throw new Error(`METRICS_PORT: port ${port} on ${host} ${reason}.`)
  })
  return () => {
    server.close()
    server.closeAllConnections()
  }
}

/**
 * Serves metrics for Prometheus on METRICS_PORT, which the proxy does not forward: the defaults of Node.js, durations
 * of requests, signups, and emails that wait. Labels are routes and statuses, without personal data.
 */
export function serveMetrics(app: FastifyInstance, database: Database, config: Port): void {
  if (config.metricsPort === undefined) return
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from a request to its response, by route and status.',
    labelNames: ['route', 'status'],
    buckets: BUCKETS,
    registers,
  })
  const signups = new Counter({
    name: 'waitlist_signups_total',
    help: 'Signups with the response 201 or, without JavaScript, 303: new, repeated or quarantined.',
    registers,
  })
  new Gauge({
    name: 'waitlist_waiting_emails',
    help: 'Emails that are due. Missing while the database is away.',
    registers,
    async collect() {
      this.remove()
      const waiting = database.query<{ count: number }>('SELECT waiting_emails() AS count')
      for (const { count } of await waiting.catch(() => [])) this.set(count)
    },
  })
  app.addHook('onResponse', async ({ routeOptions: { url } }, { statusCode, elapsedTime }) => {
    // all pages share one label, and all unknown paths another
    const route = url === undefined ? 'none' : url.startsWith('/api/') ? url : 'site'
    durations.observe({ route, status: String(statusCode) }, elapsedTime / 1_000)
    if (url === WAITLIST_PATH && (statusCode === 201 || statusCode === 303)) signups.inc()
  })
  let close = (): void => {}
  app.addHook('onReady', async () => {
    close = await listen(registry, config)
  })
  app.addHook('onClose', async () => close())
}

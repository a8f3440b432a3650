import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { collectDefaultMetrics, type Registry } from '@prometheus-io/client'
import type { FastifyInstance } from 'fastify'
import type { Config } from './api-settings.ts'

const PATH = '/metrics'

export interface MetricsPort {
  readonly host: string
  readonly port: number
  onError(error: Error): void
}

async function send(response: ServerResponse, registry: Registry): Promise<void> {
  const text = await registry.metrics()
  response.setHeader('content-type', registry.contentType).end(text)
}

/**
 * Serves the metrics on a separate port, which the proxy does not forward to visitors.
 * @returns a function that closes the port
 * @throws when the port cannot be opened
 */
export async function openMetricsPort(
  registry: Registry,
  { host, port, onError }: MetricsPort,
): Promise<() => void> {
  collectDefaultMetrics({ register: registry })
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== PATH) {
      response.writeHead(404).end()
      return
    }
    send(response, registry).catch((error: Error) => {
      onError(error)
      response.writeHead(500).end()
    })
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

/** Opens and closes METRICS_PORT with the app, if it is set. */
export function serveMetrics(
  app: FastifyInstance,
  registry: Registry,
  { metricsHost: host, metricsPort: port }: Config,
): void {
  if (port === undefined) return
  let close = (): void => {}
  app.addHook('onReady', async () => {
    const onError = (error: Error) => app.log.error({ err: error }, 'metrics failed')
    close = await openMetricsPort(registry, { host, port, onError })
  })
  app.addHook('onClose', async () => close())
}

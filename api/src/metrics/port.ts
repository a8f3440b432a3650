import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { collectDefaultMetrics, type Registry } from '@prometheus-io/client'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'

const PATH = '/metrics'

async function send(response: ServerResponse, registry: Registry): Promise<void> {
  const text = await registry.metrics()
  response.setHeader('content-type', registry.contentType).end(text)
}

/**
 * Serves the metrics on a separate port, which the proxy does not forward to visitors. Opens and
 * closes with the app.
 * @throws at the app's start when the port cannot be opened
 */
export function serveMetrics(
  app: FastifyInstance,
  registry: Registry,
  { host, metricsPort: port }: Config,
): void {
  if (port === undefined) return
  collectDefaultMetrics({ register: registry })
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== PATH) {
      response.writeHead(404).end()
      return
    }
    send(response, registry).catch((error: Error) => {
      app.log.error({ err: error }, 'metrics failed')
      response.writeHead(500).end()
    })
  })
  app.addHook('onReady', async () => {
    server.listen({ port, host })
    await once(server, 'listening').catch(({ code }: NodeJS.ErrnoException) => {
      const reason = code === 'EADDRINUSE' ? 'is taken' : `cannot be opened (${code})`
      throw new Error(`METRICS_PORT: port ${port} on ${host} ${reason}.`)
    })
  })
  app.addHook('onClose', async () => {
    server.close()
    server.closeAllConnections()
  })
}

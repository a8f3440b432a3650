import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { collectDefaultMetrics, type Registry } from '@prometheus-io/client'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'

const PATH = '/metrics'

async function answer(response: ServerResponse, registry: Registry): Promise<void> {
  const text = await registry.metrics()
  response.setHeader('content-type', registry.contentType).end(text)
}

/**
 * Serves the metrics, and those of the process, on a port of their own, so that what passes
 * visitors on to the app does not pass them on to these. Comes and goes with the app.
 * @throws at the app's start when the port cannot be listened at
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
    answer(response, registry).catch((error: Error) => {
      app.log.error({ err: error }, 'metrics failed')
      response.writeHead(500).end()
    })
  })
  app.addHook('onReady', async () => {
    server.listen({ port, host })
    await once(server, 'listening').catch(({ code }: NodeJS.ErrnoException) => {
      const reason = code === 'EADDRINUSE' ? 'is taken' : `cannot be listened at (${code})`
      throw new Error(`METRICS_PORT: port ${port} on ${host} ${reason}.`)
    })
  })
  app.addHook('onClose', async () => {
    server.close()
    server.closeAllConnections()
  })
}

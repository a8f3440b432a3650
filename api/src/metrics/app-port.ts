import type { Registry } from '@prometheus-io/client'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../config/api.ts'
import { openMetricsPort } from './port.ts'

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

import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Metrics } from './metrics.ts'

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

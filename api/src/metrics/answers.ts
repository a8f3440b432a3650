import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Metrics, Outcome } from './metrics.ts'

/** Pages and files are one; what met no route is one too, whatever was asked for. */
const routeOf = ({ routeOptions: { url } }: FastifyRequest): string => {
  if (url === undefined) return 'none'
  return url.startsWith('/api/') ? url : 'site'
}

/** Measures every answer of the app. */
export function measureAnswers(app: FastifyInstance, metrics: Metrics): void {
  app.addHook('onResponse', (request, reply, done) => {
    metrics.answered(routeOf(request), reply.statusCode, reply.elapsedTime)
    done()
  })
}

const outcomeOf = (status: number): Outcome | undefined => {
  if (status === 429) return 'rate_limited'
  if (status === 503) return 'unavailable'
  if (status >= 500) return 'failed'
  return status >= 400 ? 'invalid' : undefined
}

/** Counts the signups that were refused; of the others the store knows what became. */
export const countRefusals =
  (metrics: Metrics) =>
  (_request: unknown, { statusCode }: { statusCode: number }, done: () => void): void => {
    const outcome = outcomeOf(statusCode)
    if (outcome !== undefined) metrics.signups(outcome)
    done()
  }

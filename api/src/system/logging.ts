import type { FastifyInstance, FastifyRequest } from 'fastify'
import { destination } from 'pino'

interface Loggable extends Error {
  readonly code?: string
  readonly severity?: string
  readonly table?: string
  readonly constraint?: string
}

/** Messages of the client of Postgres, and of our deadline, without personal data. */
const KNOWN =
  /^(?:deadline exceeded|Query read timeout|timeout e.*|Connection terminated.*|Client .* not queryable)$/

/**
 * Leaves out `detail` and unknown messages: those of Postgres and of JSON parsing quote what a
 * visitor typed.
 */
const describeReason = (error: Loggable) => ({
  type: error.name,
  message: error.code ?? (KNOWN.test(error.message) ? error.message : error.name),
  code: error.code,
  severity: error.severity,
  table: error.table,
  constraint: error.constraint,
})

const describeError = (error: Loggable) => ({
  ...describeReason(error),
  stack: (error.stack ?? '')
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .join('\n'),
})

/** Only methods and routes, because a query or an unknown path can hold personal data. */
const describeRequest = (request: FastifyRequest) => ({
  method: request.method,
  route: request.routeOptions?.url,
})

/** The id of the request, which a visitor can give to support. */
export const idHeader = ({ id }: FastifyRequest) => ({ 'x-request-id': id })

/** Fastify's own serializers log IP addresses and full URLs. */
export const serializers = {
  err: describeError,
  // without a stack, because an outage logs one with every request
  reason: describeReason,
  req: describeRequest,
  res: (reply: { statusCode: number }) => ({ status: reply.statusCode }),
}

/**
 * Logs one line per request, with the id that the visitor gets as `x-request-id`. Hooks with a
 * callback are some microseconds faster than hooks that return a promise.
 */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(idHeader(request))
    done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    const { method, route } = describeRequest(request)
    const ms = Math.round(reply.elapsedTime)
    request.log.info({ method, route, status: reply.statusCode, ms }, 'answered')
    done()
  })
}

/**
 * Standard output that is written in the background, a quarter of a second later at most. A write for
 * each line would take a tenth of a signup's time.
 */
export const output = () =>
  destination({ dest: 1, sync: false, minLength: 16_000, periodicFlush: 250 })

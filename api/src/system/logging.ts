import type { FastifyInstance, FastifyRequest } from 'fastify'
import { destination } from 'pino'

interface Loggable extends Error {
  readonly code?: string
  readonly severity?: string
  readonly table?: string
  readonly constraint?: string
}

/** Matches messages from the Postgres client and from our deadline, which contain no personal data. */
const KNOWN =
  /^(?:deadline exceeded|Query read timeout|timeout e.*|Connection terminated.*|Client .* not queryable)$/

/**
 * Logs a reason without `detail` and without unknown messages, because Postgres and the JSON parser quote visitors'
 * input.
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

/** Logs the method and the route, but not the query or an unknown path, because these can contain personal data. */
const describeRequest = (request: FastifyRequest) => ({
  method: request.method,
  route: request.routeOptions?.url,
})

/** A visitor can quote this id to support. */
export const idHeader = ({ id }: FastifyRequest) => ({ 'x-request-id': id })

/** Replaces Fastify's serializers, which log IP addresses and full URLs. */
export const serializers = {
  err: describeError,
  // The stack is left out, because during an outage every request would log one.
  reason: describeReason,
  req: describeRequest,
  res: (reply: { statusCode: number }) => ({ status: reply.statusCode }),
}

/**
 * Logs one line per request, with the id sent as `x-request-id`. Hooks with a callback are a few microseconds faster
 * than hooks that return a promise.
 */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(idHeader(request))
    done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    const { method, route } = describeRequest(request)
    const ms = Math.round(reply.elapsedTime)
    request.log.info({ method, route, status: reply.statusCode, ms }, 'responded')
    done()
  })
}

/**
 * Writes to standard output in the background, within a quarter of a second. Writing each line separately would take a
 * tenth of a signup's time.
 */
export const output = () =>
  destination({ dest: 1, sync: false, minLength: 16_000, periodicFlush: 250 })

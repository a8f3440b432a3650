import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ERRORS, type ErrorReply, HttpError } from '../../system/error-responses.ts'
import { API_HEADERS } from '../response-headers.ts'

export const pathOf = (url: string): string => url.split('?', 1)[0] ?? ''

/**
 * Watches the routes that are added after this call.
 * @returns a function that maps an unrouted request's URL to its error: 405 with `Allow`, or 404
 */
export function watchRoutes(app: FastifyInstance): (url: string) => ErrorReply {
  const methods = new Map<string, Set<string>>()
  app.addHook('onRoute', ({ url, method }) => {
    const known = methods.get(url) ?? new Set<string>()
    for (const name of [method].flat()) known.add(name)
    methods.set(url, known)
  })
  return (url) => {
    const allowed = methods.get(pathOf(url))
    if (allowed === undefined) return ERRORS.notFound
    return { ...ERRORS.methodNotAllowed, headers: { allow: [...allowed].sort().join(', ') } }
  }
}

/** Refuses unrouted requests without reading their bodies. */
export function refuseUnrouted(app: FastifyInstance, reason: (url: string) => ErrorReply): void {
  const refuse = ({ url }: FastifyRequest): never => {
    throw new HttpError(reason(url))
  }
  app.addHook('onRequest', (request, _reply, done) => {
    if (request.is404) refuse(request)
    done()
  })
  app.setNotFoundHandler(refuse)
}

export function noSite(app: FastifyInstance): void {
  app.setNotFoundHandler((_request, reply) => {
    reply.headers(API_HEADERS)
    throw new HttpError(ERRORS.notFound)
  })
}

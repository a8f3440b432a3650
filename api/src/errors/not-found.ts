import type { FastifyInstance, FastifyRequest } from 'fastify'
import { API_HEADERS } from '../headers.ts'
import { ANSWERS, type Answer, HttpError } from './answers.ts'

/** The path of a request's URL, without the query. */
export const pathOf = (url: string): string => url.split('?', 1)[0] ?? ''

/**
 * Watches the routes that are added from now on.
 * @returns a function that tells why a request met no route: 405 with `Allow`, or 404
 */
export function watchRoutes(app: FastifyInstance): (url: string) => Answer {
  const methods = new Map<string, Set<string>>()
  app.addHook('onRoute', ({ url, method }) => {
    const known = methods.get(url) ?? new Set<string>()
    for (const name of [method].flat()) known.add(name)
    methods.set(url, known)
  })
  return (url) => {
    const allowed = methods.get(pathOf(url))
    if (allowed === undefined) return ANSWERS.notFound
    return { ...ANSWERS.methodNotAllowed, headers: { allow: [...allowed].sort().join(', ') } }
  }
}

/** Refuses what met no route, before its body is read: nobody wants it. */
export function refuseUnrouted(app: FastifyInstance, reason: (url: string) => Answer): void {
  const refuse = ({ url }: FastifyRequest): never => {
    throw new HttpError(reason(url))
  }
  app.addHook('onRequest', (request, _reply, done) => {
    if (request.is404) refuse(request)
    done()
  })
  app.setNotFoundHandler(refuse)
}

/** Outside the API there is nothing. */
export function noSite(app: FastifyInstance): void {
  app.setNotFoundHandler((_request, reply) => {
    reply.headers(API_HEADERS)
    throw new HttpError(ANSWERS.notFound)
  })
}

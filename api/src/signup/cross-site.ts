import type { FastifyRequest } from 'fastify'
import { isForm } from '../body.ts'
import { ANSWERS, HttpError } from '../errors/answers.ts'

/** Programs and the address bar send no origin; a page without one is nobody's. */
const isElsewhere = (origin: string | undefined, host: string): boolean =>
  origin !== undefined && !(URL.canParse(origin) && new URL(origin).host === host)

/**
 * Refuses a form that another website has its visitor's browser send: so a stranger could sign
 * people up from the addresses of many, which the limit takes for as many visitors. Browsers
 * say where a request comes from (Fetch Metadata, `Sec-Fetch-Site`); another host of the same
 * domain may be another's. By plain HTTP, and in Safari before 16.4, only `Origin` says it.
 * JSON from elsewhere needs their leave (CORS) before it is sent, so a host that a proxy has
 * changed turns away no form that has its scripts.
 *
 * @param friends - origins whose pages may send it
 * @throws HttpError
 */
export function refuseCrossSite(request: FastifyRequest, friends: readonly string[]): void {
  const { origin, 'sec-fetch-site': site } = request.headers
  if (friends.includes(origin ?? '')) return
  const refused =
    site === undefined
      ? isForm(request) && isElsewhere(origin, request.host)
      : site === 'cross-site' || site === 'same-site'
  if (refused) throw new HttpError(ANSWERS.crossSite)
}

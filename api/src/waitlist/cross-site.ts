import type { FastifyRequest } from 'fastify'
import { ANSWERS, AnsweredError } from '../errors/answers.ts'

const FORM = /^application\/x-www-form-urlencoded/i

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
 * @throws AnsweredError
 */
export function refuseCrossSite(
  { headers, host }: FastifyRequest,
  friends: readonly string[],
): void {
  const { origin } = headers
  if (friends.includes(origin ?? '')) return
  const site = headers['sec-fetch-site']
  const isForm = FORM.test(headers['content-type'] ?? '')
  const refused =
    site === undefined
      ? isForm && isElsewhere(origin, host)
      : site === 'cross-site' || site === 'same-site'
  if (refused) throw new AnsweredError(ANSWERS.crossSite)
}

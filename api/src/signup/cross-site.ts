import type { FastifyRequest } from 'fastify'
import { isForm } from '../body.ts'
import { ERRORS, HttpError } from '../errors/responses.ts'

/** Programs and the address bar send no origin. A sandboxed page sends `null`. */
const isElsewhere = (origin: string | undefined, host: string): boolean =>
  origin !== undefined && !(URL.canParse(origin) && new URL(origin).host === host)

/**
 * Refuses a post that another website makes its visitor's browser send; it would pass the limit of
 * each visitor. Browsers name the source in `Sec-Fetch-Site` (Fetch Metadata); another host of the
 * same domain can have another owner. Over plain HTTP and in Safari before 16.4 only `Origin`
 * names it. That is checked for forms only: JSON from another origin needs CORS, and a proxy may
 * have changed the host.
 *
 * @param friends origins whose pages may send it
 * @throws HttpError
 */
export function refuseCrossSite(request: FastifyRequest, friends: readonly string[]): void {
  const { origin, 'sec-fetch-site': site } = request.headers
  if (friends.includes(origin ?? '')) return
  const refused =
    site === undefined
      ? isForm(request) && isElsewhere(origin, request.host)
      : site === 'cross-site' || site === 'same-site'
  if (refused) throw new HttpError(ERRORS.crossSite)
}

import type { FastifyRequest } from 'fastify'
import { ERRORS, HttpError } from '../system/error-responses.ts'
import { isForm } from '../system/server.ts'
import type { Config } from '../system/settings.ts'

type Here = Pick<Config, 'siteUrl' | 'corsOrigins'>

/** Browsers send `none` when the visitor typed the address or used a bookmark. */
const ALLOWED_SITES: readonly string[] = ['same-origin', 'none']

/**
 * Programs send no origin. A sandboxed page sends `null`. Any name can lead to this server, so the
 * host of the request counts only where SITE_URL is unset.
 */
const isFromHere = ({ headers, host }: FastifyRequest, siteUrl: string | undefined): boolean => {
  const { origin } = headers
  if (origin === undefined || origin === siteUrl) return true
  return siteUrl === undefined && URL.canParse(origin) && new URL(origin).host === host
}

/**
 * Refuses a form that another website makes its visitor's browser send, because such forms would evade the limit per
 * visitor.
 * Browsers name the source in `Sec-Fetch-Site` (Fetch Metadata); another host of the same domain can have another
 * owner. Over plain HTTP and in Safari before 16.4 only `Origin` names it. `Origin` is checked for forms only: JSON
 * from another origin needs CORS, and a proxy may have changed the host.
 * @throws HttpError with 403
 */
export function refuseCrossSite(request: FastifyRequest, { siteUrl, corsOrigins }: Here): void {
  const { origin, 'sec-fetch-site': site } = request.headers
  if (corsOrigins.includes(origin ?? '')) return
  const allowed =
    site === undefined
      ? !isForm(request) || isFromHere(request, siteUrl)
      : ALLOWED_SITES.includes(String(site))
  if (!allowed) throw new HttpError(ERRORS.crossSite)
}

import type { FastifyRequest } from 'fastify'
import { ERRORS, HttpError } from '../system/error-responses.ts'
import { isForm } from '../system/server.ts'
import type { Config } from '../system/settings.ts'

type Here = Pick<Config, 'siteUrl' | 'corsOrigins'>

/** Browsers send `none` when the visitor typed the address or used a bookmark. */
const ALLOWED_SITES: readonly string[] = ['same-origin', 'none']

/**
 * Returns whether `Origin` is this site, or is missing because a program sent the request. A sandboxed page sends
 * `null`. Any host name can point to this server, so the request's own host is trusted only while SITE_URL is unset.
 */
const isFromHere = ({ headers, host }: FastifyRequest, siteUrl: string | undefined): boolean => {
  const { origin } = headers
  if (origin === undefined || origin === siteUrl) return true
  return siteUrl === undefined && URL.canParse(origin) && new URL(origin).host === host
}

/**
 * Refuses forms that another website makes its visitors' browsers send, because they would evade the per-visitor limit.
 * Browsers say in `Sec-Fetch-Site` (Fetch Metadata) how the sending site relates to ours. `same-site` is refused as
 * well, because another host of the domain can belong to someone else. Over plain HTTP and in Safari before 16.4, only
 * `Origin` shows where a form comes from. `Origin` is checked for forms only: JSON from elsewhere needs CORS, and a
 * proxy may have changed the host.
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

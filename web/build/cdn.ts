import type { SiteManifest } from '../serve/manifest.ts'
import { pageDirectives, policyOf } from './headers.ts'

/**
 * What every page's policy has, and so what holds for an address that is no page: there the
 * not-found page is shown, and no rule can name its styles.
 */
const { 'default-src': _, 'style-src': __, ...common } = pageDirectives([])

/** A rule: an address, and the headers of its answers, one a line. */
const rule = (address: string, headers: Readonly<Record<string, string>>): string =>
  [address, ...Object.entries(headers).map(([name, value]) => `  ${name}: ${value}`)].join('\n')

/**
 * The headers as a file `_headers`, for a CDN that holds the site's files: the format that
 * Netlify and Cloudflare Pages share. Of several rules for one address all hold, and a header
 * that comes twice is sent as a list, so that a page has two policies and keeps to both.
 */
export function cdnHeaders({ headers, pages }: SiteManifest): string {
  const rules = [
    rule('/*', { ...headers, 'content-security-policy': policyOf(common) }),
    rule('/assets/*', { 'cache-control': 'public, max-age=31536000, immutable' }),
    ...Object.entries(pages).map(([path, { csp }]) =>
      rule(path, { 'content-security-policy': csp }),
    ),
  ]
  return `${rules.join('\n\n')}\n`
}

import { PICTURE_TYPES, type SiteManifest } from './manifest.ts'
import { pageDirectives, policyOf } from './security-headers.ts'

/**
 * The policy of all addresses without a page. They show the not-found page, whose styles no rule
 * of the file can name.
 */
const { 'default-src': _, 'style-src': __, ...common } = pageDirectives([])

/** A rule: an address, then one header per line. */
const rule = (address: string, headers: Readonly<Record<string, string>>): string =>
  [address, ...Object.entries(headers).map(([name, value]) => `  ${name}: ${value}`)].join('\n')

/**
 * The file `_headers` of Netlify and Cloudflare Pages. All rules of an address apply, so that a
 * page gets two policies and browsers enforce both. Of two referrer policies the last one counts.
 * Browsers heed neither of two Cross-Origin-Resource-Policies, so that emails can show a picture.
 */
export function cdnHeaders({ headers, pictureHeaders, pages }: SiteManifest): string {
  const rules = [
    rule('/*', { ...headers, 'content-security-policy': policyOf(common) }),
    rule('/assets/*', { 'cache-control': 'public, max-age=31536000, immutable' }),
    ...PICTURE_TYPES.map((type) => rule(`/*.${type}`, pictureHeaders)),
    ...Object.entries(pages).map(([path, { csp, headers: own }]) =>
      rule(path, { ...own, 'content-security-policy': csp }),
    ),
  ]
  return `${rules.join('\n\n')}\n`
}

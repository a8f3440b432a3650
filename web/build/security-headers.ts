/**
 * The security headers of every answer. Both servers get them from here: nginx as a
 * generated configuration file, `npm start` through `site.json`.
 */
import { brand } from '../content/brand.ts'

/** Names in lower case, as in HTTP/2. */
export const securityHeaders: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'cross-origin-opener-policy': 'same-origin',
  // Not `require-corp`: the Product Hunt badge is another origin's picture, and whether it says
  // by a header of its own that others may show it, is not ours to promise. So it is asked for
  // without cookies instead. Browsers that do not know this value show it as ever.
  'cross-origin-embedder-policy': 'credentialless',
  'cross-origin-resource-policy': 'same-origin',
  // For browsers that do not know the CSP's frame-ancestors.
  'x-frame-options': 'DENY',
}

/** The SHA-256 of nothing: styled-components adds rules to an empty style element by CSSOM. */
const EMPTY_STYLE = 'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='

/** Sources by directive. */
type Directives = Readonly<Record<string, readonly string[]>>

/**
 * Content Security Policy Level 3 of one page.
 *
 * @param styleHashes - of the page's own style elements, like `sha256-…`
 */
export const pageDirectives = (styleHashes: readonly string[]): Directives => ({
  'default-src': ["'none'"],
  'script-src': ["'self'"],
  'style-src': [EMPTY_STYLE, ...styleHashes].map((hash) => `'${hash}'`),
  'img-src': ["'self'", new URL(brand.productHunt.badgeUrl).origin],
  'font-src': ["'self'"],
  'connect-src': ["'self'"],
  'manifest-src': ["'self'"],
  'form-action': ["'self'"],
  'base-uri': ["'none'"],
  'frame-ancestors': ["'none'"],
  'require-trusted-types-for': ["'script'"],
})

/** As the header has it. */
export const policyOf = (directives: Directives): string =>
  Object.entries(directives)
    .map(([name, sources]) => [name, ...sources].join(' '))
    .join('; ')

/** The policy of what is no page: a picture or a script that is opened as a document may do nothing. */
export const filePolicy = "default-src 'none'; frame-ancestors 'none'"

/**
 * The security headers of every response. nginx reads them from a generated configuration file, `npm start` from
 * `site.json`.
 */
import { brand } from '../content/brand.ts'

/** Headers by name, in lower case, as in HTTP/2. */
export const securityHeaders: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'cross-origin-opener-policy': 'same-origin',
  // With this policy, the Product Hunt badge is requested without cookies. `crossorigin="anonymous"` or `require-corp`
  // would block it unless its server sends CORS or CORP headers, which Product Hunt does not document. Safari ignores
  // the value, but blocks third-party cookies anyway.
  'cross-origin-embedder-policy': 'credentialless',
  'cross-origin-resource-policy': 'same-origin',
  // Some browsers do not support the CSP's frame-ancestors.
  'x-frame-options': 'DENY',
}

/** Lets other sites show our pictures, because webmail does. */
export const pictureHeaders = {
  'cross-origin-resource-policy': 'cross-origin',
} as const

const { badgeUrl } = brand.productHunt

/** The hash of the empty string, because styled-components adds rules to an empty style element through the CSSOM. */
const EMPTY_STYLE = 'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='

/** Allowed sources, keyed by directive. */
type Directives = Readonly<Record<string, readonly string[]>>

/**
 * Returns one page's Content Security Policy (Level 3).
 * @param styleHashes - the hashes of the page's own style elements, like `sha256-…`
 */
export const pageDirectives = (styleHashes: readonly string[]): Directives => ({
  'default-src': ["'none'"],
  'script-src': ["'self'"],
  'style-src': [EMPTY_STYLE, ...styleHashes].map((hash) => `'${hash}'`),
  // Every page allows the badge, because a document keeps its policy when the router shows `/`.
  'img-src': ["'self'", ...(badgeUrl ? [new URL(badgeUrl).origin] : [])],
  'font-src': ["'self'"],
  'connect-src': ["'self'"],
  'manifest-src': ["'self'"],
  'form-action': ["'self'"],
  'base-uri': ["'none'"],
  'frame-ancestors': ["'none'"],
  'require-trusted-types-for': ["'script'"],
})

/** Returns the value of the header. */
export const policyOf = (directives: Directives): string =>
  Object.entries(directives)
    .map(([name, sources]) => [name, ...sources].join(' '))
    .join('; ')

/** The policy for files that are not pages, such as a picture that is opened as a document. */
export const filePolicy = "default-src 'none'; frame-ancestors 'none'"

/** For a response that loads nothing, is in no frame and holds no form. */
const NOTHING_CSP =
  "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

export const API_HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy': NOTHING_CSP,
  'x-content-type-options': 'nosniff',
} as const

/** A response with this policy cannot load anything, be framed or send a form. */
const NOTHING_CSP =
  "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

export const API_HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy': NOTHING_CSP,
  'x-content-type-options': 'nosniff',
} as const

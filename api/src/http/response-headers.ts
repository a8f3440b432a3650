/** With this policy, a response loads nothing, cannot be framed and sends no form. */
const NOTHING_CSP =
  "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

export const API_HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy': NOTHING_CSP,
  'x-content-type-options': 'nosniff',
} as const

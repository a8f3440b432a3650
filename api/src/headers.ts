/** An answer that nothing may be loaded by, framed in or sent from. */
export const NOTHING_CSP =
  "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** On every answer under `/api`: never kept, never taken for something else. */
export const API_HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy': NOTHING_CSP,
  'x-content-type-options': 'nosniff',
} as const

/**
 * What a page may cost a visitor before they do anything: bytes on the wire, bodies in
 * brotli. `tests/web/budgets` measures every route in a browser.
 */
export const budgets = {
  /** The document itself. */
  html: 20_000,
  /** Scripts, without their headers. */
  scripts: 110_000,
  /** Everything, headers included. */
  page: { bytes: 155_000, requests: 12 },
  /** The page that most visitors see first. */
  landing: { bytes: 150_000, requests: 12 },
} as const

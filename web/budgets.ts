/**
 * What a page may cost a visitor before they do anything: bytes on the wire, bodies in
 * brotli. `tests/web/budgets` measures every route in a browser, `tests/stack/initial-window`
 * what nginx sends.
 */
export const budgets = {
  /** The document itself. */
  html: 20_000,
  /**
   * The document with its headers: ten segments of 1460 bytes are what TCP sends before the
   * first is acknowledged (RFC 6928). One byte more, and it is whole a round trip later.
   */
  initialWindow: 14_600,
  /** Scripts, without their headers. */
  scripts: 110_000,
  /** Everything of this site, headers, icon and manifest included. */
  page: { bytes: 155_000, requests: 12 },
  /** The page that most visitors see first. */
  landing: { bytes: 151_000, requests: 12 },
} as const

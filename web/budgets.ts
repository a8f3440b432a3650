/**
 * What a page may cost a visitor before they do anything: bytes on the wire, bodies in
 * brotli. `tests/browser/pages/budgets` measures every route in a browser, `tests/stack/nginx/initial-window`
 * what nginx sends.
 */
export const budgets = {
  html: 20_000,
  /**
   * The document with its headers: TCP sends ten segments of 1460 bytes before the first is
   * acknowledged (RFC 6928). One byte more costs a round trip.
   */
  initialWindow: 14_600,
  /** Without headers. */
  scripts: 96_000,
  /** What /waitlist must leave of `scripts` for an owner's questions, 200 to 400 bytes each. */
  questions: 2_000,
  /** Everything from this site, with headers, icon and manifest. */
  page: { bytes: 146_000, requests: 12 },
  /** The page that most visitors see first. */
  landing: { scripts: 90_000, bytes: 138_000, requests: 11 },
} as const

/**
 * The most that a page may cost a visitor: bytes on the wire, bodies in brotli. `tests/browser/pages/budgets` measures a page of
 * each kind in a browser, `tests/stack/nginx/headers` what nginx sends.
 */
export const budgets = {
  html: 20_000,
  /**
   * The document with its headers: TCP sends ten segments of 1460 bytes before the first is
   * acknowledged (RFC 6928). One byte more costs a round trip.
   */
  initialWindow: 14_600,
  /** The only script before the visitor shows interest. Without headers, as the next. */
  start: 2_048,
  /** All scripts after it. */
  scripts: 125_000,
  /** /waitlist must leave this part of `scripts` for an owner's questions, 200 to 400 bytes each. */
  questions: 2_000,
  /** Everything from this site before interest, with headers, icon, manifest and the beacon. */
  page: { bytes: 60_000, requests: 7 },
} as const

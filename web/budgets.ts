/**
 * Limits for each page, in bytes on the wire, with brotli-compressed bodies. `tests/browser/pages/budgets` measures a
 * page of each kind in a browser, `tests/stack/nginx/headers` what nginx sends.
 */
export const budgets = {
  html: 20_000,
  /**
   * The document with its headers. TCP sends ten segments of 1460 bytes before the first is acknowledged (RFC 6928), so
   * one more byte costs a round trip.
   */
  initialWindow: 14_600,
  /**
   * The only script that loads before the visitor shows interest; it lists every page. This limit and the next two
   * exclude headers.
   */
  start: { fixed: 1_648, eachPage: 40 },
  /** All later scripts, on pages other than /waitlist. */
  scripts: 125_000,
  /** All scripts of /waitlist, which contain every question. */
  form: { fixed: 121_000, eachQuestion: 400 },
  /** Everything from this site before the visitor shows interest, with headers, icon, manifest and the beacon. */
  page: { bytes: 60_000, requests: 7 },
} as const

/**
 * The text next to the form's button, with its date as the version. People agree to it, so before you change it, copy
 * the old text to `EARLIER_TEXTS`, and never edit it there. `consent.test.ts` compares them.
 */
export const CONSENT = {
  version: '2026-11-24',
  text: 'By joining, you confirm that you are 18 or over and agree to emails about your place, our progress and launch offers, nothing else.',
} as const

/** Only the API contains these texts: the site's build drops them from the scripts. */
export const EARLIER_TEXTS = {
  '2026-11-23':
    'For people aged 18 and over. We write about your place, our progress and the launch, nothing else.',
} as const

type Version = typeof CONSENT.version | keyof typeof EARLIER_TEXTS

/** The version stored for a signup whose form sends no version, or one that is not known. */
export const UNKNOWN_CONSENT = 'unknown'

/** Returns the version to store. */
export const readConsent = (version: unknown): Version | typeof UNKNOWN_CONSENT =>
  version === CONSENT.version ||
  (typeof version === 'string' && Object.hasOwn(EARLIER_TEXTS, version))
    ? (version as Version)
    : UNKNOWN_CONSENT

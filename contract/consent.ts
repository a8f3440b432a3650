/**
 * Every text that stood beside the form's button, by its version, which is its day. People have agreed
 * to them: add a changed text with a new version, and change none. `consent.test.ts` compares them.
 */
const TEXTS = {
  '2026-11-23':
    'For people aged 18 and over. We write about your place, our progress and the launch, nothing else.',
  '2026-11-24':
    'By joining, you confirm that you are 18 or over and agree to emails about your place, our progress and launch offers, nothing else.',
} as const

type Version = keyof typeof TEXTS

const VERSION: Version = '2026-11-24'

/** What a person agrees to by sending the form. */
export const CONSENT = { version: VERSION, text: TEXTS[VERSION] } as const

/** Stored when the form names no version, or one that is not in the list. */
export const UNKNOWN_CONSENT = 'unknown'

/** The version as it is stored. */
export const readConsent = (version: unknown): Version | typeof UNKNOWN_CONSENT =>
  typeof version === 'string' && Object.hasOwn(TEXTS, version)
    ? (version as Version)
    : UNKNOWN_CONSENT

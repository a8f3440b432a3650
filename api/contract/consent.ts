/**
 * What a person agrees to by sending the form. It stands beside the button, and its version is stored
 * with the signup: give a changed text a new version (the day). `tests/unit/api/contract/consent.test.ts` keeps
 * the text of every version.
 */
export const CONSENT = {
  version: '2026-11-23',
  text: 'For people aged 18 and over. We write about your place, our progress and the launch, nothing else.',
} as const

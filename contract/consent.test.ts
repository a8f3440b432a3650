import { expect, test } from 'vitest'
import { CONSENT, EARLIER_TEXTS, readConsent, UNKNOWN_CONSENT } from './consent.ts'

/** Every consent text that people have agreed to. Add a line for each new version; never change a line. */
const TEXTS: Readonly<Record<string, string>> = {
  '2026-11-23':
    'For people aged 18 and over. We write about your place, our progress and the launch, nothing else.',
  '2026-11-24':
    'By joining, you confirm that you are 18 or over and agree to emails about your place, our progress and launch offers, nothing else.',
}

test('a changed consent text needs a new version', () => {
  expect({ ...EARLIER_TEXTS, [CONSENT.version]: CONSENT.text }).toEqual(TEXTS)
})

test('a known version of the consent is stored as sent, and any other as unknown', () => {
  for (const version of Object.keys(TEXTS)) expect(readConsent(version)).toBe(version)
  for (const other of ['2000-01-01', '', 'toString', undefined, [CONSENT.version]]) {
    expect(readConsent(other)).toBe(UNKNOWN_CONSENT)
  }
})

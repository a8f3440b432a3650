import { expect, test } from 'vitest'
import { CONSENT } from '../../../../api/contract/consent.ts'

/** Every text that people have agreed to. Add a line for a new version, and change none. */
const TEXTS: Readonly<Record<string, string>> = {
  '2026-11-23':
    'For people aged 18 and over. We write about your place, our progress and the launch, nothing else.',
}

test('a changed text of the consent needs a new version', () => {
  expect(CONSENT.text).toBe(TEXTS[CONSENT.version])
})

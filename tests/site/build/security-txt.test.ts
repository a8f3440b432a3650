import { expect } from 'vitest'
import { LANGUAGE } from '../../../contract/words.ts'
import { brand } from '../../../web/content/brand.ts'

import { test } from '../support/test.ts'

test('security.txt gives a contact and expires within a year (RFC 9116)', async ({ get }) => {
  const response = await get('/.well-known/security.txt')
  expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8')
  const lines = (await response.text()).trimEnd().split('\n')
  const fields = Object.fromEntries(lines.map((line) => line.split(/: (.*)/).slice(0, 2)))
  expect(fields).toEqual({
    Contact: `mailto:${brand.supportEmail}`,
    Expires: expect.stringMatching(/^\d{4}-\d\d-\d\dT00:00:00Z$/),
    'Preferred-Languages': LANGUAGE,
    Canonical: `${brand.origin}/.well-known/security.txt`,
  })
  const expires = new Date(fields['Expires'] ?? '')
  const inAYear = new Date()
  inAYear.setUTCFullYear(inAYear.getUTCFullYear() + 1)
  expect(expires > new Date()).toBe(true)
  expect(expires < inAYear).toBe(true)
})

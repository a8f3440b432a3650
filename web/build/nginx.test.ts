import { ERROR_SENTENCES, SIGNUP_SENTENCES } from '@ad-kit/contract'
import { expect, test } from 'vitest'
import { PICTURES } from './manifest.ts'
import { sentencesConf } from './nginx.ts'

test.each([
  ['/pictures/a.png', true],
  ['/a.jpeg', true],
  ['/a.svg', true],
  ['/index.html', false],
  ['/assets/a.js', false],
  ['/a.png.html', false],
  ['/png', false],
])('emails may show %s: %s', (file, isPicture) => {
  expect(new RegExp(PICTURES).test(file)).toBe(isPicture)
})

test('nginx uses the API’s error messages, and mentions a signup only if a form was sent', () => {
  const conf = sentencesConf()
  expect(conf).toContain(`  "BODY_TOO_LARGE" "${ERROR_SENTENCES.BODY_TOO_LARGE}";`)
  expect(conf).toContain('  "UNAVAILABLE" "$unavailable_sentence";')
  expect(conf).toContain(`  "~^POST /api/waitlist[? ]" "${SIGNUP_SENTENCES.UNAVAILABLE}";`)
})

// Guards quarantine, same-rules.

import { CONSENT, UNKNOWN_CONSENT } from '@ad-kit/contract'
import { describe, expect, test } from 'vitest'
import { FREE_TEXT, newPerson, UNANSWERED } from '../../../tests/support/people.ts'
import { readAddress, tidyBody, toSignup } from './signup.ts'

const tidied = (body: Record<string, unknown>): Record<string, unknown> => {
  tidyBody(body)
  return body
}

describe('tidying a body', () => {
  test('removes the spaces around answers; an empty one is absent, or refused later if it is required', () => {
    const body = { first_name: ' Ada ', email: ' ADA@example.com\n', last_name: ' ' }
    for (const website of [null, '']) {
      expect(tidied({ ...body, website })).toStrictEqual({
        first_name: 'Ada',
        email: 'ADA@example.com',
        last_name: '',
        website: undefined,
      })
    }
  })

  test('leaves unknown members and values of other types alone', () => {
    const body = { first_name: 5, role: ['other'], extra: ' x ' }
    expect(tidied({ ...body })).toStrictEqual(body)
    for (const nothing of [null, undefined, 'text', 7])
      expect(() => tidyBody(nothing)).not.toThrow()
  })
})

test('the address of a form has the consent and a word as the source; what is strange is not taken over', () => {
  const { version } = CONSENT
  expect(readAddress({ consent: version, source: ' show hn ' })).toEqual({
    agreed_to: version,
    source: 'show hn',
  })
  for (const source of ['', ' ', 'a/b', 'a\u0000', '&source=x', 7, null, {}]) {
    expect(readAddress({ consent: 'x', source })).toEqual({
      agreed_to: UNKNOWN_CONSENT,
      source: null,
    })
  }
  expect(readAddress(undefined)).toEqual({ agreed_to: UNKNOWN_CONSENT, source: null })
})

describe('the signup of a form', () => {
  const form = { email: 'Zoë@Example.com', first_name: 'Zoë', last_name: 'Lee', role: 'other' }

  test('has the address as typed, the identity, and the answers that were given', () => {
    expect(toSignup({ ...UNANSWERED, ...form, website: '' })).toEqual({
      email: 'Zoë@Example.com',
      emailKey: 'zoë@example.com',
      answers: { first_name: 'Zoë', last_name: 'Lee', role: 'other' },
      honeypot: null,
    })
  })

  test('does not exist when no email can reach the address', () => {
    expect(toSignup({ ...form, email: 'ada@xn--a.com' })).toBeUndefined()
  })
})

describe('a form', () => {
  const honeypotOf = (values: object) => toSignup(newPerson(values))?.honeypot

  test('with a filled honeypot is quarantined, and no other answer quarantines one', () => {
    expect(honeypotOf({ website: 'x' })).toBe('x')
    for (const text of ['acme.co', 'Booking.com', 'Kiln&Co.KG', 'P.O.Box Prints', 'https://x']) {
      expect(honeypotOf({ last_name: 'St.Clair', [FREE_TEXT]: text }), text).toBeNull()
    }
  })
})

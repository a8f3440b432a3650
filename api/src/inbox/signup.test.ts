// Guards quarantine, same-rules.

import { CONSENT, UNKNOWN_CONSENT } from '@ad-kit/contract'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { text } from '../../../tests/support/arbitrary-text.ts'
import { bodyOf, newPerson } from '../../../tests/support/people.ts'
import { readAddress, readSource, tidyBody, toSignup } from './signup.ts'

const tidied = (body: Record<string, unknown>): Record<string, unknown> => {
  tidyBody(body)
  return body
}

describe('tidying a body', () => {
  test('removes the spaces around every answer', () => {
    const body = tidied({ first_name: ' Ada ', email: ' ADA@example.com\n', role: ' other' })
    expect(body).toEqual({ first_name: 'Ada', email: 'ADA@example.com', role: 'other' })
  })

  test('treats an empty optional answer as absent, and keeps a required one to be refused', () => {
    expect(tidied({ company: ' ', website: '', last_name: ' ' })).toStrictEqual({
      company: undefined,
      website: undefined,
      last_name: '',
    })
  })

  test('leaves unknown members and values of other types alone', () => {
    const body = { first_name: 5, role: ['other'], extra: ' x ' }
    expect(tidied({ ...body })).toStrictEqual(body)
    for (const nothing of [null, undefined, 'text', 7])
      expect(() => tidyBody(nothing)).not.toThrow()
  })

  test('twice has no further effect, and only texts change', () => {
    fc.assert(
      fc.property(fc.anything(), text, (anything, company) => {
        const once = { ...bodyOf(newPerson({ company })), role: anything }
        tidyBody(once)
        const twice = { ...once }
        tidyBody(twice)
        expect(twice).toStrictEqual(once)
        expect(once).toMatchObject({ company: company.trim() || undefined })
        tidyBody(anything)
      }),
    )
  })
})

test('a source is a word without the spaces around it; anything else is none', () => {
  expect(readSource(' show hn ')).toBe('show hn')
  for (const strange of ['', ' ', '/', 'a\u0000', '&source=x', 7, null, undefined, {}]) {
    expect(readSource(strange)).toBeUndefined()
  }
})

test('the address of a form has the consent and the source, and what is strange is not taken over', () => {
  const { version } = CONSENT
  expect(readAddress({ consent: version, source: ' press ' })).toEqual({
    agreed_to: version,
    source: 'press',
  })
  for (const strange of [{}, undefined, { consent: 'x', source: 'a/b' }, { consent: [version] }]) {
    expect(readAddress(strange)).toEqual({ agreed_to: UNKNOWN_CONSENT, source: null })
  }
})

describe('the signup of a form', () => {
  const form = { email: 'Zoë@Example.com', first_name: 'Zoë', last_name: 'Lee', role: 'other' }

  test('has the address as typed, the identity, and the answers that were given', () => {
    expect(toSignup({ ...form, company: '' })).toEqual({
      email: 'Zoë@Example.com',
      emailKey: 'zoë@example.com',
      answers: { first_name: 'Zoë', last_name: 'Lee', role: 'other' },
      honeypot: null,
    })
  })

  test('has the content of a filled honeypot', () => {
    expect(toSignup({ ...form, website: 'x' })).toMatchObject({ honeypot: 'x' })
    expect(toSignup({ ...form, website: '' })).toMatchObject({ honeypot: null })
  })

  test('does not exist when no email can reach the address', () => {
    expect(toSignup({ ...form, email: 'ada@xn--a.com' })).toBeUndefined()
  })
})

describe('an answer', () => {
  const honeypotOf = (values: object) => toSignup(newPerson(values))?.honeypot

  test('with a link is quarantined with that answer', () => {
    expect(honeypotOf({ last_name: 'Visit win.com now' })).toBe('Visit win.com now')
    expect(honeypotOf({ first_name: 'http://x.example', website: 'y' })).toBe('y')
    for (const company of ['win.com', 'see https://x', 'WWW.kiln', 'shop24.de', 'kiln。shop']) {
      expect(honeypotOf({ company })).toBe(company)
    }
  })

  test('with the dot of an abbreviation or a number is not quarantined', () => {
    for (const company of ['Kiln & Co. KG', 'St. John', 'J. R.', '3.5 oz', 'Dr. No']) {
      expect(honeypotOf({ company }), company).toBeNull()
    }
  })
})

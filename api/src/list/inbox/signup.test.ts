import { CONSENT, FIELDS, QUESTION_NAMES, UNKNOWN_CONSENT } from '@ad-kit/contract'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { judgedByApi, judgedByForm } from '../../../../tests/contract/verdicts.ts'
import { FREE_TEXT, newPerson, UNANSWERED } from '../../../../tests/support/people.ts'
import { readQuery, toSignup } from './signup.ts'

const UNREACHABLE = { email: FIELDS.email.messages.malformed }

test('the form and the API find the same mistakes in any body', async () => {
  const units = fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 20 })
  const text = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    // These strings can contain lone surrogates and NUL.
    units.map((each) => String.fromCharCode(...each)),
  )
  const address = fc.oneof(
    fc.emailAddress(),
    fc.domain().map((domain) => `a b@${domain}`),
  )
  const value = fc.oneof(address, text, fc.integer(), fc.constant(null), fc.array(text))
  const changes = fc.dictionary(fc.constantFrom(...QUESTION_NAMES), value)
  await fc.assert(
    fc.asyncProperty(changes, async (changed) => {
      const form = { ...newPerson(), ...changed }
      const found = await judgedByForm(form)
      // Only the API knows whether an email can reach a valid address.
      const isUnreachable = Object.keys(found).length === 0 && toSignup(form) === undefined
      expect(await judgedByApi(form)).toStrictEqual(isUnreachable ? UNREACHABLE : found)
    }),
    { numRuns: 300 },
  )
})

test('a form’s query string sets consent and source, and an invalid value counts as unknown', () => {
  const { version } = CONSENT
  expect(readQuery({ consent: version, source: ' show hn ' })).toEqual({
    consent: version,
    source: 'show hn',
  })
  for (const source of ['', ' ', 'a/b', 'a\u0000', '&source=x', 7, null, {}]) {
    expect(readQuery({ consent: 'x', source })).toEqual({
      consent: UNKNOWN_CONSENT,
      source: null,
    })
  }
  expect(readQuery(undefined)).toEqual({ consent: UNKNOWN_CONSENT, source: null })
})

describe('turning a form into a signup', () => {
  const form = { email: 'Zoë@Example.com', first_name: 'Zoë', last_name: 'Lee', role: 'other' }

  test('a signup contains the address as typed, its mailbox and the given answers', () => {
    expect(toSignup({ ...UNANSWERED, ...form, website: '' })).toEqual({
      email: 'Zoë@Example.com',
      mailbox: 'zoë@example.com',
      answers: { first_name: 'Zoë', last_name: 'Lee', role: 'other' },
      honeypot: null,
    })
  })

  test('a form with an address that cannot receive email is refused', () => {
    expect(toSignup({ ...form, email: 'ada@xn--a.com' })).toBeUndefined()
  })
})

describe('quarantine', () => {
  const honeypotOf = (values: object) => toSignup(newPerson(values))?.honeypot

  test('a form is quarantined only if its honeypot is filled in', () => {
    expect(honeypotOf({ website: 'x' })).toBe('x')
    for (const text of ['acme.co', 'Booking.com', 'Kiln&Co.KG', 'P.O.Box Prints', 'https://x']) {
      expect(honeypotOf({ last_name: 'St.Clair', [FREE_TEXT]: text }), text).toBeNull()
    }
  })
})

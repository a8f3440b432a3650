import { FIELDS, type FieldKey, type FieldName, ROLES, WAITLIST_PATH } from '@ad-kit/api/contract'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { emailKey } from '../../api/src/waitlist/email-key.ts'
import { trimFields } from '../../api/src/waitlist/trim.ts'
import { useApp } from '../support/app.ts'
import { select } from '../support/database.ts'
import { bodyOf, somebody } from '../support/people.ts'
import { judgedByForm } from './form.ts'

/** Anything a string can hold, lone surrogates and NUL among it. */
const codeUnits = fc
  .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 20 })
  .map((units) => String.fromCharCode(...units))
const text = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' }), codeUnits)

/** A local part of any text at any domain: mostly nearly addresses. */
const nearlyAddress = fc
  .tuple(text, fc.oneof(fc.domain(), text))
  .map(([local, domain]) => `${local}@${domain}`)
const address = fc.oneof(fc.emailAddress(), nearlyAddress, text)

describe('the key of any address', () => {
  test('is found or not, but never an exception; and its own key is itself', () => {
    fc.assert(
      fc.property(address, (email) => {
        const key = emailKey(email)
        if (key !== undefined) expect(emailKey(key)).toBe(key)
      }),
    )
  })

  test('is the same in capitals and with spaces around', () => {
    fc.assert(
      fc.property(fc.emailAddress(), (email) => {
        expect(emailKey(` ${email.toUpperCase()}\n`)).toBe(emailKey(email))
      }),
    )
  })
})

test('trimming anything twice is trimming it once, and touches only texts', () => {
  fc.assert(
    fc.property(fc.anything(), text, (anything, value) => {
      const once = { ...bodyOf(somebody({ company: value })), role: anything }
      trimFields(once)
      const twice = { ...once }
      trimFields(twice)
      expect(twice).toStrictEqual(once)
      expect(once).toMatchObject({ company: value.trim() || undefined })
      trimFields(anything)
    }),
  )
})

describe('browser and API', () => {
  const app = useApp()

  test('judge any form alike, and what is taken is kept as it was sent', async () => {
    const value = fc.oneof(text, fc.integer(), fc.constant(null), fc.array(text))
    const changes = fc.record(
      {
        firstName: value,
        lastName: value,
        email: fc.oneof(address, value),
        company: value,
        role: fc.oneof(fc.constantFrom(...ROLES.map((role) => role.value)), value),
        website: value,
      },
      { requiredKeys: [] },
    )
    await fc.assert(
      fc.asyncProperty(changes, async (changed) => {
        await select(app().databaseUrl, 'DELETE FROM signups; DELETE FROM trapped_signups')
        const form: Record<FieldName, unknown> = { ...somebody(), ...changed }
        const { status, body } = await app().http.post(WAITLIST_PATH).send(bodyOf(form))
        const byForm = await judgedByForm(form)
        // only the API can tell that a domain has no ASCII form
        const { key, messages } = FIELDS.email
        const unreachable = emailKey(String(form.email)) === undefined
        // and only the API judges the trap, which the visitor cannot see
        const { [FIELDS.website.key]: trap, ...seen } = body.fields ?? {}
        const asksForMore = Object.keys(byForm).length === 0 && unreachable && trap === undefined
        expect(seen).toEqual(asksForMore ? { [key]: messages.malformed } : byForm)
        expect(status).toBe(body.fields ? 400 : 201)
        if (status === 201) await expectKept(form)
      }),
      { numRuns: 300 },
    )
  })

  async function expectKept(form: Record<FieldName, unknown>): Promise<void> {
    const [row, ...others] = [...(await app().signups()), ...(await app().trapped())]
    expect(others).toEqual([])
    expect(row?.email_key).toBe(emailKey(String(form.email)))
    const keys: FieldKey[] = ['first_name', 'last_name', 'email', 'company', 'role']
    for (const key of keys) {
      const sent = bodyOf(form)[key]
      expect(row?.[key as 'company']).toBe(typeof sent === 'string' ? sent.trim() || null : null)
    }
  }
})

import { FIELD_NAMES, type FieldName, HONEYPOT, tidy } from '@ad-kit/api/contract'
import { expect } from 'vitest'
import { emailKey } from '../../../api/src/signup/identity.ts'
import type { TestApp } from '../../support/app.ts'

const text = (name: FieldName, value: unknown): string =>
  typeof value === 'string' ? tidy(name, value) : ''

/** Expects one row with the tidy values of an accepted form. Empty answers are not stored. */
export async function expectStored(app: TestApp, form: Record<FieldName, unknown>): Promise<void> {
  const [signups, quarantined] = [await app.signups(), await app.quarantined()]
  const isQuarantined = text(HONEYPOT, form[HONEYPOT]) !== ''
  expect(signups).toHaveLength(isQuarantined ? 0 : 1)
  expect(quarantined).toHaveLength(isQuarantined ? 1 : 0)
  const [row] = [...signups, ...quarantined]
  expect(row?.email_key).toBe(emailKey(String(form.email)))
  expect(row?.honeypot).toBe(text(HONEYPOT, form[HONEYPOT]) || null)
  for (const name of FIELD_NAMES.filter((name) => name !== HONEYPOT)) {
    expect(row?.[name], name).toBe(text(name, form[name]) || undefined)
  }
}

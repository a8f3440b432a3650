import { FIELD_NAMES, type FieldName, HONEYPOT, isSuspicious, tidy } from '@ad-kit/contract'
import { expect } from 'vitest'
import { emailKey } from '../../../api/src/inbox/identity.ts'
import type { TestApp } from '../../support/app.ts'

const text = (name: FieldName, value: unknown): string =>
  typeof value === 'string' ? tidy(name, value) : ''

/** What quarantines a form: the honeypot's content, or an answer that only a bot gives. */
function botAnswerOf(form: Record<FieldName, unknown>): string | null {
  const suspicious = FIELD_NAMES.find((name) => isSuspicious(name, text(name, form[name])))
  return text(HONEYPOT, form[HONEYPOT]) || (suspicious ? text(suspicious, form[suspicious]) : null)
}

/** Expects one row with the tidy values of an accepted form. Empty answers are not stored. */
export async function expectStored(app: TestApp, form: Record<FieldName, unknown>): Promise<void> {
  const [signups, quarantined] = [await app.people(), await app.quarantined()]
  const botAnswer = botAnswerOf(form)
  expect(signups).toHaveLength(botAnswer === null ? 1 : 0)
  expect(quarantined).toHaveLength(botAnswer === null ? 0 : 1)
  const [row] = [...signups, ...quarantined]
  expect(row?.email_key).toBe(emailKey(String(form.email)))
  expect(row?.honeypot ?? null).toBe(botAnswer)
  for (const name of FIELD_NAMES.filter((name) => name !== HONEYPOT)) {
    expect(row?.[name], name).toBe(text(name, form[name]) || undefined)
  }
}

// Guards same-rules.

import {
  FIELD_NAMES,
  FIELDS,
  type Field,
  type FieldName,
  HONEYPOT,
  WAITLIST_PATH,
} from '@ad-kit/contract'
import fc from 'fast-check'
import { describe, expect } from 'vitest'
import { emailKey } from '../../../api/src/inbox/identity.ts'
import { address, text } from '../../support/arbitrary-text.ts'
import { CORPUS } from '../../support/corpus.ts'
import { select } from '../../support/database.ts'
import { test } from '../../support/fixtures/database.ts'
import { bodyOf, newPerson } from '../../support/people.ts'
import { judgedByForm } from './browser-verdict.ts'
import { expectStored } from './expect-stored.ts'

/** Mostly text, and other types that JSON can hold. */
const value = fc.oneof(text, fc.integer(), fc.constant(null), fc.array(text))

function anyValueOf(field: Field): fc.Arbitrary<unknown> {
  if (field.type === 'email') return fc.oneof(address, value)
  if (field.type !== 'choice') return value
  return fc.oneof(fc.constantFrom(...field.options.map((option) => option.value)), value)
}

describe('browser and API', () => {
  test('browser and API agree about any form, and an accepted one is stored as it was sent', async ({
    app,
  }) => {
    const changes = fc.record(
      Object.fromEntries(FIELD_NAMES.map((name) => [name, anyValueOf(FIELDS[name])])),
      { requiredKeys: [] },
    )
    const accepted = CORPUS.filter(({ verdict }) => verdict === undefined).map(
      ({ field, value }): [Record<string, unknown>] => [{ [field]: value }],
    )
    await fc.assert(
      fc.asyncProperty(changes, async (changed) => {
        await select(app.databaseUrl, 'DELETE FROM people; DELETE FROM quarantine')
        const form: Record<FieldName, unknown> = { ...newPerson(), ...changed }
        const { status, body } = await app.http.post(WAITLIST_PATH).send(bodyOf(form))
        const byForm = await judgedByForm(form)
        // Only the API can tell that a domain has no ASCII form, and refuses letters that get no email.
        const unreachable = emailKey(String(form.email)) === undefined
        // Only the API judges the honeypot, which the visitor cannot see.
        const { [HONEYPOT]: honeypot, ...seen } = body.fields ?? {}
        const { message: unusable } = FIELDS.email.unusable
        const isUnusable = seen['email'] === unusable && !byForm['email']
        if (isUnusable) delete seen['email']
        // The form judges a text by its shortest length only.
        const texts = FIELD_NAMES.filter(
          (name) =>
            FIELDS[name].type === 'text' &&
            typeof form[name] === 'string' &&
            !byForm[name] &&
            seen[name],
        )
        for (const name of texts) delete seen[name]
        const asksForMore =
          Object.keys(byForm).length === 0 &&
          unreachable &&
          !isUnusable &&
          honeypot === undefined &&
          texts.length === 0
        expect(seen).toEqual(asksForMore ? { email: FIELDS.email.messages.malformed } : byForm)
        expect(status).toBe(body.fields ? 400 : 201)
        if (status === 201) await expectStored(app, form)
      }),
      { numRuns: 100 + accepted.length, examples: accepted },
    )
  }, 300_000)
})

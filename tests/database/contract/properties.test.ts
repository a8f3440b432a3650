// Guards same-rules.

import {
  FIELD_NAMES,
  FIELDS,
  type Field,
  type FieldName,
  HONEYPOT,
  tidy,
  WAITLIST_PATH,
} from '@ad-kit/contract'
import fc from 'fast-check'
import { expect } from 'vitest'
import { emailKey } from '../../../api/src/list/identity.ts'
import type { TestApp } from '../../support/app.ts'
import { address, text } from '../../support/corpus.ts'
import { select } from '../../support/database.ts'
import { bodyOf, newPerson } from '../../support/people.ts'
import { test } from '../support/test.ts'
import { judgedByForm } from './browser-verdict.ts'

type Form = Readonly<Record<FieldName, unknown>>

const tidied = (form: Form, name: FieldName): string =>
  typeof form[name] === 'string' ? tidy(name, form[name]) : ''

/** Expects one row with the tidy values of an accepted form. Empty answers are not stored. */
async function expectStored(app: TestApp, form: Form): Promise<void> {
  const [people, quarantined] = [await app.people(), await app.quarantined()]
  const botAnswer = tidied(form, HONEYPOT) || undefined
  expect([people.length, quarantined.length]).toEqual(botAnswer ? [0, 1] : [1, 0])
  const [row] = [...people, ...quarantined]
  expect(row?.email_key).toBe(emailKey(String(form.email)))
  expect(row?.honeypot).toBe(botAnswer)
  for (const name of FIELD_NAMES.filter((name) => name !== HONEYPOT)) {
    expect(row?.[name], name).toBe(tidied(form, name) || undefined)
  }
}

/** Sends a form to an empty list. */
async function send(app: TestApp, form: Form) {
  await select(app.databaseUrl, 'DELETE FROM people; DELETE FROM quarantine')
  return app.http.post(WAITLIST_PATH).send(bodyOf(form))
}

/** Mostly text, and other types that JSON can hold. */
const value = fc.oneof(text, fc.integer(), fc.constant(null), fc.array(text))

function anyValueOf(field: Field): fc.Arbitrary<unknown> {
  if (field.type === 'email') return fc.oneof(address, value)
  if (field.type !== 'choice') return value
  return fc.oneof(fc.constantFrom(...field.options.map((option) => option.value)), value)
}

test('any form gets 400 with the messages of the browser, or 201 and is stored as it was sent', async ({
  app,
}) => {
  const changes = fc.record(
    Object.fromEntries(FIELD_NAMES.map((name) => [name, anyValueOf(FIELDS[name])])),
    { requiredKeys: [] },
  )
  await fc.assert(
    fc.asyncProperty(changes, async (changed) => {
      const form: Form = { ...newPerson(), ...changed }
      const { status, body } = await send(app, form)
      // the API also refuses what only it can tell, such as an address that gets no email
      expect(body.fields ?? {}).toMatchObject(await judgedByForm(form))
      expect(status).toBe(body.fields ? 400 : 201)
      if (status === 201) await expectStored(app, form)
    }),
    { numRuns: 100 },
  )
}, 300_000)

import { FIELD_NAMES, FIELDS } from '@ad-kit/contract'
import { Compile } from 'typebox/compile'
import { expect, test } from 'vitest'
import { newPerson } from '../../../../tests/support/people.ts'
import { formSchema, messagesFor, tidyForm } from './form-schema.ts'

const form = Compile(formSchema(FIELD_NAMES))

test('an answer that is empty, null or only spaces counts as missing', () => {
  const { website: _, ...person } = newPerson()
  const body = { ...person, first_name: ' Ada ', email: ' ADA@example.com\n', extra: ' x ' }
  for (const website of [null, undefined, '', ' ']) {
    const tidied = tidyForm({ ...body, website }, FIELD_NAMES)
    expect(tidied).toStrictEqual({ ...person, first_name: 'Ada', email: 'ADA@example.com' })
    expect(form.Errors(tidied)).toEqual([])
  }
})

test.each([null, undefined, 'text', 7, []])(
  'a body of %j is refused without a message for any field',
  (body) => {
    const errors = form.Errors(tidyForm(body, FIELD_NAMES))
    expect(errors).not.toEqual([])
    expect(messagesFor(errors)).toEqual({})
  },
)

test('a field with several mistakes gets the message for the first mistake', () => {
  const name = 'www.\u200b\n'
  const mistakes = {
    ...newPerson(),
    first_name: name,
    last_name: name,
    email: `ä\u200b`,
    role: 'x',
  }
  expect(messagesFor(form.Errors({ ...mistakes, website: '\n'.repeat(2_049) }))).toEqual({
    first_name: FIELDS.first_name.messages.malformed,
    last_name: FIELDS.last_name.messages.malformed,
    email: FIELDS.email.messages.malformed,
    role: FIELDS.role.message,
    website: FIELDS.website.message,
  })
})

import { expect, test } from 'vitest'
import { CORPUS } from '../tests/contract/corpus.ts'
import { judgedByApi, judgedByForm } from '../tests/contract/verdicts.ts'
import { bodyOf, newPerson } from '../tests/support/people.ts'

for (const { field, what, value, messages } of CORPUS) {
  const verdict = messages.api === undefined ? 'accepted' : `refused with “${messages.api}”`
  test(`${field}: ${what} is ${verdict}`, async () => {
    const expected = (message: string | undefined) => (message ? { [field]: message } : {})
    const form = { ...newPerson(), [field]: value }
    expect(await judgedByApi(bodyOf(form)), 'the API').toStrictEqual(expected(messages.api))
    expect(await judgedByForm(form), 'the form').toStrictEqual(expected(messages.form))
  })
}

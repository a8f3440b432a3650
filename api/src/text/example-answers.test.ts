// Guards new-question.

import { beforeEach, expect, test, vi } from 'vitest'
import { FIELDS } from '../../../contract/waitlist.ts'
import { answerProblem, toAnswer } from '../people/answer.ts'
import * as present from './example-answers.ts'

beforeEach(() => {
  vi.resetModules()
  return () => vi.doUnmock('../../../contract/waitlist.ts')
})

/** The examples of a form with these questions beside the address. */
async function examplesOf(fields: Readonly<Record<string, unknown>>) {
  vi.doMock('../../../contract/waitlist.ts', () => ({
    FIELDS: { email: FIELDS.email, ...fields },
    QUESTION_NAMES: ['email', ...Object.keys(fields)],
  }))
  return { ...(await import('./example-answers.ts')) }
}

const team = {
  type: 'choice',
  required: true,
  options: [{ value: 'small' }, { value: 'large' }],
}
const city = { type: 'text', required: false, placeholder: 'New York' }

test('the examples of the program are about the questions of the form', async () => {
  expect(await examplesOf({ city, team })).toEqual({
    EXAMPLE_CHOICE: 'team=small',
    EXAMPLE_CORRECTION: 'city "New York"',
    EXAMPLE_DEFAULT: 'team=large',
    OPTIONAL_QUESTION: 'city',
  })
})

test('a form with an address only has examples about something else', async () => {
  const { EXAMPLE_CHOICE, EXAMPLE_CORRECTION, OPTIONAL_QUESTION } = await examplesOf({})
  expect([EXAMPLE_CHOICE, EXAMPLE_CORRECTION, OPTIONAL_QUESTION]).toEqual([
    'source=newsletter',
    'email ada@example.com',
    undefined,
  ])
})

test('the examples are valid answers', () => {
  for (const example of [
    present.EXAMPLE_CHOICE.replace('=', ' '),
    present.EXAMPLE_DEFAULT.replace('=', ' '),
    present.EXAMPLE_CORRECTION,
  ]) {
    const [, name = '', value = ''] = /^(\w+) "?(.*?)"?$/.exec(example) ?? []
    const question = name as 'role'
    expect(answerProblem(question, toAnswer(question, value))).toBeUndefined()
  }
})

import {
  FIELDS,
  type FieldName,
  findProblem,
  messagesOf,
  NO_LINK,
  QUESTION_NAMES,
  SOURCE_PATTERN,
  sentenceOf,
  tidy,
  VISIBLE,
} from '@ad-kit/contract'
import { describe, expect, onTestFinished, test } from 'vitest'
import { judgedByForm } from '../tests/contract/verdicts.ts'

describe('the rules of the contract', () => {
  test('an empty form has errors only for its required fields', async () => {
    const required = QUESTION_NAMES.filter((name) => FIELDS[name].required)
    expect(await judgedByForm({})).toEqual(
      Object.fromEntries(required.map((name) => [name, messagesOf(FIELDS[name]).tooShort])),
    )
  })

  test('an optional question may be empty, whatever its minimum length is', () => {
    const phone = { ...FIELDS.first_name, required: false, minLength: 6 }
    Object.assign(FIELDS, { phone })
    onTestFinished(() => void Reflect.deleteProperty(FIELDS, 'phone'))
    expect(findProblem('phone' as FieldName, '')).toBeUndefined()
    expect(findProblem('phone' as FieldName, '12345')).toBe(phone.messages.tooShort)
  })

  test('a full-width address is stored in ASCII letters, and a name as typed', () => {
    expect(tidy('email', ' ａｄａ＠ｅｘａｍｐｌｅ．ｃｏｍ ')).toBe('ada@example.com')
    expect(tidy('first_name', ' Ａｄａ ')).toBe('Ａｄａ')
  })
})

test('the source of a signup has at most 64 letters, digits and signs', () => {
  const source = new RegExp(SOURCE_PATTERN, 'u')
  for (const word of ['7', 'Café été 2026', 'show-hn_1.b~c+d', 'a'.repeat(64)]) {
    expect(word).toMatch(source)
  }
  for (const other of ['', '-a', ' a', 'a/b', '<b>', '=1+1', 'a\nb', 'a\0b', 'a'.repeat(65)]) {
    expect(other).not.toMatch(source)
  }
})

test.each([
  ['\u202eada', `${FIELDS.first_name.label}: ${VISIBLE.message}.`],
  ['www.win.example', `${FIELDS.first_name.label}: ${NO_LINK.message}.`],
  ['a\nb', `${FIELDS.first_name.label}: ${FIELDS.first_name.messages.malformed}.`],
  ['a'.repeat(81), FIELDS.first_name.sentence],
])('%j as a name is refused with a sentence that gives the reason', (name, sentence) => {
  expect(sentenceOf('first_name', findProblem('first_name', name) ?? '')).toBe(sentence)
})

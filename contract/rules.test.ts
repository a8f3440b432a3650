import {
  FIELDS,
  messagesOf,
  NO_LINK,
  QUESTION_NAMES,
  SOURCE_PATTERN,
  sentenceOf,
  tidy,
  VISIBLE,
} from '@ad-kit/contract'
import { describe, expect, test } from 'vitest'
import { judgedByApi, judgedByForm } from '../tests/contract/verdicts.ts'

describe('the rules of the contract', () => {
  test('an empty form gets errors only for its required fields', async () => {
    const required = QUESTION_NAMES.filter((name) => FIELDS[name].required)
    const expected = Object.fromEntries(
      required.map((name) => [name, messagesOf(FIELDS[name]).tooShort]),
    )
    expect(await judgedByForm({})).toEqual(expected)
    expect(await judgedByApi({})).toEqual(expected)
  })

  test('a full-width address is stored in ASCII letters, and a name as typed', () => {
    expect(tidy('email', ' ａｄａ＠ｅｘａｍｐｌｅ．ｃｏｍ ')).toBe('ada@example.com')
    expect(tidy('first_name', ' Ａｄａ ')).toBe('Ａｄａ')
  })
})

test('a signup’s source is at most 64 characters: letters, digits, spaces and a few punctuation marks', () => {
  const source = new RegExp(SOURCE_PATTERN, 'u')
  for (const word of ['7', 'Café été 2026', 'show-hn_1.b~c+d', 'a'.repeat(64)]) {
    expect(word).toMatch(source)
  }
  for (const other of ['', '-a', ' a', 'a/b', '<b>', '=1+1', 'a\nb', 'a\0b', 'a'.repeat(65)]) {
    expect(other).not.toMatch(source)
  }
})

const { tooLong, malformed } = FIELDS.first_name.messages

test.each([
  [VISIBLE.message, `${FIELDS.first_name.label}: ${VISIBLE.message}.`],
  [NO_LINK.message, `${FIELDS.first_name.label}: ${NO_LINK.message}.`],
  [malformed, `${FIELDS.first_name.label}: ${malformed}.`],
  [tooLong, FIELDS.first_name.sentence],
])('the error notice for a name with the message “%s” gives the reason', (message, sentence) => {
  expect(sentenceOf('first_name', message)).toBe(sentence)
})

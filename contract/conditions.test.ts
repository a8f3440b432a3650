import { expect, test } from 'vitest'
import { FREE_TEXT } from '../tests/support/people.ts'
import {
  addCondition,
  type Conditions,
  detailOf,
  EXAMPLE_CONDITION,
  inWords,
  readConditions,
} from './conditions.ts'
import { FIELDS } from './waitlist.ts'

const ROLES = FIELDS.role.options.map(({ value }) => value)
const [role = '', other = ''] = ROLES

const read = (...texts: readonly string[]): Conditions => readConditions(texts)

test.each([
  ['email=ada@example.com', `, role=${ROLES.join('|')}, `],
  ['joined=no', 'one of first_name=TEXT'],
  ['role', 'one of first_name=TEXT'],
  ['role=wizard', `expected role=${ROLES.join('|')}.`],
  ['invited=maybe', 'expected invited=yes|no.'],
  ['source=', 'expected source=TEXT.'],
  ['friends>3', 'expected friends>=NUMBER, friends<NUMBER, friends=NUMBER.'],
  ['friends', 'Quote it in the shell.'],
])('the condition %s is refused with a list of the possible conditions', (text, sentence) => {
  expect(() => addCondition(text)).toThrow(sentence)
})

test('the example in the help is a valid condition', () => {
  expect(inWords(read(EXAMPLE_CONDITION))).toBe(` with ${EXAMPLE_CONDITION}`)
})

test('a condition accepts the labels of questions and choices, regardless of case', () => {
  const [choice] = FIELDS.role.options
  for (const text of [
    `${FIELDS.role.label}=${choice.label}`,
    `ROLE=${choice.value.toUpperCase()}`,
  ]) {
    expect(read(text), text).toEqual([{ name: 'role', values: [choice.value] }])
  }
  expect(read(`${FIELDS[FREE_TEXT].label}=Kiln`, 'Invited=No')).toEqual([
    { name: FREE_TEXT, values: ['Kiln'] },
    { name: 'invited', values: ['no'] },
  ])
})

test('two conditions with the same name match either value', () => {
  expect(read(`role=${role}`, 'invited=no', `role=${other}`)).toEqual([
    { name: 'invited', values: ['no'] },
    { name: 'role', values: [role, other] },
  ])
})

test('two comparisons of friend counts narrow a selection, and two exact counts widen it', () => {
  const conditions = read('friends>=3', 'Friends < 010', 'friends=4', 'friends=5')
  expect(inWords(conditions)).toBe(' with friends>=3, friends<10, friends=4|5')
  expect(detailOf(conditions)).toEqual({ where: 'friends>=3, friends<10, friends=4|5' })
})

test('with REFERRALS=off, a condition about friends is refused', () => {
  expect(() => addCondition('friends>=3', [], false)).toThrow('because REFERRALS is off')
  expect(addCondition('invited=no', [], false)).toHaveLength(1)
})

test('the history records a condition without the free text in it', () => {
  const conditions = read(`${FREE_TEXT}=Kiln & Co`, `role=${role}`)
  expect(detailOf(conditions)).toEqual({ where: `${FREE_TEXT}=TEXT, role=${role}` })
  expect(detailOf([])).toEqual({})
  expect(inWords(conditions)).toBe(` with ${FREE_TEXT}=Kiln & Co, role=${role}`)
})

import { expect, test } from 'vitest'
import { fillIn, formatDay, plural } from './format.ts'

test('a text has the form and the number of its count', () => {
  const forms = { one: 'a friend', other: '{count} friends' }
  expect([0, 1, 1234].map((count) => plural(count, forms))).toEqual([
    '0 friends',
    'a friend',
    '1,234 friends',
  ])
})

test('a name that has no value stays in the text', () => {
  expect(fillIn('{place} of {total}', { place: '7' })).toBe('7 of {total}')
})

test('a day is the same in every time zone', () => {
  expect(formatDay('2026-01-31')).toBe('January 31, 2026')
})

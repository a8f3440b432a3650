import { expect, test } from 'vitest'
import { isBadAddress, statusIn, statusOf } from './status.ts'

test('a code 5.1.x marks an address as dead, unless the code is about the sender', () => {
  for (const code of ['5.1.1', '5.1.10']) {
    expect([isBadAddress(code), isBadAddress(code, true)], code).toEqual([true, true])
  }
  for (const code of ['5.1.7', '5.1.8']) expect(isBadAddress(code, true), code).toBe(false)
})

test.each([
  ['a full mailbox', '5.2.2'],
  ['policy', '5.7.26'],
  ['a class of two digits', '5.10.1'],
  ['the moment', '4.1.1'],
  ['a delivery', '2.1.5'],
])('even a permanent code about %s marks no address as dead (%s)', (_about, code) => {
  expect([isBadAddress(code), isBadAddress(code, true)]).toEqual([false, false])
})

test('without a meaningful code, only a provider’s hard bounce marks an address', () => {
  for (const code of [undefined, '5.0.0', '5.5.0']) {
    expect([isBadAddress(code), isBadAddress(code, true)], code).toEqual([false, true])
  }
})

test.each([
  ['550 5.1.1 No such user', '5.1.1'],
  ['550-5.7.26 Blocked\n550 5.7.26 by policy', '5.7.26'],
  ['550 #5.1.0 Address rejected', '5.1.0'],
  ['smtp;550 5.1.1 <2.1.5@example.com>: User unknown', '5.1.1'],
  ['mx 4.98.2 said: 550 5.1.1 User unknown', '5.1.1'],
  ['550 mx-2.11.3 says 550 5.1.1 unknown', '5.1.1'],
  ['5.10.1 some words', '5.10.1'],
  ['3.1.1', undefined],
  ['[192.5.1.1] said: 550 Blocked', undefined],
  ['', undefined],
])('the code of the reply “%s” is %s', (text, code) => {
  expect(statusIn(text)).toBe(code)
})

test('the refusing server’s code counts, unless that code has no meaning', () => {
  expect(statusOf('5.0.0', '550 5.7.1 no')).toBe('5.7.1')
  expect(statusOf('5.1.1', '550 5.2.2 full')).toBe('5.2.2')
  expect(statusOf('5.1.1', '550 5.0.0 no')).toBe('5.1.1')
  expect(statusOf(undefined, '550 5.0.0 no')).toBe('5.0.0')
  expect(statusOf('5.7.1', '550 no')).toBe('5.7.1')
  expect(statusOf(undefined, undefined)).toBeUndefined()
})

import { expect, test } from 'vitest'
import { isBadAddress, statusIn, statusOf } from './status.ts'

test('a 5.1.x code marks an address as dead, whether a server or a provider reports it', () => {
  for (const code of ['5.1.1', '5.1.10']) {
    expect([isBadAddress(code), isBadAddress(code, true)], code).toEqual([true, true])
  }
})

test.each([
  ['a disabled mailbox', '5.2.1'],
  ['a system that takes no email', '5.3.0'],
  ['an address that Microsoft rejects', '5.4.1'],
  ['a domain that Microsoft cannot find', '5.4.310'],
  ['a problem that no standard defines', '5.10.1'],
])(
  'a code about %s marks an address as dead only in a provider’s hard bounce (%s)',
  (_about, code) => {
    expect([isBadAddress(code), isBadAddress(code, true)]).toEqual([false, true])
  },
)

test.each([
  ['the sender’s address', '5.1.7'],
  ['the sender’s domain', '5.1.8'],
  ['a full mailbox', '5.2.2'],
  ['the length of the email', '5.2.3'],
  ['the size of the email', '5.3.4'],
  ['an expired delivery time', '5.4.7'],
  ['a wrong command', '5.5.4'],
  ['the content of the email', '5.6.0'],
  ['policy', '5.7.26'],
  ['a policy of Microsoft', '5.7.511'],
  ['a temporary problem', '4.1.1'],
  ['a successful delivery', '2.1.5'],
])('a code about %s never marks an address as dead (%s)', (_about, code) => {
  expect([isBadAddress(code), isBadAddress(code, true)]).toEqual([false, false])
})

test('without a meaningful code, only a provider’s hard bounce marks an address as dead', () => {
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

test('the code in the refusing server’s reply counts, unless it is missing or too general', () => {
  expect(statusOf('5.0.0', '550 5.7.1 no')).toBe('5.7.1')
  expect(statusOf('5.1.1', '550 5.2.2 full')).toBe('5.2.2')
  expect(statusOf('5.1.1', '550 5.0.0 no')).toBe('5.1.1')
  expect(statusOf(undefined, '550 5.0.0 no')).toBe('5.0.0')
  expect(statusOf('5.7.1', '550 no')).toBe('5.7.1')
  expect(statusOf(undefined, undefined)).toBeUndefined()
})

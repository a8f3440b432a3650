import { expect, test } from 'vitest'
import { isWithin } from './networks.ts'

test.each([
  ['10.0.0.0/8', '10.255.0.1', true],
  ['10.0.0.0/8', '11.0.0.1', false],
  ['10.0.0.0/31', '10.0.0.1', true],
  ['10.0.0.0/31', '10.0.0.2', false],
  ['192.0.2.1', '192.0.2.1', true],
  ['192.0.2.1', '192.0.2.2', false],
  ['fd00::/8', 'fd12::1', true],
  ['fd00::/8', 'fe80::1', false],
  ['::1', '::1', true],
  ['::1', '127.0.0.1', false],
])('the network %s contains the address %s: %s', (network, address, has) => {
  expect(isWithin([network])(address)).toBe(has)
  expect(isWithin(['203.0.113.0/24', network])(address)).toBe(has)
  expect(isWithin([])(address)).toBe(false)
})

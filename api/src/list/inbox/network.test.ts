import { expect, test } from 'vitest'
import { networkHasher } from './network.ts'

const DAY = 86_400_000

test.each([
  ['198.51.100.7', '::ffff:198.51.100.250', '198.51.101.7'],
  ['2001:db8:1::1', '2001:db8:1:ffff:1:2:3:4', '2001:db8:2::1'],
  ['2001:db8::1', '2001:0db8:0:5::2', '2001:db9::1'],
])('the addresses %s and %s are in the same network, and %s is in another', (one, same, other) => {
  const hash = networkHasher()
  expect(hash(one)).toMatch(/^[0-9a-f]{16}$/)
  expect(hash(same)).toBe(hash(one))
  expect(hash(other)).not.toBe(hash(one))
})

test('a network’s hash changes every day and differs in every process', () => {
  let now = 100 * DAY
  const hash = networkHasher(() => now)
  const before = hash('198.51.100.7')
  now += DAY - 1
  expect(hash('198.51.100.7')).toBe(before)
  now += 1
  expect(hash('198.51.100.7')).not.toBe(before)
  expect(networkHasher()('198.51.100.7')).not.toBe(networkHasher()('198.51.100.7'))
})

// Guards mail-quotas.

import { expect, test } from 'vitest'
import { sendingTime } from './sending-time.ts'

test.each([
  [0, 300, 'within an hour'],
  // a quarter of the hour is for confirmations
  [225, 300, 'within an hour'],
  [226, 300, 'in about 2 hours'],
  [3_600, 100, 'in about 48 hours'],
  [3_601, 100, 'in about 2 days'],
  [18_000, 100, 'in about 10 days'],
  [3, 1, 'in about 3 hours'],
] as const)('%i invitations at %i mails an hour arrive %s', (mails, perHour, words) => {
  expect(sendingTime(mails, { perHour })).toBe(words)
})

test('without a quota, invitations go at a pace of their own', () => {
  expect(sendingTime(300, {})).toBe('within an hour')
  expect(sendingTime(301, {})).toBe('in about 2 hours')
})

test.each([
  [75, 'within an hour'],
  [76, 'in about 24 hours'],
  [750, 'in about 9 days'],
] as const)('%i invitations at 100 mails a day arrive %s', (mails, words) => {
  expect(sendingTime(mails, { perHour: 300, perDay: 100 })).toBe(words)
})

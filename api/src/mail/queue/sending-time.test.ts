import { expect, test } from 'vitest'
import { sendingTime } from './sending-time.ts'

test.each([
  [0, 300, 'up to an hour'],
  // A quarter of the hourly limit is kept for people at the form. Invitations get the rest.
  [225, 300, 'up to an hour'],
  [226, 300, 'about 2 hours'],
  [3_600, 100, 'about 48 hours'],
  [3_601, 100, 'about 2 days'],
  [18_000, 100, 'about 10 days'],
  [3, 1, 'about 3 hours'],
] as const)('%i invitations at %i emails an hour take %s', (mails, perHour, words) => {
  expect(sendingTime(mails, { perHour })).toBe(words)
})

test('without a quota, invitations go out at 300 an hour', () => {
  expect(sendingTime(300, {})).toBe('up to an hour')
  expect(sendingTime(301, {})).toBe('about 2 hours')
})

test.each([
  [75, 'up to an hour'],
  [76, 'about 24 hours'],
  [750, 'about 9 days'],
] as const)('%i invitations at 100 emails a day take %s', (mails, words) => {
  expect(sendingTime(mails, { perHour: 300, perDay: 100 })).toBe(words)
})

import { describe, expect, test } from 'vitest'
import { confirmations, roomFor, sendingTime } from './budget.ts'

const HOUR = 3_600

interface Signups {
  /** Returns how many people join in a second. */
  readonly at: (second: number) => number
  /** Returns after how many seconds the nth person confirms, or undefined. */
  readonly confirms: (n: number) => number | undefined
  readonly hours: number
}

/** Returns the emails of each hour and the longest wait in seconds. The worker sends once a second. */
function simulate({ at, confirms, hours }: Signups) {
  const sent = new Array<number>(hours * HOUR).fill(0)
  const confirmed = new Array<number>(hours * HOUR).fill(0)
  const queue: number[] = []
  let [used, answers, mails, longest] = [0, 0, 0, 0]
  for (let now = 0; now < hours * HOUR; now += 1) {
    used -= sent[now - HOUR] ?? 0
    answers += (confirmed[now] ?? 0) - (confirmed[now - HOUR] ?? 0)
    for (let n = at(now); n > 0; n -= 1) queue.push(now)
    const room = roomFor([confirmations(used, answers)], 'confirm', [])
    const mailed = queue.splice(0, room)
    for (const arrived of mailed) {
      longest = Math.max(longest, now - arrived)
      const answer = now + (confirms(mails) ?? Number.POSITIVE_INFINITY)
      if (answer < hours * HOUR) confirmed[answer] = (confirmed[answer] ?? 0) + 1
      mails += 1
    }
    sent[now] = mailed.length
    used += mailed.length
  }
  const perHour = Array.from({ length: hours }, (_, hour) =>
    sent.slice(hour * HOUR, (hour + 1) * HOUR).reduce((sum, count) => sum + count),
  )
  return { perHour, longest: Math.max(longest, hours * HOUR - (queue[0] ?? Infinity)) }
}

const evenly = (perHour: number) => (second: number) =>
  Math.floor(((second + 1) * perHour) / HOUR) - Math.floor((second * perHour) / HOUR)

/** Every second person confirms, after two and a half to five minutes. */
const halfOfThem = (n: number) => (n % 2 === 0 ? 150 + ((n * 97) % 150) : undefined)

describe('the limit of confirmations', () => {
  test.each([1_000, 10_000])(
    'no email waits over two minutes when %i people an hour join and half confirm within five',
    (perHour) => {
      const launch = simulate({ at: evenly(perHour), confirms: halfOfThem, hours: 3 })
      expect(launch.longest).toBeLessThanOrEqual(120)
    },
  )

  test('a flood of 40,000 unconfirmed addresses gets 200 emails an hour', () => {
    const at = (second: number) => (second < 10 ? 4_000 : 0)
    const flood = simulate({ at, confirms: () => undefined, hours: 3 })
    expect(flood.perHour).toEqual([200, 200, 200])
  })
})

test.each([
  [0, 300, 'up to an hour'],
  // Confirmations have a quarter of the hourly limit to themselves, so invitations get the rest.
  [225, 300, 'up to an hour'],
  [226, 300, 'about 2 hours'],
  [3_600, 100, 'about 48 hours'],
  [3_601, 100, 'about 2 days'],
  [18_000, 100, 'about 10 days'],
  [3, 1, 'about 3 hours'],
] as const)('%i invitations at %i emails an hour arrive %s', (mails, perHour, words) => {
  expect(sendingTime(mails, { perHour })).toBe(words)
})

test('invitations without a quota are sent at 300 an hour', () => {
  expect(sendingTime(300, {})).toBe('up to an hour')
  expect(sendingTime(301, {})).toBe('about 2 hours')
})

test.each([
  [75, 'up to an hour'],
  [76, 'about 24 hours'],
  [750, 'about 9 days'],
] as const)('%i invitations at 100 emails a day arrive %s', (mails, words) => {
  expect(sendingTime(mails, { perHour: 300, perDay: 100 })).toBe(words)
})

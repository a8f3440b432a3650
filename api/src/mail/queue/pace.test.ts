import { describe, expect, test } from 'vitest'
import type { MailKind } from '../kinds.ts'
import { budgetsOf, type Decision, type Due, decide, type Quotas, type Use } from './pace.ts'

interface Case {
  readonly quotas?: Quotas
  /** The emails already counted in the hour and, with MAIL_PER_DAY, in the day. */
  readonly use?: Partial<Use>
  readonly confirmed?: number
  readonly due: readonly Due[]
  readonly latest?: number
  readonly limit?: number
}

let count = 0

function due(changes: Partial<Due> & { readonly kind?: MailKind } = {}): Due {
  count += 1
  const { class: why = 'asked', kind = 'confirm' } = changes
  const network = why === 'bulk' ? null : `network ${count}`
  return {
    id: `${why} ${count}`,
    class: why,
    kind,
    network,
    had: { hour: 0, day: 0 },
    age: 1,
    room: 2,
    ...changes,
  }
}

const many = (amount: number, changes?: Parameters<typeof due>[0]): Due[] =>
  Array.from({ length: amount }, () => due(changes))

function decided({
  quotas = {},
  use = {},
  confirmed = 0,
  latest = 0,
  limit = 1_000,
  ...rest
}: Case): Decision {
  const used = { asked: 0, crowd: 0, bulk: {}, ...use }
  return decide(
    { budgets: budgetsOf(quotas, { hour: used, day: used }, confirmed), latest, ...rest },
    limit,
  )
}

/** Returns how many emails of each class may be sent. */
function sent(each: Case): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const id of decided(each).take) {
    const [why = ''] = id.split(' ')
    counts[why] = (counts[why] ?? 0) + 1
  }
  return counts
}

const MANY_ASKED = many(300)
const OLD = many(300, { age: 600 })
const CROWD = many(300, { class: 'crowd', network: 'conference' })
const BULK = many(300, { class: 'bulk', kind: 'announce' })
const DAY = { perDay: 100 }

// biome-ignore format: a table reads best with a line per case
const CASES: Readonly<Record<string, Case & { readonly expected: Record<string, number> }>> = {
  'requested emails go out immediately, up to three quarters of the limit': { due: MANY_ASKED, expected: { asked: 150 } },
  'requested emails that have waited for longer leave the last quarter to newer emails': { due: OLD, expected: { asked: 150 } },
  'each person who confirms raises the limit by ten': { due: OLD, confirmed: 4, expected: { asked: 180 } },
  'the last quarter allows one email every ten seconds': { due: MANY_ASKED, use: { asked: 160 }, latest: 1, expected: {} },
  'a person who has just asked gets an email from the last quarter': { due: many(3), use: { asked: 199 }, expected: { asked: 1 } },
  'requested emails and a crowd together stay within the limit': { due: [...MANY_ASKED, ...CROWD], use: { asked: 150, crowd: 50 }, expected: {} },
  'a crowd, such as a conference, gets three quarters of the limit': { due: CROWD, expected: { crowd: 150 } },
  'a crowd, such as a conference, leaves the last quarter to other networks': { due: [...CROWD, ...BULK], quotas: DAY, use: { crowd: 75 }, expected: {} },
  'a visitor is not delayed by a crowd that has used three quarters of the daily quota': { due: [due(), ...CROWD, ...BULK], quotas: DAY, use: { crowd: 75 }, expected: { asked: 1 } },
  'requested emails are sent before the emails of a crowd': { due: [...OLD, ...CROWD], quotas: DAY, expected: { asked: 75 } },
  'without a quota, bulk has its own pace': { due: [...OLD, ...BULK], use: { bulk: { announce: 20 } }, expected: { asked: 150, bulk: 280 } },
  'bulk leaves a quarter of the quota to the next visitor': { due: BULK, quotas: DAY, expected: { bulk: 75 } },
  'bulk leaves a quarter of the quota even after some visitors': { due: BULK, quotas: DAY, use: { asked: 40 }, expected: { bulk: 35 } },
  'a busy form leaves a quarter of the quota to bulk': { due: [...OLD, ...BULK], quotas: DAY, expected: { asked: 50, bulk: 25 } },
  'bulk emails that were sent count toward the quarter for bulk': { due: [...OLD, ...BULK], quotas: DAY, use: { bulk: { invite: 25 } }, expected: { asked: 50 } },
  'the smaller of two quotas counts': { due: BULK, quotas: { perHour: 20, perDay: 100 }, expected: { bulk: 15 } },
  'a quota of one allows one email': { due: MANY_ASKED, quotas: { perDay: 1 }, expected: { asked: 1 } },
  'a claim takes no more emails than its limit': { due: MANY_ASKED, limit: 10, expected: { asked: 10 } },
}

describe('the gate', () => {
  test.each(Object.entries(CASES))('%s', (_name, { expected, ...each }) => {
    expect(sent(each)).toEqual(expected)
  })

  test('bulk’s share is divided among the kinds of email that wait', () => {
    const kinds: MailKind[] = ['confirm', 'invite', 'announce']
    const take = decided({
      quotas: DAY,
      use: { bulk: { announce: 30 } },
      due: kinds.flatMap((kind) => many(100, { class: 'bulk', kind, id: kind })),
    }).take
    const byKind = kinds.map((kind) => take.filter((id) => id === kind).length)
    expect(byKind).toEqual([23, 22, 0])
  })

  test.each([
    ['has used a tenth of the hourly limit', {}, { hour: 20, day: 20 }],
    ['has used a tenth of the daily quota', { perDay: 400 }, { hour: 0, day: 40 }],
  ] as const)('a network that %s becomes a crowd', (_what, quotas, had) => {
    const [other, one] = [due(), due({ network: 'flood', had })]
    expect(decided({ quotas, due: [one, other] })).toEqual({
      take: [other.id],
      postpone: [],
      crowd: [one.id],
    })
  })

  test('emails in the same claim count toward their network’s limit', () => {
    const flood = many(30, { network: 'flood', had: { hour: 15, day: 15 } })
    const { take, crowd } = decided({ due: flood })
    expect([take.length, crowd.length]).toEqual([5, 25])
  })

  test('an email to a mailbox that has reached its daily limit is postponed', () => {
    const [first, second] = [due({ room: -1 }), due({ room: 0 })]
    expect(decided({ due: [first, second] })).toEqual({
      take: [second.id],
      postpone: [first.id],
      crowd: [],
    })
  })
})

const HOUR = 3_600

interface Signups {
  /** Returns how many people join in the given second. */
  readonly at: (second: number) => number
  /** Returns the seconds until the nth person confirms, or undefined. */
  readonly confirms: (n: number) => number | undefined
  readonly hours: number
}

/** Returns how many emails are sent in each hour, and how long each person waits. The worker sends once a second. */
function simulate({ at, confirms, hours }: Signups) {
  const sentAt = new Array<number>(hours * HOUR).fill(0)
  const confirmed = new Array<number>(hours * HOUR).fill(0)
  const queue: number[] = []
  const waits: { readonly arrived: number; readonly seconds: number }[] = []
  let [used, answers, mails] = [0, 0, 0]
  for (let now = 0; now < hours * HOUR; now += 1) {
    used -= sentAt[now - HOUR] ?? 0
    answers += (confirmed[now] ?? 0) - (confirmed[now - HOUR] ?? 0)
    for (let n = at(now); n > 0; n -= 1) queue.unshift(now)
    const latest = sentAt.slice(Math.max(0, now - 10), now).reduce((sum, each) => sum + each, 0)
    const { length } = decided({
      use: { asked: used },
      confirmed: answers,
      latest,
      due: queue.slice(0, 20).map((arrived) => due({ age: now - arrived })),
      limit: 10,
    }).take
    for (const arrived of queue.splice(0, length)) {
      waits.push({ arrived, seconds: now - arrived })
      const answer = now + (confirms(mails) ?? Number.POSITIVE_INFINITY)
      if (answer < hours * HOUR) confirmed[answer] = (confirmed[answer] ?? 0) + 1
      mails += 1
    }
    sentAt[now] = length
    used += length
  }
  const perHour = Array.from({ length: hours }, (_, hour) =>
    sentAt.slice(hour * HOUR, (hour + 1) * HOUR).reduce((sum, each) => sum + each),
  )
  return { perHour, waits, waiting: queue.length }
}

const evenly = (perHour: number) => (second: number) =>
  Math.floor(((second + 1) * perHour) / HOUR) - Math.floor((second * perHour) / HOUR)

/** Every second person confirms, after two and a half to five minutes. */
const halfOfThem = (n: number) => (n % 2 === 0 ? 150 + ((n * 97) % 150) : undefined)

describe('the limit for requested emails', () => {
  test.each([1_000, 10_000])(
    'if %i people join in an hour and half confirm within five minutes, the limit soon stops delaying emails',
    (perHour) => {
      const { waits, waiting } = simulate({ at: evenly(perHour), confirms: halfOfThem, hours: 2 })
      const longest = (since: number) =>
        Math.max(...waits.filter(({ arrived }) => arrived >= since).map(({ seconds }) => seconds))
      expect(longest(0)).toBeLessThanOrEqual(400)
      expect(longest(400)).toBeLessThanOrEqual(2)
      expect(waiting).toBe(0)
    },
  )

  test('a flood from 40,000 networks gets at most 200 emails an hour, and a visitor waits at most ten seconds', () => {
    const visitor = HOUR / 2
    const at = (second: number) => (second < 10 ? 4_000 : Number(second === visitor))
    const { perHour, waits } = simulate({ at, confirms: () => undefined, hours: 2 })
    expect(Math.max(...perHour)).toBeLessThanOrEqual(200)
    expect(waits.find(({ arrived }) => arrived === visitor)?.seconds).toBeLessThanOrEqual(10)
  })
})

import { WAITLIST_PATH, type WaitlistForm } from '@ad-kit/api/contract'
import { describe, expect, test } from 'vitest'
import { comparable } from '../support/answers.ts'
import { useApp } from '../support/app.ts'
import { bodyOf, somebody } from '../support/people.ts'

/** What a stranger could hear over a network. In milliseconds. */
const AUDIBLE = 5

const ROUNDS = 60

const median = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN

describe('who asks again and again learns nothing', () => {
  const app = useApp()
  const join = (person: WaitlistForm) => app().http.post(WAITLIST_PATH).send(bodyOf(person))

  test('fifty identical signups at once are one row and one answer', async () => {
    const person = somebody()
    const sent = Array.from({ length: 50 }, async () => comparable(await join(person)))
    const [first, ...others] = await Promise.all(sent)
    expect(first?.status).toBe(201)
    for (const other of others) expect(other).toEqual(first)
    const rows = (await app().signups()).filter(({ email }) => email === person.email)
    expect(rows).toHaveLength(1)
  })

  test('new, listed and trapped people are answered alike, also in time', async () => {
    const listed = somebody()
    await join(listed)
    const kinds = {
      new: () => somebody(),
      listed: () => listed,
      trapped: () => somebody({ website: 'https://example.com' }),
    }
    const times: Record<keyof typeof kinds, number[]> = { new: [], listed: [], trapped: [] }
    const answers = new Set<string>()
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const kind of ['new', 'listed', 'trapped'] as const) {
        const person = kinds[kind]()
        const start = performance.now()
        const answer = await join(person)
        times[kind].push(performance.now() - start)
        answers.add(JSON.stringify(comparable(answer)))
      }
    }
    expect(answers.size).toBe(1)
    const medians = Object.values(times).map(median)
    expect(Math.max(...medians) - Math.min(...medians)).toBeLessThan(AUDIBLE)
  })
})

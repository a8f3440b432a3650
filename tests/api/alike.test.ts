import { WAITLIST_PATH, type WaitlistForm } from '@ad-kit/api/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApp, type TestApp } from '../support/app.ts'
import { migrateForApi } from '../support/database.ts'
import { median } from '../support/median.ts'
import { bodyOf, newPerson } from '../support/people.ts'
import { startTestPostgres, type TestPostgres } from '../support/postgres.ts'
import { comparable } from '../support/responses.ts'

/** The smallest difference that a stranger could measure over a network. In milliseconds. */
const MEASURABLE = 5

const ROUNDS = 60

describe('a stranger who compares responses', () => {
  let postgres: TestPostgres
  let running: TestApp
  // a commit waits for the disk, as in production
  beforeAll(async () => {
    postgres = await startTestPostgres({ durable: true })
    await migrateForApi(postgres.url)
    running = await startApp(postgres.url)
  }, 60_000)
  afterAll(async () => {
    await running?.close()
    await postgres?.remove()
  })
  const app = () => running
  const join = (person: WaitlistForm) => app().http.post(WAITLIST_PATH).send(bodyOf(person))

  test('new, duplicate and quarantined signups get the same response in the same time', async () => {
    const listed = newPerson()
    await join(listed)
    const kinds = {
      new: () => newPerson(),
      listed: () => listed,
      quarantined: () => newPerson({ website: 'https://example.com' }),
    }
    const times: Record<keyof typeof kinds, number[]> = { new: [], listed: [], quarantined: [] }
    const responses = new Set<string>()
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const kind of ['new', 'listed', 'quarantined'] as const) {
        const person = kinds[kind]()
        const start = performance.now()
        const response = await join(person)
        times[kind].push(performance.now() - start)
        responses.add(JSON.stringify(comparable(response)))
      }
    }
    expect(responses.size).toBe(1)
    const medians = Object.values(times).map(median)
    expect(Math.max(...medians) - Math.min(...medians)).toBeLessThan(MEASURABLE)
  })
})

// Guards shared-limit.

import { setTimeout as sleep } from 'node:timers/promises'
import { WAITLIST_PATH } from '@ad-kit/contract'
import type { Response } from 'supertest'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startApp, type TestApp } from '../../support/app.ts'
import { freshDatabase } from '../../support/database.ts'
import { describeUnless } from '../../support/describe-unless.ts'
import { bodyOf, newPerson } from '../../support/people.ts'
import { freePort } from '../../support/ports.ts'
import { postgresUrl } from '../../support/shared.ts'
import { scrape } from '../support/metrics.ts'
import { missingRedis, startTestRedis, type TestRedis } from '../support/redis.ts'

const AWAY = 'the shared limiter is unavailable'

/** On a slow machine Redis may respond later than a signup waits; then nothing is counted. */
const wasCounted = ({ headers }: Response): boolean =>
  Number(headers['ratelimit-remaining']) < Number(headers['ratelimit-limit'])

describeUnless(missingRedis, 'two replicas that count together', () => {
  let redis: TestRedis
  let metricsPort: number
  let replicas: readonly [TestApp, TestApp]

  beforeAll(async () => {
    redis = await startTestRedis()
    const url = await freshDatabase(postgresUrl(), 'migrated')
    const settings = { RATE_LIMIT_MAX: '4', REDIS_URL: redis.url, TRUST_PROXY: '127.0.0.0/8' }
    metricsPort = await freePort()
    const watched = { ...settings, METRICS_PORT: String(metricsPort) }
    replicas = await Promise.all([startApp(url, watched), startApp(url, settings)])
  })
  afterAll(async () => {
    // first, because a request may still wait for it
    await redis?.stop()
    await Promise.all(replicas.map((app) => app.close()))
  })

  /** How many lines of each replica's log have these words. */
  const linesWith = (words: string): number[] =>
    replicas.map(({ log }) => log.filter((line) => line.includes(words)).length)

  /** Signs up at one replica after the other, from one address. */
  const responsesInTurn = async (times: number, address: string): Promise<Response[]> => {
    const responses: Response[] = []
    for (let time = 0; time < times; time += 1) {
      const start = performance.now()
      const { http } = replicas[time % 2 === 0 ? 0 : 1]
      const join = http.post(WAITLIST_PATH).set('x-forwarded-for', address)
      responses.push(await join.send(bodyOf(newPerson())))
      expect(performance.now() - start).toBeLessThan(3_000)
    }
    return responses
  }
  const joinInTurn = async (times: number) =>
    (await responsesInTurn(times, '203.0.113.1')).map(({ status }) => status)

  test('two replicas with a shared limit accept as many signups from one address as one', async () => {
    let host = 0
    const responses = await vi.waitFor(async () => {
      host += 1
      const some = await responsesInTurn(6, `198.51.100.${host}`)
      expect(some.map(wasCounted)).not.toContain(false)
      return some
    }, 60_000)
    expect(responses.map(({ status }) => status)).toEqual([201, 201, 201, 201, 429, 429])
  })

  test('replicas accept signups while Redis is silent or away, count again when it responds, and report it', async () => {
    const counted = async () => (await scrape(metricsPort)).value('waitlist_limiter_shared_up')
    redis.pause()
    expect(await joinInTurn(2)).toEqual([201, 201])
    await expect.poll(() => linesWith(AWAY)).toEqual([1, 1])
    redis.resume()
    await expect.poll(() => joinInTurn(2)).toEqual([429, 429])
    expect(linesWith('the shared limiter is back')).toEqual([1, 1])
    expect(await counted()).toBe(1)

    await redis.stop()
    expect(await joinInTurn(6)).toEqual(Array(6).fill(201))
    await expect.poll(() => linesWith(AWAY)).toEqual([2, 2])
    // several attempts to connect
    await sleep(2_000)
    expect(linesWith(AWAY)).toEqual([2, 2])
    expect(await counted()).toBe(0)
  })
})

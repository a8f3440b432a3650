import { WAITLIST_PATH } from '@ad-kit/api/contract'
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { startApp, type TestApp } from '../support/app.ts'
import { freshDatabase } from '../support/database.ts'
import { bodyOf, somebody } from '../support/people.ts'
import { missingRedis, startTestRedis, type TestRedis } from '../support/redis.ts'

if (missingRedis) process.stdout.write(`Left out: the shared limiter, as ${missingRedis}.\n`)

describe.skipIf(missingRedis)('two replicas that count together', () => {
  let redis: TestRedis
  let replicas: TestApp[] = []

  beforeAll(async () => {
    redis = await startTestRedis()
    const url = await freshDatabase(inject('postgresUrl'), 'migrated')
    const settings = { RATE_LIMIT_MAX: '4', REDIS_URL: redis.url }
    replicas = await Promise.all([startApp(url, settings), startApp(url, settings)])
  })
  afterAll(async () => {
    await Promise.all(replicas.map((app) => app.close()))
    await redis?.stop()
  })

  /** Signs up at one replica after the other. */
  const joinInTurn = async (times: number): Promise<number[]> => {
    const statuses: number[] = []
    for (let time = 0; time < times; time += 1) {
      const app = replicas[time % replicas.length]
      const start = performance.now()
      const answer = await app?.http.post(WAITLIST_PATH).send(bodyOf(somebody()))
      expect(performance.now() - start).toBeLessThan(3_000)
      statuses.push(answer?.status ?? 0)
    }
    return statuses
  }

  test('take as many signups from one address as one', async () => {
    expect(await joinInTurn(6)).toEqual([201, 201, 201, 201, 429, 429])
  })

  test('take signups while the server says nothing, and count again when it speaks', async () => {
    redis.pause()
    expect(await joinInTurn(2)).toEqual([201, 201])
    redis.resume()
    await vi.waitFor(async () => expect(await joinInTurn(2)).toEqual([429, 429]), 10_000)
  })

  test('take signups when the server is gone, and say so in the log', async () => {
    await redis.stop()
    expect(await joinInTurn(6)).toEqual(Array(6).fill(201))
    await vi.waitFor(() =>
      expect(replicas[0]?.log.join('')).toContain('the shared limiter is away'),
    )
  })
})

// Guards shared-limit.

import { setTimeout as sleep } from 'node:timers/promises'
import { WAITLIST_PATH } from '@ad-kit/contract'
import getPort from 'get-port'
import type { Response } from 'supertest'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { startApp, type TestApp } from '../../support/app.ts'
import { freshDatabase } from '../../support/database.ts'
import { describeUnless } from '../../support/describe-unless.ts'
import { scrape } from '../../support/metrics.ts'
import { bodyOf, newPerson } from '../../support/people.ts'
import { missingRedis, startTestRedis, type TestRedis } from '../../support/redis.ts'
import { postgresUrl } from '../../support/shared.ts'

const AWAY = 'the shared limiter is unavailable'

/** On a slow machine Redis may respond later than a signup waits; then nothing is counted. */
const wasCounted = ({ headers }: Response): boolean =>
  Number(headers['ratelimit-remaining']) < Number(headers['ratelimit-limit'])

describeUnless(missingRedis, 'two replicas that count together', () => {
  let redis: TestRedis
  let metricsPort: number
  let replicas: TestApp[] = []

  beforeAll(async () => {
    redis = await startTestRedis()
    const url = await freshDatabase(postgresUrl(), 'migrated')
    const settings = { RATE_LIMIT_MAX: '4', REDIS_URL: redis.url, TRUST_PROXY: '127.0.0.0/8' }
    metricsPort = await getPort()
    const watched = { ...settings, METRICS_PORT: String(metricsPort) }
    replicas = await Promise.all([startApp(url, watched), startApp(url, settings)])
  })
  afterAll(async () => {
    await Promise.all(replicas.map((app) => app.close()))
    await redis?.stop()
  })

  /** How many lines of each replica's log have these words. */
  const linesWith = (words: string): number[] =>
    replicas.map(({ log }) => log.filter((line) => line.includes(words)).length)

  /** Signs up at one replica after the other, from one address. */
  const responsesInTurn = async (times: number, address: string): Promise<Response[]> => {
    const responses: Response[] = []
    for (const app of Array.from({ length: times }, (_, time) => replicas[time % 2])) {
      if (app === undefined) throw new Error('There are two replicas from the first test on.')
      const start = performance.now()
      const join = app.http.post(WAITLIST_PATH).set('x-forwarded-for', address)
      responses.push(await join.send(bodyOf(newPerson())))
      expect(performance.now() - start).toBeLessThan(3_000)
    }
    return responses
  }
  const joinInTurn = async (times: number, address = '203.0.113.1') =>
    (await responsesInTurn(times, address)).map(({ status }) => status)

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

  test('replicas accept signups while Redis is silent, and count again when it responds', async () => {
    redis.pause()
    expect(await joinInTurn(2)).toEqual([201, 201])
    await expect.poll(() => linesWith(AWAY)).toEqual([1, 1])
    redis.resume()
    await expect.poll(() => joinInTurn(2)).toEqual([429, 429])
    expect(linesWith('the shared limiter is back')).toEqual([1, 1])
  })

  test('replicas accept signups without Redis, and report it once in the log and in the metrics', async () => {
    const counted = async () => (await scrape(metricsPort)).value('waitlist_limiter_shared_up')
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

describeUnless(missingRedis, 'the password of the shared limiter', () => {
  const PASSWORD = 'kumquat-zwetschge'
  const RIGHT = `redis://:${PASSWORD}@`

  /** Starts an app with that server, joins, and returns the log. */
  async function logOf(redisUrl: string, counts: boolean): Promise<string> {
    const url = await freshDatabase(postgresUrl(), 'migrated')
    const app = await startApp(url, { REDIS_URL: redisUrl, RATE_LIMIT_MAX: '1' })
    onTestFinished(() => app.close())
    const join = () => app.http.post(WAITLIST_PATH).send(bodyOf(newPerson()))
    expect((await join()).status).toBe(201)
    const { status } = await vi.waitFor(async () => {
      const response = await join()
      expect(wasCounted(response)).toBe(counts)
      return response
    }, 60_000)
    statuses.push(status)
    return app.log.join('')
  }
  const statuses: number[] = []

  test('the password of Redis works, and is in no log, also when it is wrong', async () => {
    const redis = await startTestRedis(PASSWORD)
    onTestFinished(() => redis.stop())
    const logs = [
      await logOf(redis.url.replace('redis://', RIGHT), true),
      await logOf(redis.url.replace('redis://', `redis://:${PASSWORD}-wrong@`), false),
      await logOf(`${RIGHT}127.0.0.1:1`, false),
      await logOf(`${RIGHT}nowhere.invalid`, false),
    ]
    expect(statuses).toEqual([429, 201, 201, 201])
    expect(logs.map((log) => log.includes(AWAY))).toEqual([false, true, true, true])
    expect(logs.join('')).not.toMatch(/kumquat|zwetschge/)
  })
})

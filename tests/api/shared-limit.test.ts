import { setTimeout as sleep } from 'node:timers/promises'
import { WAITLIST_PATH } from '@ad-kit/api/contract'
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test, vi } from 'vitest'
import { startApp, type TestApp } from '../support/app.ts'
import { freshDatabase } from '../support/database.ts'
import { bodyOf, somebody } from '../support/people.ts'
import { missingRedis, startTestRedis, type TestRedis } from '../support/redis.ts'

const AWAY = 'the shared limiter is away'

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

  /** How many lines of each replica's log have these words. */
  const linesWith = (words: string): number[] =>
    replicas.map(({ log }) => log.filter((line) => line.includes(words)).length)

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
    await vi.waitFor(() => expect(linesWith(AWAY)).toEqual([1, 1]), 10_000)
    redis.resume()
    await vi.waitFor(async () => expect(await joinInTurn(2)).toEqual([429, 429]), 10_000)
    expect(linesWith('the shared limiter is back')).toEqual([1, 1])
  })

  test('give a server that says nothing up, and then wait for it no longer', async () => {
    redis.pause()
    await joinInTurn(2)
    await vi.waitFor(() => expect(linesWith(AWAY)).toEqual([2, 2]), 10_000)
    const start = performance.now()
    await joinInTurn(40)
    // each would wait for 250 ms
    expect(performance.now() - start).toBeLessThan(8_000)
    redis.resume()
    await vi.waitFor(() => expect(linesWith('the shared limiter is back')).toEqual([2, 2]), 10_000)
  })

  test('take signups when the server is gone, and say so in the log, once', async () => {
    await redis.stop()
    expect(await joinInTurn(6)).toEqual(Array(6).fill(201))
    await vi.waitFor(() => expect(linesWith(AWAY)).toEqual([3, 3]))
    // several attempts to connect
    await sleep(2_000)
    expect(linesWith(AWAY)).toEqual([3, 3])
  })
})

describe.skipIf(missingRedis)('the password of the shared limiter', () => {
  const PASSWORD = 'kumquat-zwetschge'
  const RIGHT = `redis://:${PASSWORD}@`

  /** Starts an app with that server, joins, and returns the log. */
  async function logOf(redisUrl: string): Promise<string> {
    const url = await freshDatabase(inject('postgresUrl'), 'migrated')
    const app = await startApp(url, { REDIS_URL: redisUrl, RATE_LIMIT_MAX: '1' })
    onTestFinished(() => app.close())
    const join = async () => (await app.http.post(WAITLIST_PATH).send(bodyOf(somebody()))).status
    expect(await join()).toBe(201)
    statuses.push(await join())
    return app.log.join('')
  }
  const statuses: number[] = []

  test('opens it, and is in no log, also when it is wrong or the server is away', async () => {
    const redis = await startTestRedis(PASSWORD)
    onTestFinished(() => redis.stop())
    const logs = [
      await logOf(redis.url.replace('redis://', RIGHT)),
      await logOf(redis.url.replace('redis://', `redis://:${PASSWORD}-wrong@`)),
      await logOf(`${RIGHT}127.0.0.1:1`),
      await logOf(`${RIGHT}nowhere.invalid`),
    ]
    expect(statuses).toEqual([429, 201, 201, 201])
    expect(logs.map((log) => log.includes(AWAY))).toEqual([false, true, true, true])
    expect(logs.join('')).not.toMatch(/kumquat|zwetschge/)
  })
})

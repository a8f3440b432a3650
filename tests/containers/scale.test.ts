import { afterEach, describe, expect, test } from 'vitest'
import { missingEngine } from '../support/engine.ts'
import { signUp } from './sign-up.ts'
import { startStack } from './stack.ts'
import { useStack } from './use-stack.ts'
import { startVisits } from './visits.ts'

/** Signups of one address, among all replicas. */
const LIMIT = 2_000

/** What nginx lets through at once. */
const AT_ONCE = 50

describe.skipIf(missingEngine())('replicas of the API', () => {
  const running = useStack(() =>
    startStack({
      profiles: ['scale'],
      settings: {
        API_REPLICAS: '2',
        REDIS_URL: 'redis://valkey:6379',
        RATE_LIMIT_MAX: String(LIMIT),
        API_REQUESTS_PER_SECOND: '100000',
      },
    }),
  )
  // Each test's visitors are new to the limiter.
  afterEach(() => running().compose('exec', '-T', 'valkey', 'valkey-cli', 'flushall'))

  const replicas = async () =>
    (await running().shell('docker compose ps --quiet api')).trim().split('\n').sort()
  /** How many signups a replica has written to its log. */
  const heard = async (id: string) =>
    Number(
      await running().shell(
        `docker logs ${id} 2>&1 | grep -c '"method":"POST".*"answered"' || true`,
      ),
    )
  const busy = (ids: readonly string[]) =>
    expect
      .poll(async () => Math.min(...(await Promise.all(ids.map(heard)))), { timeout: 60_000 })
      .toBeGreaterThan(5)

  test('share the calls, with one that comes later too', async () => {
    const first = await replicas()
    const visits = startVisits(running().url)
    await busy(first)
    await running().compose('up', '--detach', '--wait', '--scale', 'api=3')
    const later = (await replicas()).filter((id) => !first.includes(id))
    expect(later).toHaveLength(1)
    await busy(later)
    await visits.expectNobodyLost(running())
  }, 180_000)

  test('count the signups of one address together', async () => {
    const join = async () => {
      const { status, headers } = await signUp(running().url)
      // not so when Valkey was slower than a signup waits, on a machine that is held up
      return { status, counted: Number(headers.get('ratelimit-remaining')) < LIMIT }
    }
    const answers: Awaited<ReturnType<typeof join>>[] = []
    while (answers.length < LIMIT + AT_ONCE) {
      answers.push(...(await Promise.all(Array.from({ length: AT_ONCE }, join))))
    }
    expect(answers.slice(0, LIMIT).filter(({ status }) => status !== 201)).toEqual([])
    const later = answers.slice(LIMIT).filter(({ counted }) => counted)
    expect(new Set(later.map(({ status }) => status))).toEqual(new Set([429]))
  }, 60_000)

  test('lose nobody when one of them is killed', async () => {
    const visits = startVisits(running().url)
    const [victim = '', ...others] = await replicas()
    await expect.poll(() => visits.joined.length, { timeout: 30_000 }).toBeGreaterThan(50)
    await running().shell(`docker kill --signal KILL ${victim}`)
    const before = visits.joined.length
    await expect.poll(() => visits.joined.length, { timeout: 30_000 }).toBeGreaterThan(before + 50)
    await visits.expectNobodyLost(running())
    expect(await replicas()).toEqual(others)
  }, 120_000)

  test('go on when Valkey is killed', async () => {
    const visits = startVisits(running().url)
    await running().compose('kill', 'valkey')
    const before = visits.joined.length
    await expect.poll(() => visits.joined.length, { timeout: 60_000 }).toBeGreaterThan(before + 100)
    await visits.expectNobodyLost(running())
    await running().compose('up', '--detach', '--wait', 'valkey')
  }, 120_000)
})

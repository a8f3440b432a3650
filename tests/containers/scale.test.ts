import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { missingEngine } from '../support/engine.ts'
import { signUp } from './sign-up.ts'
import { openStack, type Stack } from './stack.ts'
import { startVisits } from './visits.ts'

/** With nothing in the build cache: two `npm ci`, two `apt-get install`. */
const BUILD_LIMIT = 600_000

/** Signups of one address, among all replicas. */
const LIMIT = 2_000

/** What nginx lets through at once. */
const AT_ONCE = 50

describe.skipIf(missingEngine())('replicas of the API', () => {
  let stack: Stack

  const up = (replicas: number) =>
    stack.compose('up', '--detach', '--wait', '--scale', `api=${replicas}`)
  const replicas = async () =>
    (await stack.shell('docker compose ps --quiet api')).trim().split('\n').sort()
  /** How many signups a replica has written to its log. */
  const heard = async (id: string) =>
    Number(
      await stack.shell(`docker logs ${id} 2>&1 | grep -c '"method":"POST".*"answered"' || true`),
    )
  const busy = (ids: readonly string[]) =>
    expect
      .poll(async () => Math.min(...(await Promise.all(ids.map(heard)))), { timeout: 60_000 })
      .toBeGreaterThan(5)

  beforeAll(async () => {
    stack = await openStack({
      profiles: ['scale'],
      settings: {
        REDIS_URL: 'redis://valkey:6379',
        RATE_LIMIT_MAX: String(LIMIT),
        API_REQUESTS_PER_SECOND: '100000',
      },
    })
    await stack.compose('build')
    await up(2)
  }, BUILD_LIMIT)
  // Each test's visitors are new to the limiter.
  afterEach(() => stack.compose('exec', '-T', 'valkey', 'valkey-cli', 'flushall'))
  afterAll(() => stack?.remove(), 120_000)

  test('share the calls, with one that comes later too', async () => {
    const first = await replicas()
    const visits = startVisits(stack.url)
    await busy(first)
    await up(3)
    const later = (await replicas()).filter((id) => !first.includes(id))
    expect(later).toHaveLength(1)
    await busy(later)
    await visits.expectNobodyLost(stack)
  }, 180_000)

  test('count the signups of one address together', async () => {
    const statuses: number[] = []
    while (statuses.length < LIMIT + AT_ONCE) {
      const answers = Array.from({ length: AT_ONCE }, () => signUp(stack.url))
      statuses.push(...(await Promise.all(answers)).map(({ status }) => status))
    }
    expect(statuses.slice(0, LIMIT).every((status) => status === 201)).toBe(true)
    expect(statuses.slice(LIMIT)).toEqual(Array(AT_ONCE).fill(429))
  }, 60_000)

  test('lose nobody when one of them is killed', async () => {
    const visits = startVisits(stack.url)
    const [victim = '', ...others] = await replicas()
    await expect.poll(() => visits.joined.length, { timeout: 30_000 }).toBeGreaterThan(50)
    await stack.shell(`docker kill --signal KILL ${victim}`)
    const before = visits.joined.length
    await expect.poll(() => visits.joined.length, { timeout: 30_000 }).toBeGreaterThan(before + 50)
    await visits.expectNobodyLost(stack)
    expect(await replicas()).toEqual(others)
  }, 120_000)

  test('go on when Valkey is killed', async () => {
    const visits = startVisits(stack.url)
    await stack.compose('kill', 'valkey')
    const before = visits.joined.length
    await expect.poll(() => visits.joined.length, { timeout: 60_000 }).toBeGreaterThan(before + 100)
    await visits.expectNobodyLost(stack)
    await stack.compose('start', 'valkey')
  }, 120_000)
})

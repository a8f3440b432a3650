// Guards replicas.
// Runs by day if a change touches api/src/http/, nginx/, docker-compose.yml, Dockerfile,
// tests/support/stack/.

import { test as base, expect } from 'vitest'
import { describeStack, ENGINE_NETWORKS, newStack } from '../../support/fixtures/stack.ts'
import { sendForm } from '../../support/stack/sign-up.ts'
import type { Stack } from '../../support/stack/stack.ts'
import { startVisits } from '../../support/stack/visits.ts'

/** The signups of one address on all replicas together. */
const LIMIT = 2_000

/** nginx allows one address 100 requests at a time. */
const AT_ONCE = 50

const test = base.extend(
  'stack',
  { scope: 'file' },
  newStack({
    profiles: ['scale'],
    settings: {
      API_REPLICAS: '2',
      REDIS_URL: 'redis://valkey:6379',
      RATE_LIMIT_MAX: String(LIMIT),
      API_REQUESTS_PER_SECOND: '100000',
      REAL_IP_FROM: ENGINE_NETWORKS,
    },
  }),
)

describeStack('replicas of the API', () => {
  // Every test starts with an empty limiter.
  test.afterEach(({ stack }) => stack.compose('exec', '-T', 'valkey', 'valkey-cli', 'flushall'))

  const replicas = async (stack: Stack) =>
    (await stack.shell('docker compose ps --quiet api')).trim().split('\n').sort()
  /** The number of signups in a replica's log. */
  const served = async (stack: Stack, id: string) =>
    Number(
      await stack.shell(`docker logs ${id} 2>&1 | grep -c '"method":"POST".*"answered"' || true`),
    )
  const busy = (stack: Stack, ids: readonly string[]) =>
    expect
      .poll(async () => Math.min(...(await Promise.all(ids.map((id) => served(stack, id))))))
      .toBeGreaterThan(5)

  test('two replicas share the requests, and a third one gets its part', async ({ stack }) => {
    const first = await replicas(stack)
    const visits = startVisits(stack.url)
    await busy(stack, first)
    await stack.compose('up', '--detach', '--wait', '--scale', 'api=3')
    const later = (await replicas(stack)).filter((id) => !first.includes(id))
    expect(later).toHaveLength(1)
    await busy(stack, later)
    await visits.expectNobodyLost(stack)
  })

  test('replicas with Valkey count the signups of one address together', async ({ stack }) => {
    const join = async () => {
      const visitor = { 'x-forwarded-for': '203.0.113.1' }
      const { status, headers } = await sendForm(stack.url, {}, visitor)
      // A signup does not wait for a slow Valkey, and is then not counted.
      return { status, counted: Number(headers.get('ratelimit-remaining')) < LIMIT }
    }
    const responses: Awaited<ReturnType<typeof join>>[] = []
    while (responses.length < LIMIT + AT_ONCE) {
      responses.push(...(await Promise.all(Array.from({ length: AT_ONCE }, join))))
    }
    expect(responses.slice(0, LIMIT).filter(({ status }) => status !== 201)).toEqual([])
    const later = responses.slice(LIMIT).filter(({ counted }) => counted)
    expect(new Set(later.map(({ status }) => status))).toEqual(new Set([429]))
  })

  test('no signup is lost when a replica is killed', async ({ stack }) => {
    const visits = startVisits(stack.url)
    const [victim = '', ...others] = await replicas(stack)
    await expect.poll(() => visits.joined.length).toBeGreaterThan(50)
    await stack.shell(`docker kill --signal KILL ${victim}`)
    const before = visits.joined.length
    await expect.poll(() => visits.joined.length).toBeGreaterThan(before + 50)
    await visits.expectNobodyLost(stack)
    expect(await replicas(stack)).toEqual(others)
  })

  test('signups go on when Valkey is killed', async ({ stack }) => {
    const visits = startVisits(stack.url)
    await stack.compose('kill', 'valkey')
    const before = visits.joined.length
    await expect.poll(() => visits.joined.length).toBeGreaterThan(before + 100)
    await visits.expectNobodyLost(stack)
    await stack.compose('up', '--detach', '--wait', 'valkey')
  })
})

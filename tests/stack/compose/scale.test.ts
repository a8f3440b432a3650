import { afterEach, expect, test } from 'vitest'
import { signUp } from '../../support/stack/sign-up.ts'
import { describeStack, useStack } from '../../support/stack/use-stack.ts'
import { startVisits } from '../../support/stack/visits.ts'

/** The signups of one address on all replicas together. */
const LIMIT = 2_000

/** nginx allows one address 100 requests at a time. */
const AT_ONCE = 50

describeStack('replicas of the API', () => {
  const running = useStack({
    profiles: ['scale'],
    settings: {
      API_REPLICAS: '2',
      REDIS_URL: 'redis://valkey:6379',
      RATE_LIMIT_MAX: String(LIMIT),
      API_REQUESTS_PER_SECOND: '100000',
      // The tests come from the engine's network, as a proxy on this machine does.
      REAL_IP_FROM: '172.16.0.0/12,192.168.0.0/16',
    },
  })
  // Every test starts with an empty limiter.
  afterEach(() => running().compose('exec', '-T', 'valkey', 'valkey-cli', 'flushall'))

  const replicas = async () =>
    (await running().shell('docker compose ps --quiet api')).trim().split('\n').sort()
  /** The number of signups in a replica's log. */
  const served = async (id: string) =>
    Number(
      await running().shell(
        `docker logs ${id} 2>&1 | grep -c '"method":"POST".*"answered"' || true`,
      ),
    )
  const busy = (ids: readonly string[]) =>
    expect.poll(async () => Math.min(...(await Promise.all(ids.map(served))))).toBeGreaterThan(5)

  test('two replicas share the requests, and a third one gets its part', async () => {
    const first = await replicas()
    const visits = startVisits(running().url)
    await busy(first)
    await running().compose('up', '--detach', '--wait', '--scale', 'api=3')
    const later = (await replicas()).filter((id) => !first.includes(id))
    expect(later).toHaveLength(1)
    await busy(later)
    await visits.expectNobodyLost(running())
  })

  test('replicas with Valkey count the signups of one address together', async () => {
    const join = async () => {
      const visitor = { 'x-forwarded-for': '203.0.113.1' }
      const { status, headers } = await signUp(running().url, {}, visitor)
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

  test('no signup is lost when a replica is killed', async () => {
    const visits = startVisits(running().url)
    const [victim = '', ...others] = await replicas()
    await expect.poll(() => visits.joined.length).toBeGreaterThan(50)
    await running().shell(`docker kill --signal KILL ${victim}`)
    const before = visits.joined.length
    await expect.poll(() => visits.joined.length).toBeGreaterThan(before + 50)
    await visits.expectNobodyLost(running())
    expect(await replicas()).toEqual(others)
  })

  test('signups go on when Valkey is killed', async () => {
    const visits = startVisits(running().url)
    await running().compose('kill', 'valkey')
    const before = visits.joined.length
    await expect.poll(() => visits.joined.length).toBeGreaterThan(before + 100)
    await visits.expectNobodyLost(running())
    await running().compose('up', '--detach', '--wait', 'valkey')
  })
})

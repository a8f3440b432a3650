// Guards replicas.
// Runs by day if a change touches api/src/http/, nginx/, docker-compose.yml, Dockerfile,
// tests/stack/support/.

import { test as base, expect } from 'vitest'
import { sendForm } from '../../stack/support/sign-up.ts'
import type { Stack } from '../../stack/support/stack.ts'
import { describeStack, ENGINE_NETWORKS, newStack } from '../../stack/support/test.ts'
import { startVisits } from '../../stack/support/visits.ts'

/** The signups of one address on all replicas together. */
const LIMIT = 20

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
  const replicas = async (stack: Stack) =>
    (await stack.shell('docker compose ps --quiet api')).trim().split('\n')
  /** The number of signups in a replica's log. */
  const served = async (stack: Stack, id: string) =>
    Number(
      await stack.shell(`docker logs ${id} 2>&1 | grep -c '"method":"POST".*"answered"' || true`),
    )

  test('replicas with Valkey count the signups of one address together', async ({ stack }) => {
    const statuses: number[] = []
    while (statuses.length < 1.5 * LIMIT) {
      const visitor = { 'x-forwarded-for': '203.0.113.1' }
      statuses.push((await sendForm(stack.url, {}, visitor)).status)
    }
    expect(new Set(statuses.slice(0, LIMIT))).toEqual(new Set([201]))
    expect(statuses).toContain(429)
  })

  test('replicas share the requests with one that is added, and no signup is lost when one or Valkey is killed', async ({
    stack,
  }) => {
    const visits = startVisits(stack.url)
    await stack.compose('up', '--detach', '--wait', '--scale', 'api=3')
    const all = await replicas(stack)
    expect(all).toHaveLength(3)
    for (const id of all) await expect.poll(() => served(stack, id)).toBeGreaterThan(5)
    for (const kill of [`docker kill ${all[0]}`, 'docker compose kill valkey']) {
      await stack.shell(kill)
      const before = visits.joined.length
      await expect.poll(() => visits.joined.length, { message: kill }).toBeGreaterThan(before + 50)
    }
    await visits.expectNobodyLost(stack)
    expect(await replicas(stack)).toHaveLength(2)
  })
})

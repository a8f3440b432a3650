// Guards thousand-at-once, floods, trusted-proxy.

import { expect } from 'vitest'
import { joinRequest } from '../../support/attacks.ts'
import { describeStack, test } from '../../support/fixtures/stack.ts'
import { bodyOf, newPerson } from '../../support/people.ts'
import { sendTogether } from '../../support/raw-connections.ts'
import type { Stack } from '../../support/stack/stack.ts'
import { listed } from '../../support/stack/tables.ts'

/** nginx allows this many requests above the rate. */
const BURST = 200

describeStack('nginx behind a proxy', () => {
  const call = (proxied: Stack, address: string) =>
    fetch(`${proxied.url}/api/waitlist`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
      body: '{}',
    })
  const remaining = async (proxied: Stack, address: string) =>
    Number((await call(proxied, address)).headers.get('ratelimit-remaining'))

  const health = (proxied: Stack, address: string, signal: AbortSignal | null = null) =>
    fetch(`${proxied.url}/api/health`, { headers: { 'x-forwarded-for': address }, signal })

  test('the API counts by the address that the proxy names', async ({ proxied }) => {
    const first = await remaining(proxied, '192.0.2.1')
    expect(await remaining(proxied, '192.0.2.1')).toBe(first - 1)
    expect(await remaining(proxied, '192.0.2.2')).toBe(first)
  })

  test('an address that the visitor wrote before the proxy did is ignored', async ({ proxied }) => {
    const first = await remaining(proxied, '192.0.2.3')
    expect(await remaining(proxied, '198.51.100.1, 192.0.2.3')).toBe(first - 1)
    expect(await remaining(proxied, '198.51.100.2, 192.0.2.3, 172.31.0.9')).toBe(first - 2)
  })

  test('nginx limits a flood by the address that the proxy names, and IPv6 by its /64', async ({
    proxied,
  }) => {
    const responses: Response[] = []
    for (let wave = 0; wave < 10; wave += 1) {
      const addresses = Array.from({ length: 50 }, (_, n) => `2001:db8:0:a:${wave}::${n}`)
      responses.push(...(await Promise.all(addresses.map((address) => health(proxied, address)))))
    }
    expect(responses.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(BURST)
    const refused = responses.filter(({ status }) => status === 429)
    expect(refused.length).toBeGreaterThan(0)
    expect(refused[0]?.headers.get('retry-after')).toBe('60')
    expect(await refused[0]?.json()).toMatchObject({ code: 'RATE_LIMITED' })
    expect((await health(proxied, '2001:db8:0:b::1')).status).toBe(200)
  })

  test('nginx limits the /64s of one IPv6 /48 together, at eight times the burst', async ({
    proxied,
  }) => {
    const statuses: number[] = []
    for (let wave = 0; wave < 7; wave += 1) {
      const networks = Array.from({ length: 300 }, (_, n) => `2001:db8:f:${n.toString(16)}::1`)
      statuses.push(
        ...(await Promise.all(networks.map((network) => health(proxied, network)))).map(
          ({ status }) => status,
        ),
      )
    }
    // The last waves arrive in any order.
    expect(new Set(statuses.slice(0, 5 * 300))).toEqual(new Set([200]))
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(8 * BURST)
    expect(statuses).toContain(429)
    expect((await health(proxied, '2001:db8:10::1')).status).toBe(200)
  })

  test('IPv4 addresses that the proxy writes as IPv6 are limited one by one', async ({
    proxied,
  }) => {
    const addresses = Array.from({ length: BURST + 50 }, (_, n) => `::ffff:203.0.113.${n}`)
    const responses = await Promise.all(addresses.map((address) => health(proxied, address)))
    expect(responses.map(({ status }) => status)).toEqual(addresses.map(() => 200))
  })

  test('a thousand people who join at once are all on the list', async ({ proxied }) => {
    const people = Array.from({ length: 1_000 }, (_, n) => {
      const person = newPerson()
      const headers = { 'x-forwarded-for': `2001:db8:${n.toString(16)}::1`, connection: 'close' }
      return { email: person.email, request: joinRequest(bodyOf(person), headers) }
    })
    const join = async (waiting: typeof people): Promise<void> => {
      const requests = waiting.map(({ request }) => request)
      const statuses = await sendTogether(proxied.url, requests)
      // A slow machine asks some to try again; no limit may refuse one of them.
      expect(statuses.filter((status) => status !== 201 && status < 500)).toEqual([])
      const again = waiting.filter((_, index) => statuses[index] !== 201)
      expect(again.length).toBeLessThan(waiting.length)
      if (again.length > 0) await join(again)
    }
    await join(people)
    const kept = new Set(await listed(proxied))
    expect(people.filter(({ email }) => !kept.has(email))).toEqual([])
  })
})

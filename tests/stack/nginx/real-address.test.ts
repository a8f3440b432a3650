import { expect, test } from 'vitest'
import { joinRequest } from '../../support/attacks.ts'
import { sendTogether } from '../../support/crowd.ts'
import { bodyOf, newPerson } from '../../support/people.ts'
import { listed } from '../../support/stack/tables.ts'
import { describeStack, useStack } from '../../support/stack/use-stack.ts'

/** nginx allows this many requests above the rate. */
const BURST = 200

describeStack('nginx behind a proxy', () => {
  const running = useStack({
    settings: {
      // The tests come from the engine's network, as a proxy on this machine does.
      REAL_IP_FROM: '172.16.0.0/12,192.168.0.0/16',
      RATE_LIMIT_MAX: '1000',
      // Even a slow machine sends more than this.
      API_REQUESTS_PER_SECOND: '1',
    },
  })

  const call = (address: string) =>
    fetch(`${running().url}/api/waitlist`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
      body: '{}',
    })
  const remaining = async (address: string) =>
    Number((await call(address)).headers.get('ratelimit-remaining'))

  const health = (address: string, signal: AbortSignal | null = null) =>
    fetch(`${running().url}/api/health`, { headers: { 'x-forwarded-for': address }, signal })

  test('the API counts by the address that the proxy names', async () => {
    const first = await remaining('192.0.2.1')
    expect(await remaining('192.0.2.1')).toBe(first - 1)
    expect(await remaining('192.0.2.2')).toBe(first)
  })

  test('an address that the visitor wrote before the proxy did is ignored', async () => {
    const first = await remaining('192.0.2.3')
    expect(await remaining('198.51.100.1, 192.0.2.3')).toBe(first - 1)
    expect(await remaining('198.51.100.2, 192.0.2.3, 172.31.0.9')).toBe(first - 2)
  })

  test('nginx limits a flood by the address that the proxy names, and IPv6 by its /64', async () => {
    const responses: Response[] = []
    for (let wave = 0; wave < 10; wave += 1) {
      const addresses = Array.from({ length: 50 }, (_, n) => `2001:db8:0:a:${wave}::${n}`)
      responses.push(...(await Promise.all(addresses.map((address) => health(address)))))
    }
    expect(responses.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(BURST)
    const refused = responses.filter(({ status }) => status === 429)
    expect(refused.length).toBeGreaterThan(0)
    expect(refused[0]?.headers.get('retry-after')).toBe('60')
    expect(await refused[0]?.json()).toMatchObject({ code: 'RATE_LIMITED' })
    expect((await health('2001:db8:0:b::1')).status).toBe(200)
  })

  test('nginx limits the /64s of one IPv6 /48 together, at eight times the burst', async () => {
    const statuses: number[] = []
    for (let wave = 0; wave < 7; wave += 1) {
      const networks = Array.from({ length: 300 }, (_, n) => `2001:db8:f:${n.toString(16)}::1`)
      statuses.push(
        ...(await Promise.all(networks.map((network) => health(network)))).map(
          ({ status }) => status,
        ),
      )
    }
    // The last waves arrive in any order.
    expect(new Set(statuses.slice(0, 5 * 300))).toEqual(new Set([200]))
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(8 * BURST)
    expect(statuses).toContain(429)
    expect((await health('2001:db8:10::1')).status).toBe(200)
  })

  test('IPv4 addresses that the proxy writes as IPv6 are limited one by one', async () => {
    const addresses = Array.from({ length: BURST + 50 }, (_, n) => `::ffff:203.0.113.${n}`)
    const responses = await Promise.all(addresses.map((address) => health(address)))
    expect(responses.map(({ status }) => status)).toEqual(addresses.map(() => 200))
  })

  test('a thousand people who join at once are all on the list', async () => {
    const people = Array.from({ length: 1_000 }, () => newPerson())
    const requests = people.map((person, n) =>
      joinRequest(bodyOf(person), {
        'x-forwarded-for': `2001:db8:${n.toString(16)}::1`,
        connection: 'close',
      }),
    )
    const statuses = await sendTogether(running().url, requests)
    expect(statuses.filter((status) => status !== 201)).toEqual([])
    const kept = new Set(await listed(running()))
    expect(people.filter(({ email }) => !kept.has(email))).toEqual([])
  })
})

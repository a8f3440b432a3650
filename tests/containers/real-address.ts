import { expect, test } from 'vitest'
import { joinRequest } from '../support/attacks.ts'
import { sendTogether } from '../support/crowd.ts'
import { bodyOf, somebody } from '../support/people.ts'
import type { SecureStack } from './secure-stack.ts'

/** What nginx lets through at once, whatever the rate. */
const BURST = 200

/** Visitors who come through a proxy that nginx believes. */
export function realAddress(running: () => SecureStack): void {
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

  test('what a visitor has written before the proxy did counts for nothing', async () => {
    const first = await remaining('192.0.2.3')
    expect(await remaining('198.51.100.1, 192.0.2.3')).toBe(first - 1)
    expect(await remaining('198.51.100.2, 192.0.2.3, 172.31.0.9')).toBe(first - 2)
  })

  test('a flood is refused by that address, IPv6 by its /64, and the others go on', async () => {
    const answers: Response[] = []
    for (let wave = 0; wave < 10; wave += 1) {
      const addresses = Array.from({ length: 50 }, (_, n) => `2001:db8:0:a:${wave}::${n}`)
      answers.push(...(await Promise.all(addresses.map((address) => health(address)))))
    }
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(BURST)
    const refused = answers.filter(({ status }) => status === 429)
    expect(refused.length).toBeGreaterThan(0)
    expect(refused[0]?.headers.get('retry-after')).toBe('60')
    expect(await refused[0]?.json()).toMatchObject({ code: 'RATE_LIMITED' })
    expect((await health('2001:db8:0:b::1')).status).toBe(200)
  })

  test('IPv4 counts by itself where the proxy writes it as IPv6', async () => {
    const addresses = Array.from({ length: BURST + 50 }, (_, n) => `::ffff:203.0.113.${n}`)
    const answers = await Promise.all(addresses.map((address) => health(address)))
    expect(answers.map(({ status }) => status)).toEqual(addresses.map(() => 200))
  })

  test('a thousand people at once are all on the list', async () => {
    const requests = Array.from({ length: 1_000 }, (_, n) =>
      joinRequest(bodyOf(somebody()), {
        'x-forwarded-for': `2001:db8:1:${n.toString(16)}::1`,
        connection: 'close',
      }),
    )
    const statuses = await sendTogether(running().url, requests)
    expect(statuses.filter((status) => status !== 201)).toEqual([])
  })

  test('so are more than a hundred calls at a time', async () => {
    await running().compose('pause', 'api')
    const leaving = new AbortController()
    const addresses = Array.from({ length: 101 }, (_, n) => `2001:db8:0:c:${n}::1`)
    const calls = addresses.map((address) => health(address, leaving.signal))
    const first = await Promise.race(calls).finally(async () => {
      leaving.abort()
      await Promise.allSettled(calls)
      await running().compose('unpause', 'api')
    })
    expect(first.status).toBe(429)
  })
}

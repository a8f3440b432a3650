import { expect } from 'vitest'
import { bodyOf, newPerson } from '../../support/people.ts'
import { ask, joinRequest, open } from '../../support/raw-http.ts'
import { sendForm } from '../support/requests.ts'
import type { Stack } from '../support/stack.ts'
import { listed } from '../support/tables.ts'
import { describeStack, test } from '../support/test.ts'

/** The bursts above the rate that nginx accepts from one network, and from all networks of an IPv6 /48 together. */
const [BURST, SITE] = [200, 8 * 200]

describeStack('nginx behind a proxy', () => {
  const remaining = async (stack: Stack, address: string) => {
    const { headers } = await sendForm(stack.url, {}, { 'x-forwarded-for': address })
    return Number(headers.get('ratelimit-remaining'))
  }
  const call = (stack: Stack, address: string) =>
    fetch(`${stack.url}/api/health`, { headers: { 'x-forwarded-for': address } })
  /** Calls from many addresses, with fewer parallel requests than one address may send. */
  const flood = async (stack: Stack, addresses: readonly string[]): Promise<Response[]> => {
    const wave = addresses.slice(0, 50)
    if (wave.length === 0) return []
    const responses = await Promise.all(wave.map((address) => call(stack, address)))
    return [...responses, ...(await flood(stack, addresses.slice(wave.length)))]
  }
  const addressesBy = (count: number, addressOf: (hex: string) => string) =>
    Array.from({ length: count }, (_, n) => addressOf(n.toString(16)))
  const count = (responses: readonly Response[], wanted: number) =>
    responses.filter(({ status }) => status === wanted).length

  test('the API’s rate limit counts by the address that the proxy adds', async ({ stack }) => {
    const first = await remaining(stack, '192.0.2.1')
    expect(await remaining(stack, '192.0.2.2')).toBe(first)
    expect(await remaining(stack, '198.51.100.1, 192.0.2.1')).toBe(first - 1)
    expect(await remaining(stack, '198.51.100.2, 192.0.2.1, 172.31.0.9')).toBe(first - 2)
  })

  test('nginx limits an IPv6 flood by its /64 and says when to retry', async ({ stack }) => {
    const addresses = addressesBy(500, (n) => `2001:db8:0:a::${n}`)
    const responses = await flood(stack, addresses)
    expect(count(responses, 200)).toBeGreaterThanOrEqual(BURST)
    const refused = responses.find(({ status }) => status === 429)
    expect(refused?.headers.get('retry-after')).toBe('60')
    expect(await refused?.json()).toMatchObject({ code: 'RATE_LIMITED' })
    expect((await call(stack, '2001:db8:0:b::1')).status).toBe(200)
  })

  test('nginx limits the /64s of one IPv6 /48 together, to eight bursts', async ({ stack }) => {
    const addresses = addressesBy(2_000, (n) => `2001:db8:ffff:${n}::1`)
    const responses = await flood(stack, addresses)
    expect(count(responses.slice(0, SITE - 100), 429)).toBe(0)
    expect(count(responses, 200)).toBeGreaterThanOrEqual(SITE)
    expect(count(responses, 429)).toBeGreaterThan(0)
    expect((await call(stack, '2001:db8:fffe::1')).status).toBe(200)
  })

  test('IPv4 addresses that the proxy writes as IPv6 are limited individually', async ({
    stack,
  }) => {
    const addresses = Array.from({ length: BURST + 50 }, (_, n) => `::ffff:203.0.113.${n}`)
    expect(count(await flood(stack, addresses), 200)).toBe(addresses.length)
  })

  test('a thousand people who join at the same time are all on the list', async ({ stack }) => {
    const people = addressesBy(1_000, (n) => `2001:db8:${n}::1`).map((address) => {
      const person = newPerson()
      const headers = { 'x-forwarded-for': address, connection: 'close' }
      return { email: person.email, request: joinRequest(bodyOf(person), headers) }
    })
    const join = async (waiting: typeof people): Promise<void> => {
      const requests = waiting.map(({ request }) => request)
      const sockets = await Promise.all(requests.map(() => open(stack.url)))
      const statuses = await Promise.all(
        sockets.map((socket, index) => ask(socket, requests[index] ?? '')),
      )
      // On a slow machine, some get a 503 and retry. No rate limit may refuse one of them.
      expect(statuses.filter((status) => status !== 201 && status < 500)).toEqual([])
      const again = waiting.filter((_, index) => statuses[index] !== 201)
      expect(again.length).toBeLessThan(waiting.length)
      if (again.length > 0) await join(again)
    }
    await join(people)
    const kept = new Set(await listed(stack))
    expect(people.filter(({ email }) => !kept.has(email))).toEqual([])
  })
})

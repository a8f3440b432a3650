import { WAITLIST_PATH } from '@ad-kit/api/contract'
import { describe, expect, test } from 'vitest'
import { type Settings, useApp } from '../../support/app.ts'
import { bodyOf, newPerson } from '../../support/people.ts'
import { expectError } from '../../support/responses.ts'

const LIMIT = 3

const useLimitedApp = (settings: Settings = {}) => {
  const app = useApp({
    RATE_LIMIT_MAX: String(LIMIT),
    RATE_LIMIT_WINDOW: '10 minutes',
    ...settings,
  })
  const join = (from?: string) => {
    const request = app().http.post(WAITLIST_PATH)
    return (from === undefined ? request : request.set('x-forwarded-for', from)).send(
      bodyOf(newPerson()),
    )
  }
  const joinAll = async (...from: (string | undefined)[]): Promise<number[]> => {
    const statuses: number[] = []
    for (const address of from) statuses.push((await join(address)).status)
    return statuses
  }
  return { app, join, joinAll }
}

describe('one address signs up more often than it may', () => {
  const { app, join, joinAll } = useLimitedApp()

  test('a limited visitor gets a sentence and a header with the time to wait', async () => {
    const first = await join()
    expect(first.headers).toMatchObject({
      'ratelimit-limit': `${LIMIT}`,
      'ratelimit-remaining': '2',
    })
    expect(await joinAll(undefined, undefined)).toEqual([201, 201])

    const refused = await join()
    expectError(refused, 429, 'RATE_LIMITED')
    expect(refused.body.error).toContain('10 minutes')
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(500)
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(600)
    expect(refused.headers['ratelimit-remaining']).toBe('0')
    expect(await app().signups()).toHaveLength(LIMIT)
  })

  test('a header with another address does not lift the limit without a trusted proxy', async () => {
    expect(await joinAll('203.0.113.1', '203.0.113.2', '::1')).toEqual([429, 429, 429])
    for (const name of ['x-real-ip', 'forwarded', 'true-client-ip', 'cf-connecting-ip']) {
      const claim = name === 'forwarded' ? 'for=203.0.113.3' : '203.0.113.3'
      expect((await join().set(name, claim)).status, name).toBe(429)
    }
  })
})

describe('behind a proxy that is trusted', () => {
  const { joinAll } = useLimitedApp({ TRUST_PROXY: '127.0.0.0/8' })

  test('each client behind a trusted proxy has a separate limit', async () => {
    const a = '203.0.113.1'
    expect(await joinAll(a, a, a, a)).toEqual([201, 201, 201, 429])
    expect(await joinAll('203.0.113.2')).toEqual([201])
  })

  test('behind a trusted proxy only the address that the proxy saw counts', async () => {
    const b = '203.0.113.9'
    expect(await joinAll(`198.51.100.1, ${b}`, `198.51.100.2, ${b}`, b)).toEqual([201, 201, 201])
    expect(await joinAll(`198.51.100.3, ${b}`)).toEqual([429])
  })

  test('all addresses of an IPv6 /64 share one limit', async () => {
    const network = '2001:db8:0:1'
    expect(await joinAll(`${network}::1`, `${network}::2`, `${network}::3`)).toEqual([
      201, 201, 201,
    ])
    expect(await joinAll(`${network}:ffff::4`, '2001:db8:0:2::1')).toEqual([429, 201])
  })
})

describe('a flood from one /48', () => {
  const { joinAll } = useLimitedApp({ TRUST_PROXY: '127.0.0.0/8' })

  test('300 networks of one IPv6 /48 share a limit that is eight times as high', async () => {
    const networks = Array.from({ length: 300 }, (_, n) => `2001:db8:1:${n.toString(16)}::1`)
    const statuses = await joinAll(...networks)
    expect(statuses.filter((status) => status === 201)).toHaveLength(8 * LIMIT)
    expect(statuses.slice(0, 8 * LIMIT)).not.toContain(429)
    expect(await joinAll('2001:db8:2::1', '203.0.113.1')).toEqual([201, 201])
  })
})

describe('a proxy that names no visitor', () => {
  const { app, joinAll } = useLimitedApp({ TRUST_PROXY: '127.0.0.0/8,10.0.0.0/8' })

  test('signups of visitors whose addresses are hidden are not limited as one', async () => {
    const hidden = [undefined, undefined, undefined, '10.0.0.1', '10.0.0.1', '10.0.0.1', '10.0.0.1']
    expect(await joinAll(...hidden)).toEqual(hidden.map(() => 201))
    expect(await app().signups()).toHaveLength(hidden.length)
  })
})

// Guards floods.

import { WAITLIST_PATH } from '@ad-kit/contract'
import { describe, expect } from 'vitest'
import type { TestApp } from '../../support/app.ts'
import { appWith, test as base } from '../../support/fixtures/database.ts'
import { bodyOf, newPerson } from '../../support/people.ts'
import { expectError } from '../../support/responses.ts'

const LIMIT = 3

const LIMITED = { RATE_LIMIT_MAX: String(LIMIT), RATE_LIMIT_WINDOW: '10 minutes' }
const PROXIED = { ...LIMITED, TRUST_PROXY: '127.0.0.0/8' }

const test = base
  .extend('app', { scope: 'file' }, appWith(LIMITED))
  .extend('proxied', { scope: 'file' }, appWith(PROXIED))
  .extend('flooded', { scope: 'file' }, appWith(PROXIED))

const join = ({ http }: TestApp, from?: string) => {
  const request = http.post(WAITLIST_PATH)
  return (from === undefined ? request : request.set('x-forwarded-for', from)).send(
    bodyOf(newPerson()),
  )
}
const joinAll = async (app: TestApp, ...from: (string | undefined)[]): Promise<number[]> => {
  const statuses: number[] = []
  for (const address of from) statuses.push((await join(app, address)).status)
  return statuses
}

describe('one address signs up more often than it may', () => {
  test('a limited visitor gets a sentence and a header with the time to wait', async ({ app }) => {
    const first = await join(app)
    expect(first.headers).toMatchObject({
      'ratelimit-limit': `${LIMIT}`,
      'ratelimit-remaining': '2',
    })
    expect(await joinAll(app, undefined, undefined)).toEqual([201, 201])

    const refused = await join(app)
    expectError(refused, 429, 'RATE_LIMITED')
    expect(refused.body.error).toContain('10 minutes')
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(500)
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(600)
    expect(refused.headers['ratelimit-remaining']).toBe('0')
    expect(await app.people()).toHaveLength(LIMIT)
  })

  test('a header with another address does not lift the limit without a trusted proxy', async ({
    app,
  }) => {
    expect(await joinAll(app, '203.0.113.1', '203.0.113.2', '::1')).toEqual([429, 429, 429])
    for (const name of ['x-real-ip', 'forwarded', 'true-client-ip', 'cf-connecting-ip']) {
      const claim = name === 'forwarded' ? 'for=203.0.113.3' : '203.0.113.3'
      expect((await join(app).set(name, claim)).status, name).toBe(429)
    }
  })
})

describe('behind a proxy that is trusted', () => {
  test('each client behind a trusted proxy has a separate limit', async ({ proxied }) => {
    const a = '203.0.113.1'
    expect(await joinAll(proxied, a, a, a, a)).toEqual([201, 201, 201, 429])
    expect(await joinAll(proxied, '203.0.113.2')).toEqual([201])
  })

  test('behind a trusted proxy only the address that the proxy saw counts', async ({ proxied }) => {
    const b = '203.0.113.9'
    expect(await joinAll(proxied, `198.51.100.1, ${b}`, `198.51.100.2, ${b}`, b)).toEqual([
      201, 201, 201,
    ])
    expect(await joinAll(proxied, `198.51.100.3, ${b}`)).toEqual([429])
  })
})

describe('a flood from one /48', () => {
  test('300 networks of one IPv6 /48 share a limit that is eight times as high', async ({
    flooded,
  }) => {
    const networks = Array.from({ length: 300 }, (_, n) => `2001:db8:1:${n.toString(16)}::1`)
    const statuses = await joinAll(flooded, ...networks)
    expect(statuses.filter((status) => status === 201)).toHaveLength(8 * LIMIT)
    expect(statuses.slice(0, 8 * LIMIT)).not.toContain(429)
    expect(await joinAll(flooded, '2001:db8:2::1', '203.0.113.1')).toEqual([201, 201])
  })
})

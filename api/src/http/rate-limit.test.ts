import rateLimit from '@fastify/rate-limit'
import Fastify from 'fastify'
import { expect, onTestFinished, test, vi } from 'vitest'
import { plural, WAIT_MINUTES } from '../../../contract/waitlist.ts'
import { readConfig } from '../system/settings.ts'
import { formRateLimit, limiterOptions } from './rate-limit.ts'

const LIMIT = 3

/** An endpoint with the rate limit for signups, and its log. */
async function openEndpoint() {
  const config = readConfig({
    RATE_LIMIT_MAX: String(LIMIT),
    TRUST_PROXY: '10.0.0.0/8, fd00::/8',
  })
  const log: string[] = []
  const stream = { write: (line: string) => void log.push(JSON.parse(line).msg) }
  const app = Fastify({ logger: { level: 'warn', stream } })
  await app.register(rateLimit, limiterOptions(config.trustProxy))
  app.setErrorHandler((error, _request, reply) => {
    const { reply: answer } = error as unknown as { reply: { status: number; body: object } }
    return reply.status(answer.status).send(answer.body)
  })
  const limitForms = app.rateLimit(formRateLimit(config.rateLimitMax))
  app.get('/', { preValidation: limitForms }, async () => 'joined')
  app.get('/free', async () => 'read')
  const call = (remoteAddress: string, url = '/') => app.inject({ url, remoteAddress })
  const statuses = async (...addresses: string[]) => {
    const found: number[] = []
    for (const address of addresses) found.push((await call(address)).statusCode)
    return found
  }
  return { call, statuses, log }
}

const of = (count: number, status: number): number[] => Array.from({ length: count }, () => status)

test('an address over its rate limit gets a 429 that says how long to wait', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const { call, statuses } = await openEndpoint()
  const one = '203.0.113.1'
  expect(await statuses(...Array.from({ length: LIMIT }, () => one))).toEqual(of(LIMIT, 200))
  const { statusCode, headers, json } = await call(one)
  expect(statusCode).toBe(429)
  expect(headers).toMatchObject({ 'retry-after': '600', 'ratelimit-limit': String(LIMIT) })
  expect(json()).toEqual({
    code: 'RATE_LIMITED',
    error: plural(10, WAIT_MINUTES),
  })
  expect(await statuses('203.0.113.2')).toEqual([200])
  const free = await call(one, '/free')
  expect([free.statusCode, free.headers['ratelimit-limit']]).toEqual([200, undefined])
  vi.advanceTimersByTime(9.5 * 60_000)
  expect((await call(one)).json().error).toBe(plural(1, WAIT_MINUTES))
})

test('all addresses in an IPv6 /56 share a rate limit', async () => {
  const { statuses } = await openEndpoint()
  const addresses = ['2001:db8:0:1::1', '2001:db8:0:2::2', '2001:db8:0:ff:f::3', '2001:db8:0:1::4']
  expect(await statuses(...addresses, '2001:db8:0:100::1')).toEqual([...of(LIMIT, 200), 429, 200])
})

test('each IPv4 address has its own rate limit', async () => {
  const { statuses } = await openEndpoint()
  const addresses = Array.from({ length: 9 * LIMIT }, (_, n) => `203.0.113.${n}`)
  expect(await statuses(...addresses)).toEqual(of(9 * LIMIT, 200))
})

test('proxies are not rate-limited, because they hide their visitors, and the log warns once', async () => {
  const { statuses, log } = await openEndpoint()
  await statuses('203.0.113.1')
  expect(log).toEqual([])
  const proxies = Array.from({ length: 9 * LIMIT }, (_, n) => [`10.0.0.1`, `fd00::${n}`]).flat()
  expect(await statuses(...proxies)).toEqual(of(18 * LIMIT, 200))
  expect(log).toEqual(['a visitor came from a hidden address, which no limit counts'])
})

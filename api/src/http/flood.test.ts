import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import rateLimit from '@fastify/rate-limit'
import Fastify, { type FastifyRequest } from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { formRateLimit } from './rate-limit.ts'

/** More than twice the number of addresses that the limiter remembers. */
const FLOOD = 600_000

/** The limiter must remember a limited address while this many other addresses visit. */
const QUIET = 200_000

/** The most heap that the remembered addresses may use. */
const MEMORY_BYTES = 80 * 1024 * 1024

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

const heap = (): number => {
  collectGarbage()
  return process.memoryUsage().heapUsed
}

/** Calls the route's limiter directly, because the test would take a minute over HTTP. */
async function useLimiter(max: number): Promise<(address: string) => Promise<boolean>> {
  const app = Fastify()
  onTestFinished(() => app.close())
  await app.register(rateLimit, { global: false })
  const count = app.createRateLimit(formRateLimit(max))
  const [request] = await new Promise<[FastifyRequest]>((resolve) => {
    app.get('/', async (received) => resolve([received]))
    void app.inject('/')
  })
  return async (address) => {
    const result = await count(Object.create(request, { ip: { value: address } }))
    return !result.isAllowed && result.isExceeded
  }
}

test('a flood from 600,000 addresses neither exhausts the memory nor resets a rate limit', async () => {
  const isRefused = await useLimiter(3)
  const visitor = '203.0.113.7'
  const refused = []
  for (let times = 0; times < 4; times += 1) refused.push(await isRefused(visitor))
  expect(refused).toEqual([false, false, false, true])

  const before = heap()
  for (let n = 1; n <= FLOOD; n += 1) {
    await isRefused(`10.${n >> 16}.${(n >> 8) & 255}.${n & 255}`)
    if (n % QUIET === 0) expect(await isRefused(visitor)).toBe(true)
  }
  expect(heap() - before).toBeLessThan(MEMORY_BYTES)
})

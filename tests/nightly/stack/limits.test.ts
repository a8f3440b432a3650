// Runs by day if a change touches nginx/, docker-compose.yml, api/src/http/rate-limit.ts, api/src/http/networks.ts.

import { test as base, expect } from 'vitest'
import { fetchAgain, sendForm, signUp } from '../../stack/support/requests.ts'
import type { Stack } from '../../stack/support/stack.ts'
import { runIn } from '../../stack/support/stack.ts'
import { describeStack, newStack } from '../../stack/support/test.ts'

const HALF =
  'POST /api/waitlist HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 99\r\n\r\n{'

/** Sends the start of a request over many connections, and prints how many got a 429. */
const halves = (count: number): string => `
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
let refused = 0
for (let n = 1; n <= ${count}; n += 1) {
  const socket = connect(8080, 'nginx', () => socket.write(${JSON.stringify(HALF)}))
  socket.on('error', () => {})
  socket.on('data', (text) => { if (String(text).startsWith('HTTP/1.1 429')) refused += 1 })
  if (n % 90 === 0) await sleep(100)
}
await sleep(4000)
console.log(refused)
process.exit()`

/** Sends many requests to a path at the same time, and prints the statuses, with 0 for a closed connection. */
const calls = (count: number, path: string, init = '{}'): string => `
const call = () => fetch('http://nginx:8080${path}', ${init}).then(({ status }) => status, () => 0)
console.log(JSON.stringify(await Promise.all(Array.from({ length: ${count} }, call))))`

/** Options for `fetch` that report a visit as the start script does. */
const BEACON = `{ method: 'POST', body: new URLSearchParams({ path: '/' }) }`

/** The burst of requests that nginx accepts above its rate, as in nginx/visit.conf. */
const BURST = 200

const test = base.extend(
  'stack',
  { scope: 'file' },
  newStack({ settings: { API_REQUESTS_PER_SECOND: '1', RATE_LIMIT_MAX: '3' } }),
)

describeStack('nginx', () => {
  // The stack's limit is one request per second, which even a slow machine exceeds.
  const callFrom = (stack: Stack, service: 'api' | 'worker', count: number) =>
    runIn<number[]>(stack, service, calls(count, '/api/health'))

  test('hidden addresses are not rate-limited, and one warning is logged', async ({ stack }) => {
    const { url } = stack
    const all = Array.from({ length: BURST + 100 }, () => fetch(`${url}/api/health`))
    expect(new Set((await Promise.all(all)).map(({ status }) => status))).toEqual(new Set([200]))
    for (let n = 0; n < 5; n += 1) expect((await signUp(url)).status).toBe(201)

    const warnings = async () => {
      const log = await stack.compose('logs', '--no-color', 'api')
      return log.match(/a hidden address, which no limit counts/g)?.length
    }
    await expect.poll(warnings).toBe(1)
  })

  test('a visitor cannot choose the address that the rate limit counts', async ({ stack }) => {
    const headers = { 'x-forwarded-for': '192.0.2.1', forwarded: 'for=192.0.2.1' }
    const response = await sendForm(stack.url, {}, headers)
    expect(response.status).toBe(201)
    // The API counts only visitors, and the tests' requests come from the gateway, which hides their addresses.
    expect(response.headers.has('ratelimit-remaining')).toBe(false)
  })

  test('one address can make 100 requests at the same time, and other addresses are still served', async ({
    stack,
  }) => {
    // This is fewer than one address's rate limit allows.
    const count = BURST - 50
    const refused = await runIn<number>(stack, 'worker', halves(count))
    expect(refused).toBe(count - 100)
    expect(await callFrom(stack, 'api', 1)).toEqual([200])
  })

  test('an address that floods the API is refused, and other addresses are still served', async ({
    stack,
  }) => {
    expect(await callFrom(stack, 'worker', BURST + 100)).toContain(429)
    expect(await callFrom(stack, 'api', 1)).toEqual([200])
    const visits = await runIn<number[]>(stack, 'api', calls(BURST + 100, '/api/visit', BEACON))
    expect(new Set(visits)).toEqual(new Set([204, 429]))
    expect(await callFrom(stack, 'api', 1)).toEqual([200])
  })

  test('while the API hangs or is down, nginx serves pages and errors', async ({ stack }) => {
    const { url, compose } = stack
    const post = (type: string) =>
      fetchAgain(`${url}/api/waitlist`, { method: 'POST', headers: { 'content-type': type } })
    const expectErrors = async () => {
      const types = ['application/json', 'application/x-www-form-urlencoded']
      const responses = await Promise.all(types.map(post))
      const error = 'We cannot save your signup right now. Please try again in a moment.'
      for (const { status, headers } of responses) {
        // The address of a removed container does not refuse a connection: the attempt times out.
        expect([502, 504]).toContain(status)
        expect(headers.get('retry-after')).toBe('5')
      }
      const [json, page] = await Promise.all(responses.map((response) => response.text()))
      expect(JSON.parse(json ?? '')).toEqual({ error, code: 'UNAVAILABLE' })
      expect(page).toContain(error)
      expect(page).toContain('href="/waitlist"')
      expect((await fetch(url)).status).toBe(200)
    }
    await compose('pause', 'api')
    await expectErrors().finally(() => compose('unpause', 'api'))
    await compose('stop', '--timeout', '1', 'api')
    await expectErrors()
    await compose('up', '--detach', '--wait', '--force-recreate', 'api')
    await expect.poll(async () => (await fetch(`${url}/api/ready`)).status).toBe(200)
  })
})

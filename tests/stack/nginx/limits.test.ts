// Guards floods, hidden-addresses, visits-kept.

import { test as base, expect } from 'vitest'
import { describeStack, newStack } from '../../support/fixtures/stack.ts'
import { metricsOf, runIn } from '../../support/stack/container-client.ts'
import { signUp } from '../../support/stack/sign-up.ts'
import type { Stack } from '../../support/stack/stack.ts'

/** More connections than nginx can have (nginx/nginx.conf), and the limit of one network. */
const [MANY, LIMIT] = [9_000, 512]

/** After it nginx closes half requests, which would make room (nginx/nginx.conf). In milliseconds. */
const HEADER_LIMIT = 15_000

/** Sends half requests for ten seconds and prints how many of them are still open. */
const FLOOD = `
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
let open = 0
for (let sent = 0; sent < ${MANY}; sent += 90) {
  for (let n = 0; n < 90; n += 1) {
    const socket = connect(8080, 'nginx', () => socket.write('GET / HTTP/1.1\\r\\nhost: a'))
    open += 1
    socket.on('error', () => {}).on('close', () => { open -= 1 }).resume()
  }
  await sleep(100)
}
// A busy machine notices late that a connection was closed.
for (let waits = 0; open > ${LIMIT} && waits < 80; waits += 1) await sleep(100)
console.log(open)
process.exit()`

/** Visits the site ten times over new connections and prints each status with its milliseconds. */
const VISITS = `
import { setTimeout as sleep } from 'node:timers/promises'
const visits = []
for (let n = 0; n < 10; n += 1) {
  await sleep(900)
  const begun = performance.now()
  const { status } = await fetch('http://nginx:8080/', { headers: { connection: 'close' } })
  visits.push([status, performance.now() - begun])
}
console.log(JSON.stringify(visits))`

/** Calls the API several times and prints the statuses, with 0 for a closed connection. */
const calls = (count: number): string => `
const call = () => fetch('http://nginx:8080/api/health').then(({ status }) => status, () => 0)
console.log(JSON.stringify(await Promise.all(Array.from({ length: ${count} }, call))))`

/** Sends beacons of the start script until one is refused, and prints the statuses. */
const BEACONS = `
const body = new URLSearchParams({ path: '/' })
const visit = () => fetch('http://nginx:8080/api/visit', { method: 'POST', body }).then(({ status }) => status, () => 0)
const statuses = []
while (statuses.length < 3000 && !statuses.includes(429)) {
  statuses.push(...await Promise.all(Array.from({ length: 50 }, visit)))
}
console.log(JSON.stringify(statuses))`

/** Sends requests whose bodies do not arrive, and prints how many are refused meanwhile. */
const halfBodies = (count: number): string => `
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
let refused = 0
for (let n = 0; n < ${count}; n += 1) {
  const socket = connect(8080, 'nginx', () => socket.write('POST /api/waitlist HTTP/1.1\\r\\nhost: a\\r\\ncontent-type: application/json\\r\\ncontent-length: 99\\r\\n\\r\\n{'))
  socket.on('error', () => {}).on('data', (text) => { if (String(text).startsWith('HTTP/1.1 429')) refused += 1 })
}
await sleep(4000)
console.log(refused)
process.exit()`

/** nginx allows this many requests above the rate. */
const BURST = 200

const test = base.extend(
  'stack',
  { scope: 'file' },
  newStack({ settings: { API_REQUESTS_PER_SECOND: '1', RATE_LIMIT_MAX: '3' } }),
)

describeStack('the limits of nginx', () => {
  // Even a slow machine sends more than one request a second.
  const callFrom = (stack: Stack, service: 'api' | 'worker', count: number) =>
    runIn<number[]>(stack, service, calls(count))
  const logLines = async (stack: Stack) =>
    (await stack.compose('logs', '--no-log-prefix', 'nginx')).trim().split('\n')

  test('an address that opens thousands of half requests keeps no other visitor waiting', async ({
    stack,
  }) => {
    const [open, visits] = await Promise.all([
      runIn<number>(stack, 'worker', FLOOD),
      runIn<[number, number][]>(stack, 'api', VISITS),
    ])
    expect(open).toBeGreaterThan(0)
    expect(open).toBeLessThanOrEqual(LIMIT)
    expect(visits.map(([status]) => status)).toEqual(visits.map(() => 200))
    expect(Math.max(...visits.map(([, ms]) => ms))).toBeLessThan(HEADER_LIMIT)
    expect((await logLines(stack)).join()).toContain('"refused":"connection"')
  })

  test('visitors whose addresses are hidden are not limited as one, and the doctor says so', async ({
    stack,
  }) => {
    const { url, waitlist } = stack
    const all = Array.from({ length: BURST + 100 }, () => fetch(`${url}/api/health`))
    expect(new Set((await Promise.all(all)).map(({ status }) => status))).toEqual(new Set([200]))
    for (let n = 0; n < 5; n += 1) expect((await signUp(url)).status).toBe(201)
    const joined = async () =>
      (await logLines(stack)).filter((line) => line.includes('"path":"/api","status":201'))
    await expect.poll(joined).toHaveLength(5)

    // It ends with 1, because a trial has other problems.
    const report = await waitlist(['doctor', '--json']).catch(({ stdout }) => String(stdout))
    const found = "5 of 5 signups and links since the API's start came from a hidden address"
    expect(JSON.parse(report)).toContainEqual({ check: 'visitors', level: 'ok', found })
  })

  test('one address has a hundred requests under way at most, and others are not refused', async ({
    stack,
  }) => {
    // fewer than the rate allows
    const count = BURST - 50
    expect(await runIn<number>(stack, 'worker', halfBodies(count))).toBe(count - 100)
    expect(await callFrom(stack, 'api', 1)).toEqual([200])
  })

  test('one address that floods the API is refused, and others are not', async ({ stack }) => {
    expect(await callFrom(stack, 'worker', BURST + 100)).toContain(429)
    expect(await callFrom(stack, 'api', 1)).toEqual([200])
  })

  test('an address whose visits are refused can still call the API', async ({ stack }) => {
    const visits = await runIn<number[]>(stack, 'api', BEACONS)
    expect(new Set(visits)).toEqual(new Set([204, 429]))
    expect(await callFrom(stack, 'api', 1)).toEqual([200])
  })

  test('Prometheus can read how many connections nginx has', async ({ stack }) => {
    const text = await metricsOf(stack, 'nginx')
    expect(text).toMatch(/^nginx_connections_active [1-9]\d*$/m)
    expect(text).toMatch(/^nginx_connections\{state="reading"\} \d+$/m)
  })
})

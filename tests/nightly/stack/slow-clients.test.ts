// Guards slow-senders.
// Runs by day if a change touches nginx/nginx.conf, nginx/api-request.conf, nginx/proxy.conf.

import { expect } from 'vitest'
import { WAITLIST_PATH } from '../../../contract/waitlist.ts'
import { describeStack, test } from '../../support/fixtures/stack.ts'
import { bodyOf, newPerson } from '../../support/people.ts'
import { repeated, sendSlowly } from '../../support/slow-sender.ts'

/** nginx rounds its timers, and a busy machine is late. In milliseconds. */
const [EARLIER, LATER] = [500, 5_000]

/** nginx's limits for whole headers, and between two bytes of a body. In milliseconds. */
const [HEADERS, BODY] = [15_000, 8_000]

/** The requests to the API that one address may have under way (nginx/api-request.conf). */
const AT_ONCE = 100

/** nginx does not limit a proxy that names no visitor. No other file uses this address. */
const VISITOR = '198.51.100.9'

describeStack('slow clients of nginx', () => {
  const head = `POST ${WAITLIST_PATH} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\nx-forwarded-for: ${VISITOR}\r\n`
  const headOf = (length: number) =>
    `${head}content-type: application/json\r\ncontent-length: ${length}\r\n\r\n`

  const expectCut = (after: number, limit: number) => {
    expect(after).toBeGreaterThan(limit - EARLIER)
    expect(after).toBeLessThan(limit + LATER)
  }

  // Most of the file is waiting, so its two tests wait together.
  test.concurrent('nginx closes a connection whose headers are not whole after 15 s', async ({
    proxied,
  }) => {
    const send = (start: string, letter: string) => sendSlowly(proxied.url, start, repeated(letter))
    for (const { after, response } of await Promise.all([send('', ''), send(`${head}x: `, 'a')])) {
      expectCut(after, HEADERS)
      expect(response).toBe('')
    }
  })

  test.concurrent('nginx cuts off a body that stalls for 8 s, and takes one that is only slow', async ({
    proxied,
  }) => {
    const { url } = proxied
    const stalled = Array.from({ length: AT_ONCE + 5 }, () =>
      sendSlowly(url, `${headOf(5_000)}{`, []),
    )
    const headers = { 'x-forwarded-for': VISITOR }
    const call = () => fetch(`${url}/api/health`, { headers }).then(({ status }) => status)
    // The first to end was one too many, so all places are taken from here on.
    expect((await Promise.race(stalled)).response).toMatch(/^HTTP\/1\.1 429 /)
    expect([await call(), (await fetch(url)).status]).toEqual([429, 200])
    const cuts = (await Promise.all(stalled)).filter(({ response }) => response === '')
    expect(cuts).toHaveLength(AT_ONCE)
    for (const { after } of cuts) expectCut(after, BODY)
    // Few calls, as nginx also limits their rate.
    await expect.poll(call, { timeout: 10_000, interval: 500 }).toBe(200)

    const body = JSON.stringify(bodyOf(newPerson()))
    const pieces = body.match(/.{1,6}/gs) ?? []
    const { after, response } = await sendSlowly(url, headOf(body.length), pieces)
    expect(response).toMatch(/^HTTP\/1\.1 201 /)
    expect(after).toBeGreaterThan(BODY)
  })
})

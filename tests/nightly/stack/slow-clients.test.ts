// Runs by day if a change touches nginx/nginx.conf, nginx/api-request.conf, nginx/proxy.conf.

import { expect } from 'vitest'
import { WAITLIST_PATH } from '../../../contract/waitlist.ts'
import { describeStack, test } from '../../stack/support/test.ts'
import { bodyOf, newPerson } from '../../support/people.ts'
import { repeated, sendSlowly } from '../../support/raw-http.ts'

/** nginx may disconnect this much earlier, because it rounds its timers, or later on a busy machine. */
const [EARLIER_MS, LATER_MS] = [500, 5_000]

/** How long nginx waits for all headers, and for the next bytes of a body. */
const [HEADERS_MS, BODY_MS] = [15_000, 8_000]

describeStack('slow clients of nginx', () => {
  const head = `POST ${WAITLIST_PATH} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n`
  const headOf = (length: number) =>
    `${head}content-type: application/json\r\ncontent-length: ${length}\r\n\r\n`

  test('nginx drops a client whose headers are slow or whose body stalls, but not one whose body is slow', async ({
    stack: { url },
  }) => {
    const body = JSON.stringify(bodyOf(newPerson()))
    const [silent, endless, stalled, slow] = await Promise.all([
      sendSlowly(url, '', repeated('')),
      sendSlowly(url, `${head}x: `, repeated('a')),
      sendSlowly(url, `${headOf(5_000)}{`, []),
      sendSlowly(url, headOf(body.length), body.match(/.{1,6}/gs) ?? []),
    ])
    for (const [{ after, response }, limit] of [
      [silent, HEADERS_MS],
      [endless, HEADERS_MS],
      [stalled, BODY_MS],
    ] as const) {
      expect(response).toBe('')
      expect(after).toBeGreaterThan(limit - EARLIER_MS)
      expect(after).toBeLessThan(limit + LATER_MS)
    }
    expect(slow.response).toMatch(/^HTTP\/1\.1 201 /)
    expect(slow.after).toBeGreaterThan(BODY_MS)
  })
})

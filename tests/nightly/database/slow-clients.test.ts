// Runs by day if a change touches api/src/system/server.ts, api/src/http/app.ts.

import { WAITLIST_PATH } from '@ad-kit/contract'
import { expect } from 'vitest'
import { expectNobodyLost, startLoad } from '../../database/support/load.ts'
import { test } from '../../database/support/test.ts'
import { repeated, sendSlowly } from '../../support/raw-http.ts'

/** How long the API waits for a request's headers, and for the whole request. */
const [HEADERS_MS, WHOLE_MS] = [8_000, 15_000]

/** The API may disconnect this much later: Node checks once a second, and the machine may be busy. */
const LATER_MS = 5_000

/**
 * A disconnection may be measured this much too early, because the client and the API start their clocks at different
 * times.
 */
const EARLIER_MS = 100

test('the API disconnects a slow client and does not delay others', async ({ app }) => {
  const head = `POST ${WAITLIST_PATH} HTTP/1.1\r\nhost: localhost\r\n`
  const body = `${head}content-type: application/json\r\ncontent-length: 5000\r\n\r\n{`
  const times = (letter: string, start: string) =>
    Array.from({ length: 50 }, () => sendSlowly(app.origin, start, repeated(letter)))
  const slow = [times('', ''), times('a', `${head}x-slow: `), times(' ', body)]

  const load = startLoad(app.origin)
  const [silent = [], heads = [], bodies = []] = await Promise.all(
    slow.map((some) => Promise.all(some)),
  )
  const sent = await load.stop()
  await expectNobodyLost(sent, app.databaseUrl, HEADERS_MS)
  expect(new Set(sent.map(({ status }) => status))).toEqual(new Set([201]))

  const limits = [
    [[...silent, ...heads], HEADERS_MS],
    [bodies, WHOLE_MS],
  ] as const
  for (const [cuts, limit] of limits) {
    for (const { after, response } of cuts) {
      expect(after).toBeGreaterThan(limit - EARLIER_MS)
      expect(after).toBeLessThan(limit + LATER_MS)
      expect(response).toMatch(/^HTTP\/1\.1 408 /)
    }
  }
})

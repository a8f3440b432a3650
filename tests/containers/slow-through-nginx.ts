import { expect, test } from 'vitest'
import { WAITLIST_PATH } from '../../api/contract/waitlist.ts'
import { bodyOf, somebody } from '../support/people.ts'
import { repeated, sendSlowly } from '../support/slow-sender.ts'
import type { Stack } from './stack.ts'

/** How much earlier than by this clock, and how much later on a busy machine. In milliseconds. */
const [EARLIER, LATER] = [500, 5_000]

/** What the README says of headers, and of a body from one byte to the next. In milliseconds. */
const [HEADERS, BODY] = [15_000, 8_000]

/** The calls that one address may have at a time (nginx/api.conf). */
const AT_ONCE = 100

/** Who sends slowly, and what others have of it. */
export function slowThroughNginx(running: () => Stack): void {
  const head = `POST ${WAITLIST_PATH} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n`
  const headOf = (length: number) =>
    `${head}content-type: application/json\r\ncontent-length: ${length}\r\n\r\n`

  const expectCut = (after: number, limit: number) => {
    expect(after).toBeGreaterThan(limit - EARLIER)
    expect(after).toBeLessThan(limit + LATER)
  }

  test('headers have a time to be whole', async () => {
    const send = (start: string, letter: string) =>
      sendSlowly(running().url, start, repeated(letter))
    for (const { after, answer } of await Promise.all([send('', ''), send(`${head}x: `, 'a')])) {
      expectCut(after, HEADERS)
      expect(answer).toBe('')
    }
  })

  test('bodies that stall are cut off; until then their address has no more calls, but pages', async () => {
    const { url } = running()
    const stalled = Array.from({ length: AT_ONCE + 5 }, () =>
      sendSlowly(url, `${headOf(5_000)}{`, []),
    )
    const call = () => fetch(`${url}/api/health`).then(({ status }) => status)
    // the first that ends is one too many: from then on all places are taken
    expect((await Promise.race(stalled)).answer).toMatch(/^HTTP\/1\.1 429 /)
    expect([await call(), (await fetch(url)).status]).toEqual([429, 200])
    const cuts = (await Promise.all(stalled)).filter(({ answer }) => answer === '')
    expect(cuts).toHaveLength(AT_ONCE)
    for (const { after } of cuts) expectCut(after, BODY)
    await expect.poll(call, { timeout: 10_000 }).toBe(200)
  })

  test('a body that keeps coming is taken, however slowly', async () => {
    const body = JSON.stringify(bodyOf(somebody()))
    const pieces = body.match(/.{1,6}/gs) ?? []
    const { after, answer } = await sendSlowly(running().url, headOf(body.length), pieces)
    expect(answer).toMatch(/^HTTP\/1\.1 201 /)
    expect(after).toBeGreaterThan(BODY)
  })
}

import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { WAITLIST_PATH } from '@ad-kit/api/contract'
import { describe, expect, test } from 'vitest'
import { TIMEOUTS } from '../../api/src/timeouts.ts'
import { useApp } from '../support/app.ts'
import { expectNobodyLost, startLoad } from '../support/load.ts'

/** Node looks once a second; the rest is for a busy machine. In milliseconds. */
const LATER = 5_000

interface Cut {
  readonly after: number
  readonly answer: string
}

/** Sends the first part at once and then a letter from time to time, until it is cut off. */
function dribble(origin: string, start: string, letter: string): Promise<Cut> {
  const begun = performance.now()
  const { hostname, port } = new URL(origin)
  return new Promise((resolve) => {
    let answer = ''
    const socket: Socket = connect(Number(port), hostname, () => socket.write(start))
    const timer = setInterval(() => socket.write(letter), 400)
    socket.on('data', (chunk) => {
      answer += chunk.toString()
    })
    // a write may still be under way when it is cut
    socket.on('error', () => {})
    socket.on('close', () => {
      clearInterval(timer)
      resolve({ after: performance.now() - begun, answer })
    })
  })
}

describe('the API', () => {
  const app = useApp()

  test('who sends slowly is cut off, and others do not notice', async () => {
    const head = `POST ${WAITLIST_PATH} HTTP/1.1\r\nhost: localhost\r\n`
    const body = `${head}content-type: application/json\r\ncontent-length: 5000\r\n\r\n{`
    const times = (letter: string, start: string) =>
      Array.from({ length: 50 }, () => dribble(app().origin, start, letter))
    const slow = [times('', ''), times('a', `${head}x-slow: `), times(' ', body)]

    const load = startLoad(app().origin, 4)
    await sleep(2_000)
    const sent = await load.stop()
    await expectNobodyLost(sent, app().databaseUrl)
    expect(new Set(sent.map(({ status }) => status))).toEqual(new Set([201]))

    const [silent = [], heads = [], bodies = []] = await Promise.all(
      slow.map((some) => Promise.all(some)),
    )
    for (const { after } of [...silent, ...heads]) {
      expect(after).toBeLessThan(TIMEOUTS.http.headersTimeout + LATER)
    }
    for (const { after, answer } of bodies) {
      expect(after).toBeLessThan(TIMEOUTS.requestTimeout + LATER)
      expect(answer).toMatch(/^HTTP\/1\.1 408 [\s\S]*"code":"REQUEST_TIMEOUT"/)
    }
  })
})

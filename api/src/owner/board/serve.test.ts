import { once } from 'node:events'
import { get } from 'node:http'
import { expect, onTestFinished, test, vi } from 'vitest'
import { startBoard } from '../../../../tests/support/board.ts'

const HOUR = 3_600_000

test('the board stops after an hour without a request', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const served = await startBoard('')
  onTestFinished(served.close)
  const { origin } = new URL(served.url)
  // A connection that is kept alive would add its own timers.
  const responds = () =>
    once(get(origin, { agent: false }), 'response').then(
      ([response]) => Boolean(response.resume()),
      () => false,
    )
  for (let times = 0; times < 2; times += 1) {
    vi.advanceTimersByTime(HOUR - 1)
    expect(await responds()).toBe(true)
  }
  vi.advanceTimersByTime(HOUR)
  await expect.poll(responds).toBe(false)
  await served.ended
})

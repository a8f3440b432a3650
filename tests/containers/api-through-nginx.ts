import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { Stack } from './stack.ts'

/** Calls that nginx passes on, and what it says itself when it cannot. */
export function apiThroughNginx(running: () => Stack): void {
  const post = (body: string, headers: Record<string, string> = {}) =>
    fetch(`${running().url}/api/waitlist`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body,
    })

  test('bodies that are too large are refused in one voice', async () => {
    const sizes = [20, 200, 256, 300, 2_000].map((kilobytes) => kilobytes * 1024)
    for (const size of sizes) {
      const answer = await post('x'.repeat(size))
      expect([size, answer.status]).toEqual([size, 413])
      expect(await answer.json()).toMatchObject({ code: 'BODY_TOO_LARGE' })
    }
  })

  test('a visitor cannot choose the address that is counted', async () => {
    const remaining = async (address: string) => {
      const answer = await post('{}', { 'x-forwarded-for': address, forwarded: `for=${address}` })
      return Number(answer.headers.get('ratelimit-remaining'))
    }
    const first = await remaining('192.0.2.1')
    expect(await remaining('192.0.2.2')).toBe(first - 1)
  })

  test('connections to the API are used again', async () => {
    const calls = 200
    for (let call = 0; call < calls; call += 1) await fetch(`${running().url}/api/health`)
    // Closed ones, too, are listed for a minute, at the side that closed first.
    const sockets = async (service: string) => {
      const script = "cat /proc/net/tcp /proc/net/tcp6 | grep -c ':0BB8 ' || true"
      return Number(await running().compose('exec', '-T', service, 'sh', '-c', script))
    }
    expect((await sockets('nginx')) + (await sockets('api'))).toBeLessThan(calls / 2)
  })

  test('while the API hangs, an address has a hundred calls at a time, each with an end', async () => {
    // until the calls of the tests before no longer count: the burst of 200, at 100 a second
    await sleep(2_500)
    await running().compose('pause', 'api')
    const calls = Array.from({ length: 110 }, () => post('{}'))
    const answers = await Promise.all(calls).finally(() => running().compose('unpause', 'api'))
    const having = (status: number) => answers.filter((answer) => answer.status === status)
    expect([having(429).length, having(504).length]).toEqual([10, 100])

    const bodies = [having(429), having(504)].map(([answer]) => answer?.json())
    expect(await Promise.all(bodies)).toMatchObject([
      { code: 'RATE_LIMITED' },
      { code: 'UNAVAILABLE' },
    ])
  }, 60_000)

  test('without the API, pages are served and calls are answered in its shape', async () => {
    await running().compose('stop', 'api')
    const answer = await post('{}')
    expect(answer.status).toBe(502)
    expect(answer.headers.get('retry-after')).toBe('5')
    expect(await answer.json()).toEqual({
      error: 'We cannot save your signup right now. Please try again in a moment.',
      code: 'UNAVAILABLE',
    })
    expect((await fetch(running().url)).status).toBe(200)
  })

  test('an API that comes back elsewhere is found', async () => {
    await running().compose('up', '--detach', '--wait', '--no-build', '--force-recreate', 'api')
    await expect
      .poll(async () => (await fetch(`${running().url}/api/ready`)).status, { timeout: 10_000 })
      .toBe(200)
  }, 60_000)
}

import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { paths } from '../../web/content/navigation.ts'
import { refused } from '../../web/content/refused.ts'
import { ask } from './ask.ts'
import type { Stack } from './stack.ts'

/** Calls that nginx passes on, and what it says itself when it cannot. */
export function apiThroughNginx(running: () => Stack): void {
  /** As a browser without JavaScript does. */
  const postForm = (body: string) =>
    post(body, { 'content-type': 'application/x-www-form-urlencoded' })
  const post = (body: string, headers: Record<string, string> = {}) =>
    ask(`${running().url}/api/waitlist`, {
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

  test('a form that is too large comes back as a page, which leads to the form', async () => {
    const answer = await postForm(`company=${'x'.repeat(70 * 1024)}`)
    expect(answer.status).toBe(413)
    expect(answer.headers.get('cache-control')).toBe('no-store')
    const html = await expectPage(answer, 'The text is too long.')
    expect(html).toContain(`<a href="${paths.waitlist}">${refused.back}</a>`)
    const [, css = ''] = html.match(/<style>([^<]*)</) ?? []
    const hash = createHash('sha256').update(css).digest('base64')
    expect(answer.headers.get('content-security-policy')).toContain(`style-src 'sha256-${hash}';`)
  })

  test("the form's address leads to the form, and tells programs that it takes no such call", async () => {
    const answerTo = async (accept: string, method = 'GET') => {
      const options = { method, headers: { accept }, redirect: 'manual' } as const
      const { status, headers } = await fetch(`${running().url}/api/waitlist?a=1`, options)
      return [status, headers.get('location')]
    }
    const browser = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'
    expect(await answerTo(browser)).toEqual([303, paths.waitlist])
    expect(await answerTo(browser, 'HEAD')).toEqual([303, paths.waitlist])
    expect(await answerTo('application/json')).toEqual([405, null])
    expect(await answerTo('*/*')).toEqual([405, null])
    expect(await answerTo(browser, 'PUT')).toEqual([405, null])
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
    const calls = Array.from({ length: 110 }, (_, n) => (n < 55 ? post('{}') : postForm('')))
    const answers = await Promise.all(calls).finally(() => running().compose('unpause', 'api'))
    const having = (status: number) => answers.filter((answer) => answer.status === status)
    expect([having(429).length, having(504).length]).toEqual([10, 100])

    const said: Record<number, { code: string; error: string }> = {
      429: { code: 'RATE_LIMITED', error: 'Too many requests came from your network.' },
      504: { code: 'UNAVAILABLE', error: 'We cannot save your signup right now.' },
    }
    for (const answer of answers.slice(0, 55)) {
      expect(await answer.json()).toMatchObject({ code: said[answer.status]?.code })
    }
    for (const answer of answers.slice(55)) {
      await expectPage(answer, String(said[answer.status]?.error))
    }
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
    const form = await postForm('')
    expect([form.status, form.headers.get('retry-after')]).toEqual([502, '5'])
    await expectPage(form, 'We cannot save your signup right now.')
    const logs = await running().compose('logs', '--no-color', 'nginx')
    expect(logs.match(/"method":"POST","path":"\/api","status":502/g)).toHaveLength(2)
    expect((await fetch(running().url)).status).toBe(200)
  })

  test('an API that comes back elsewhere is found', async () => {
    await running().compose('up', '--detach', '--wait', '--no-build', '--force-recreate', 'api')
    await expect
      .poll(async () => (await fetch(`${running().url}/api/ready`)).status, { timeout: 10_000 })
      .toBe(200)
  }, 60_000)
}

async function expectPage(answer: Response, sentence: string): Promise<string> {
  expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8')
  const html = await answer.text()
  expect(html).toContain(`<p role="alert">${sentence}`)
  return html
}

// Guards form-without-scripts, api-away.

import { test as base, expect } from 'vitest'
import { describeStack, ENGINE_NETWORKS, newStack } from '../../support/fixtures/stack.ts'
import { fetchAgain } from '../../support/stack/fetch-again.ts'
import { untilLogged } from '../../support/stack/nginx-log.ts'
import type { Stack } from '../../support/stack/stack.ts'

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'

const test = base.extend(
  'stack',
  { scope: 'file' },
  newStack({ settings: { REAL_IP_FROM: ENGINE_NETWORKS } }),
)

describeStack('the API through nginx', () => {
  const post = (stack: Stack, body: string, headers: Record<string, string> = {}) =>
    fetchAgain(`${stack.url}/api/waitlist`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-forwarded-for': '203.0.113.1',
        ...headers,
      },
      body,
    })
  /** Sends a form as a browser without JavaScript does. */
  const postForm = (stack: Stack, body: string) =>
    post(stack, body, { 'content-type': 'application/x-www-form-urlencoded' })

  const expectPage = async (response: Response, sentence: string) => {
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(response.headers.get('cache-control')).toBe('no-store')
    const html = await response.text()
    expect(html).toContain(sentence)
    expect(html).toContain(`href="/waitlist"`)
  }

  test('nginx and the API refuse a body that is too large with the same code', async ({
    stack,
  }) => {
    const sizes = [20, 300].map((kilobytes) => kilobytes * 1024)
    for (const size of sizes) {
      const response = await post(stack, 'x'.repeat(size))
      expect([size, response.status]).toEqual([size, 413])
      expect(await response.json()).toMatchObject({ code: 'BODY_TOO_LARGE' })
    }
  })

  test('nginx refuses a form that is too large with a page that links back to the form', async ({
    stack,
  }) => {
    const response = await postForm(stack, `company=${'x'.repeat(70 * 1024)}`)
    expect(response.status).toBe(413)
    await expectPage(response, 'The text is too long.')
  })

  test.for([
    ['GET', BROWSER, 303, '/waitlist'],
    ['PUT', BROWSER, 405, null],
    ['GET', 'application/json', 405, null],
  ] as const)(
    '%s /api/waitlist with Accept %s gets %i',
    async ([method, accept, status, location], { stack }) => {
      const options = { method, headers: { accept }, redirect: 'manual' } as const
      const response = await fetch(`${stack.url}/api/waitlist?a=1`, options)
      expect([response.status, response.headers.get('location')]).toEqual([status, location])
    },
  )

  test('while the API hangs, an address has at most 100 requests under way, and each ends', async ({
    stack,
  }) => {
    await stack.compose('pause', 'api')
    const calls = Array.from({ length: 110 }, (_, n) =>
      n < 55 ? post(stack, '{}') : postForm(stack, ''),
    )
    const responses = await Promise.all(calls).finally(() => stack.compose('unpause', 'api'))
    const count = (wanted: number) => responses.filter(({ status }) => status === wanted).length
    expect([count(429), count(504)]).toEqual([10, 100])

    const expected: Record<number, { code: string; error: string }> = {
      429: { code: 'RATE_LIMITED', error: 'Too many requests came from your network.' },
      504: { code: 'UNAVAILABLE', error: 'We cannot save your signup right now.' },
    }
    for (const response of responses.slice(0, 55)) {
      expect(await response.json()).toMatchObject({ code: expected[response.status]?.code })
    }
    for (const response of responses.slice(55)) {
      await expectPage(response, String(expected[response.status]?.error))
    }
  })

  test('without the API, nginx serves pages and sends its own errors, and finds an API that moved', async ({
    stack,
  }) => {
    const { url, compose } = stack
    const refused = async () => {
      const logs = await compose('logs', '--no-color', 'nginx')
      return logs.match(/"method":"POST","path":"\/api","status":50[24]/g)?.length ?? 0
    }
    await untilLogged()
    const before = await refused()
    await compose('stop', '--timeout', '1', 'api')
    const response = await post(stack, '{}')
    // The address of a removed replica does not refuse a connection: the attempt times out.
    expect([502, 504]).toContain(response.status)
    expect(response.headers.get('retry-after')).toBe('5')
    expect(await response.json()).toEqual({
      error: 'We cannot save your signup right now. Please try again in a moment.',
      code: 'UNAVAILABLE',
    })
    const form = await postForm(stack, '')
    expect([502, 504]).toContain(form.status)
    expect(form.headers.get('retry-after')).toBe('5')
    await expectPage(form, 'We cannot save your signup right now.')
    await untilLogged()
    expect(await refused()).toBe(before + 2)
    expect((await fetch(url)).status).toBe(200)

    await compose('up', '--detach', '--wait', '--force-recreate', 'api')
    await expect.poll(async () => (await fetch(`${url}/api/ready`)).status).toBe(200)
  })
})

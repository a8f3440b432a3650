import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { expect } from 'vitest'
import { ERRORS } from '../../../api/src/system/error-responses.ts'
import { ERROR_SENTENCES } from '../../../contract/error-sentences.ts'
import { VISIT_PATH } from '../../../contract/source.ts'
import { budgets } from '../../../web/budgets.ts'
import { securityHeaders } from '../../../web/build/security-headers.ts'
import { notFound } from '../../../web/content/error-pages.ts'
import { files } from '../../../web/content/files.ts'
import { PATHS } from '../../support/routes.ts'
import { fetchAgain } from '../support/requests.ts'
import type { Stack } from '../support/stack.ts'
import { describeStack, test } from '../support/test.ts'

/** A string that makes a form larger than nginx accepts. */
const LARGE = 'x'.repeat(70 * 1024)
const json = { method: 'POST', headers: { 'content-type': 'application/json' }, body: LARGE }
const form = { method: 'POST', body: new URLSearchParams({ first_name: LARGE }) }

describeStack('nginx responses', () => {
  const get = (stack: Stack, path: string, init: RequestInit = {}) =>
    fetchAgain(stack.url + path, { redirect: 'manual', ...init })

  const firstScript = async (stack: Stack): Promise<string> => {
    const html = await (await get(stack, '/')).text()
    const [script] = html.match(/\/assets\/[^"]+\.js/) ?? []
    if (script === undefined) throw new Error('The landing page has no script.')
    return script
  }

  const responses: Record<string, (stack: Stack) => Promise<Response>> = {
    'a page': (stack) => get(stack, '/features'),
    'a redirect': (stack) => get(stack, '/features/'),
    'an asset': async (stack) => get(stack, await firstScript(stack)),
    'a missing page': (stack) => get(stack, '/nothing'),
    'an API response': (stack) => get(stack, '/api/health'),
    'an nginx error': (stack) => get(stack, '/api/waitlist', json),
    'a form that nginx refuses': (stack) => get(stack, '/api/waitlist', form),
    "the form's endpoint in a browser": (stack) =>
      get(stack, '/api/waitlist', { headers: { accept: 'text/html' } }),
  }
  test.for(Object.entries(responses))(
    '%s carries each security header once',
    async ([_, send], { stack }) => {
      const { headers } = await send(stack)
      // `fetch` joins a repeated header with a comma.
      const found = Object.keys(securityHeaders).map((name) => [name, headers.get(name)])
      expect(Object.fromEntries(found)).toEqual(securityHeaders)
      expect(headers.get('content-security-policy')?.match(/default-src/g)).toHaveLength(1)
      expect(headers.get('server')).toBe('nginx')
    },
  )

  test.for(['br', 'gzip'])(
    'pages and assets are compressed with %s, and cached copies get 304',
    async (encoding, { stack }) => {
      const accept = { 'accept-encoding': encoding }
      for (const path of ['/', await firstScript(stack)]) {
        const { headers } = await get(stack, path, { headers: accept })
        expect(headers.get('content-encoding')).toBe(encoding)
        expect(headers.get('vary')).toBe('Accept-Encoding')
        expect(headers.get('content-type')).toContain('charset=utf-8')
        const etag = { 'if-none-match': headers.get('etag') ?? '' }
        expect((await get(stack, path, { headers: { ...accept, ...etag } })).status).toBe(304)
      }
    },
  )

  test.for(PATHS)('the HTML of %s arrives in one round trip', async (path, { stack }) => {
    const options = { agent: false, headers: { 'accept-encoding': 'br' } }
    const sent = request(stack.url + path, options).end()
    const [response] = (await once(sent, 'response')) as [IncomingMessage]
    await text(response)
    expect(response.statusCode).toBe(200)
    expect(response.headers['content-encoding']).toBe('br')
    expect(response.socket.bytesRead).toBeLessThanOrEqual(budgets.initialWindow)
  })

  test('browsers cache assets for a year, revalidate pages and store no errors', async ({
    stack,
  }) => {
    for (const [path, status, cache] of [
      [await firstScript(stack), 200, 'public, max-age=31536000, immutable'],
      ['/', 200, 'no-cache, no-transform'],
      ['/assets/nothing.js', 404, 'no-cache, no-transform'],
    ] as const) {
      const { status: found, headers } = await get(stack, path)
      expect([found, headers.get('cache-control')], path).toEqual([status, cache])
    }
  })

  test('other sites may load pictures, as emails do', async ({ stack }) => {
    const { headers } = await get(stack, files.touchIcon)
    expect(headers.get('cross-origin-resource-policy')).toBe('cross-origin')
  })

  test('nginx accepts 9 KB of cookies or query string, and does not pass cookies to the API', async ({
    stack,
  }) => {
    const cookie = `other=${'x'.repeat(9 * 1024)}`
    // Node.js would refuse headers of 16 KB.
    const more = `${cookie}; more=${'x'.repeat(12 * 1024)}`
    for (const [path, headers] of [
      ['/pricing', { cookie }],
      [`/pricing?${cookie}`, {}],
      ['/api/health', { cookie: more }],
    ] as const) {
      expect((await get(stack, path, { headers })).status, path.slice(0, 20)).toBe(200)
    }
  })

  const LONG = 'x'.repeat(40 * 1024)
  test.for([
    ['a broken address', '/pricing%', {}, 400],
    ['a broken address of one character', '/%', {}, 400],
    ['an address of 40 KB', `/pricing?${LONG}`, {}, 414],
    ['a header of 40 KB', '/pricing', { cookie: LONG }, 431],
  ] as const)(
    'a browser gets an error page for %s',
    async ([_, path, headers, status], { stack }) => {
      const page = await get(stack, path, { headers: { accept: 'text/html,*/*', ...headers } })
      expect([page.status, page.headers.get('content-type')]).toEqual([
        status,
        'text/html; charset=utf-8',
      ])
      const { HEADERS_TOO_LARGE, REQUEST_MALFORMED } = ERROR_SENTENCES
      expect(await page.text()).toContain(status === 431 ? HEADERS_TOO_LARGE : REQUEST_MALFORMED)
    },
  )

  test('nginx refuses an oversized form with a page that links back', async ({ stack }) => {
    const page = await get(stack, '/api/waitlist', form)
    expect([page.status, page.headers.get('cache-control')]).toEqual([413, 'no-store'])
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8')
    const html = await page.text()
    expect(html).toContain(ERROR_SENTENCES.BODY_TOO_LARGE)
    expect(html).toContain('href="/waitlist"')
  })

  test('nginx refuses an oversized beacon with the API’s error', async ({ stack }) => {
    const refusal = await get(stack, VISIT_PATH, { ...json, body: 'x'.repeat(3 * 1024) })
    const { status, body } = ERRORS.bodyTooLarge
    expect([refusal.status, await refusal.json()]).toEqual([status, body])
  })

  test('the form’s address redirects browsers to the form, and programs get 405', async ({
    stack,
  }) => {
    const ask = (accept: string) => get(stack, '/api/waitlist?a=1', { headers: { accept } })
    const { status, headers } = await ask('text/html,*/*;q=0.8')
    expect([status, headers.get('location')]).toEqual([303, '/waitlist'])
    const program = await ask('application/json')
    expect([program.status, program.headers.get('allow')]).toEqual([405, 'POST'])
  })

  test.for([
    ['/features/', 301, '/features'],
    ['/features.html', 301, '/features'],
    ['/index?plan=pro&a=%0d%0a', 301, '/?plan=pro&a=%0d%0a'],
    ['//features?a=1', 301, '/features?a=1'],
    ['//evil.example/', 404, null],
    ['/404.html', 404, null],
  ] as const)('GET %s gets %i and redirects to %s', async ([from, status, to], { stack }) => {
    const response = await get(stack, from)
    expect([response.status, response.headers.get('location')]).toEqual([status, to])
    if (status === 404) expect(await response.text()).toContain(notFound.title)
  })
})

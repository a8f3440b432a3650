// Guards mail-pictures, security-headers.

import { request } from 'node:http'
import { expect } from 'vitest'
import { securityHeaders } from '../../../web/build/security-headers.ts'
import { notFound } from '../../../web/content/errors.ts'
import { files } from '../../../web/content/files.ts'
import { describeStack, test } from '../../support/fixtures/stack.ts'
import { fetchAgain } from '../../support/stack/fetch-again.ts'
import type { Stack } from '../../support/stack/stack.ts'

describeStack('responses of nginx', () => {
  const get = (stack: Stack, path: string, init: RequestInit = {}) =>
    fetchAgain(stack.url + path, { redirect: 'manual', ...init })

  /** `fetch` would normalise the path. */
  const getAsItIs = (stack: Stack, path: string) =>
    new Promise<Response>((resolve, reject) => {
      const sent = request(stack.url, { path }, (message) => {
        message.resume()
        const headers = Object.entries(message.headersDistinct).flatMap(([name, values = []]) =>
          values.map((value): [string, string] => [name, value]),
        )
        resolve(new Response(null, { status: message.statusCode ?? 0, headers }))
      })
      sent.on('error', reject).end()
    })

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
    'a response of the API': (stack) => get(stack, '/api/health'),
    'an error of the API': (stack) => get(stack, '/api/nothing'),
    'a range beyond the file': (stack) =>
      get(stack, '/robots.txt', { headers: { range: 'bytes=9999-' } }),
    'an error of nginx': (stack) => get(stack, '/api/waitlist', tooLarge),
    'a form that nginx refuses': (stack) =>
      get(stack, '/api/waitlist', {
        method: 'POST',
        body: new URLSearchParams({ a: 'x'.repeat(70_000) }),
      }),
    "the form's endpoint in a browser": (stack) =>
      get(stack, '/api/waitlist', { headers: { accept: 'text/html' } }),
  }
  test.for(Object.entries(responses))(
    '%s has each security header once',
    async ([_, send], { stack }) => {
      const { headers } = await send(stack)
      // `fetch` joins a repeated header with a comma.
      const found = Object.keys(securityHeaders).map((name) => [name, headers.get(name)])
      expect(Object.fromEntries(found)).toEqual(securityHeaders)
      expect(headers.get('content-security-policy')?.match(/default-src/g)).toHaveLength(1)
      expect(headers.get('cache-control')).toMatch(
        /^(?:no-cache|no-store|public, max-age=31536000, immutable)$/,
      )
      expect(headers.get('server')).toBe('nginx')
    },
  )

  test.for(['identity', 'br'])(
    'a browser revalidates a page with its ETag (%s)',
    async (encoding, { stack }) => {
      const accept = { 'accept-encoding': encoding }
      const page = await get(stack, '/', { headers: accept })
      expect(page.headers.get('cache-control')).toBe('no-cache')
      const etag = page.headers.get('etag') ?? ''
      const again = await get(stack, '/', { headers: { ...accept, 'if-none-match': etag } })
      expect([again.status, await again.text()]).toEqual([304, ''])
      expect(again.headers.get('content-security-policy')).toContain("default-src 'none'")
    },
  )

  test('browsers cache an asset for a year, and do not cache a missing one', async ({ stack }) => {
    const asset = await get(stack, await firstScript(stack))
    expect(asset.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    const missing = await get(stack, '/assets/nothing.js')
    expect([missing.status, missing.headers.get('cache-control')]).toEqual([404, 'no-cache'])
  })

  test.for(['br', 'gzip'])(
    'pages and assets are compressed with %s',
    async (encoding, { stack }) => {
      for (const path of ['/', await firstScript(stack)]) {
        const { headers } = await get(stack, path, { headers: { 'accept-encoding': encoding } })
        expect(headers.get('content-encoding')).toBe(encoding)
        expect(headers.get('vary')).toBe('Accept-Encoding')
        expect(headers.get('content-type')).toContain('charset=utf-8')
      }
    },
  )

  test('the manifest, the sitemap and the pictures have the headers that their readers need', async ({
    stack,
  }) => {
    for (const [path, type] of [
      ['/site.webmanifest', 'application/manifest+json; charset=utf-8'],
      ['/sitemap.xml', 'text/xml; charset=utf-8'],
    ] as const) {
      const { headers } = await get(stack, path, { headers: { 'accept-encoding': 'br' } })
      expect(headers.get('content-type')).toBe(type)
      expect(headers.get('content-encoding')).toBe('br')
    }
    const { headers } = await get(stack, files.touchIcon)
    expect(headers.get('cross-origin-resource-policy'), 'for emails').toBe('cross-origin')
  })

  test.for(['//api/health', '/api%2Fhealth'])(
    'the API is not found under the other spelling %s',
    async (path, { stack }) => {
      const { status, headers } = await getAsItIs(stack, path)
      expect([status, headers.get('x-request-id')]).toEqual([404, null])
    },
  )

  test('a method that is not allowed gets the allowed ones', async ({ stack }) => {
    const allow = async (path: string, method: string) =>
      (await get(stack, path, { method })).headers.get('allow')
    expect(await allow('/about', 'POST')).toBe('GET, HEAD')
    expect(await allow('/', 'OPTIONS')).toBe('GET, HEAD')
    expect(await allow('/api/waitlist', 'PUT')).toBe('POST')
  })

  test('a request for a range gets the whole file', async ({ stack }) => {
    const whole = await (await get(stack, '/robots.txt')).text()
    for (const range of ['bytes=0-3', 'bytes=9999-']) {
      const response = await get(stack, '/robots.txt', { headers: { range } })
      expect([response.status, await response.text()]).toEqual([200, whole])
    }
  })

  test.for([
    ['/features/', '/features'],
    ['/features.html', '/features'],
    ['/features/?plan=pro&a=%0d%0a', '/features?plan=pro&a=%0d%0a'],
    ['/index?a=1', '/?a=1'],
    ['//features?a=1', '/features?a=1'],
  ] as const)('%s redirects to %s', async ([from, to], { stack }) => {
    const { status, headers } = await get(stack, from)
    expect([status, headers.get('location')]).toEqual([301, to])
  })

  test('files whose names begin with a dot are hidden, except below /.well-known/', async ({
    stack,
  }) => {
    const write = 'cd /srv/releases/current/site && mkdir -p .git .well-known && tee'
    const names = ['.env', '.git/config', '.well-known/security.txt']
    const script = `${write} ${names.join(' ')} </dev/null`
    await stack.compose('run', '--rm', '--no-deps', '-T', 'site', 'sh', '-ec', script)
    const responses = await Promise.all(names.map((name) => get(stack, `/${name}`)))
    expect(responses.map(({ status }) => status)).toEqual([404, 404, 200])
  })

  test.for(['/nothing', '/404.html', '/features.html.br', '/%5Cevil.example/', '//evil.example/'])(
    '%s gets the not-found page',
    async (path, { stack }) => {
      const page = await get(stack, path)
      expect(page.status).toBe(404)
      expect(await page.text()).toContain(notFound.title)
    },
  )
})

const tooLarge: RequestInit = {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: 'x'.repeat(300 * 1024),
}

import { request } from 'node:http'
import { expect, test } from 'vitest'
import { securityHeaders } from '../../../web/build/security-headers.ts'
import { notFound } from '../../../web/content/errors.ts'
import { fetchAgain } from '../../support/stack/fetch-again.ts'
import { describeStack, useSharedStack } from '../../support/stack/use-stack.ts'

describeStack('responses of nginx', () => {
  const running = useSharedStack()

  const get = (path: string, init: RequestInit = {}) =>
    fetchAgain(running().url + path, { redirect: 'manual', ...init })

  /** `fetch` would normalise the path. */
  const getAsItIs = (path: string) =>
    new Promise<Response>((resolve, reject) => {
      const sent = request(running().url, { path }, (message) => {
        message.resume()
        const headers = Object.entries(message.headersDistinct).flatMap(([name, values = []]) =>
          values.map((value): [string, string] => [name, value]),
        )
        resolve(new Response(null, { status: message.statusCode ?? 0, headers }))
      })
      sent.on('error', reject).end()
    })

  const firstScript = async (): Promise<string> => {
    const html = await (await get('/')).text()
    const [script] = html.match(/\/assets\/[^"]+\.js/) ?? []
    if (script === undefined) throw new Error('The landing page has no script.')
    return script
  }

  const responses: Record<string, () => Promise<Response>> = {
    'a page': () => get('/features'),
    'a redirect': () => get('/features/'),
    'an asset': async () => get(await firstScript()),
    'a missing page': () => get('/nothing'),
    'a response of the API': () => get('/api/health'),
    'an error of the API': () => get('/api/nothing'),
    'a range beyond the file': () => get('/robots.txt', { headers: { range: 'bytes=9999-' } }),
    'an error of nginx': () => get('/api/waitlist', tooLarge),
    'a form that nginx refuses': () =>
      get('/api/waitlist', {
        method: 'POST',
        body: new URLSearchParams({ a: 'x'.repeat(70_000) }),
      }),
    "the form's endpoint in a browser": () =>
      get('/api/waitlist', { headers: { accept: 'text/html' } }),
  }
  test.each(Object.entries(responses))('%s has each security header once', async (_, send) => {
    const { headers } = await send()
    // `fetch` joins a repeated header with a comma.
    const found = Object.keys(securityHeaders).map((name) => [name, headers.get(name)])
    expect(Object.fromEntries(found)).toEqual(securityHeaders)
    expect(headers.get('content-security-policy')?.match(/default-src/g)).toHaveLength(1)
    expect(headers.get('cache-control')).toMatch(
      /^(?:no-cache|no-store|public, max-age=31536000, immutable)$/,
    )
    expect(headers.get('server')).toBe('nginx')
  })

  test.each(['identity', 'br'])(
    'a browser revalidates a page with its ETag (%s)',
    async (encoding) => {
      const accept = { 'accept-encoding': encoding }
      const page = await get('/', { headers: accept })
      expect(page.headers.get('cache-control')).toBe('no-cache')
      const etag = page.headers.get('etag') ?? ''
      const again = await get('/', { headers: { ...accept, 'if-none-match': etag } })
      expect([again.status, await again.text()]).toEqual([304, ''])
      expect(again.headers.get('content-security-policy')).toContain("default-src 'none'")
    },
  )

  test('browsers cache an asset for a year, and do not cache a missing one', async () => {
    const asset = await get(await firstScript())
    expect(asset.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    const missing = await get('/assets/nothing.js')
    expect([missing.status, missing.headers.get('cache-control')]).toEqual([404, 'no-cache'])
  })

  test.each(['br', 'gzip'])('pages and assets are compressed with %s', async (encoding) => {
    for (const path of ['/', await firstScript()]) {
      const { headers } = await get(path, { headers: { 'accept-encoding': encoding } })
      expect(headers.get('content-encoding')).toBe(encoding)
      expect(headers.get('vary')).toBe('Accept-Encoding')
      expect(headers.get('content-type')).toContain('charset=utf-8')
    }
  })

  test.each([
    ['/site.webmanifest', 'application/manifest+json; charset=utf-8'],
    ['/sitemap.xml', 'text/xml; charset=utf-8'],
  ])('%s is compressed and has the type %s', async (path, type) => {
    const { headers } = await get(path, { headers: { 'accept-encoding': 'br' } })
    expect(headers.get('content-type')).toBe(type)
    expect(headers.get('content-encoding')).toBe('br')
  })

  test.each(['//api/health', '/api%2Fhealth'])(
    'the API is not found under the other spelling %s',
    async (path) => {
      const { status, headers } = await getAsItIs(path)
      expect([status, headers.get('x-request-id')]).toEqual([404, null])
    },
  )

  test('a method that is not allowed gets the allowed ones', async () => {
    const allow = async (path: string, method: string) =>
      (await get(path, { method })).headers.get('allow')
    expect(await allow('/about', 'POST')).toBe('GET, HEAD')
    expect(await allow('/', 'OPTIONS')).toBe('GET, HEAD')
    expect(await allow('/api/waitlist', 'PUT')).toBe('POST')
  })

  test('a request for a range gets the whole file', async () => {
    const whole = await (await get('/robots.txt')).text()
    for (const range of ['bytes=0-3', 'bytes=9999-']) {
      const response = await get('/robots.txt', { headers: { range } })
      expect([response.status, await response.text()]).toEqual([200, whole])
    }
  })

  test.each([
    ['/features/', '/features'],
    ['/features.html', '/features'],
    ['/features/?plan=pro&a=%0d%0a', '/features?plan=pro&a=%0d%0a'],
    ['/index?a=1', '/?a=1'],
    ['//features?a=1', '/features?a=1'],
  ])('%s redirects to %s', async (from, to) => {
    const { status, headers } = await get(from)
    expect([status, headers.get('location')]).toEqual([301, to])
  })

  test('files whose names begin with a dot are hidden, except below /.well-known/', async () => {
    const write = 'cd /srv/releases/current/site && mkdir -p .git .well-known && tee'
    const names = ['.env', '.git/config', '.well-known/security.txt']
    const script = `${write} ${names.join(' ')} </dev/null`
    await running().compose('run', '--rm', '--no-deps', '-T', 'site', 'sh', '-ec', script)
    const responses = await Promise.all(names.map((name) => get(`/${name}`)))
    expect(responses.map(({ status }) => status)).toEqual([404, 404, 200])
  })

  test.each(['/nothing', '/404.html', '/features.html.br', '/%5Cevil.example/', '//evil.example/'])(
    '%s gets the not-found page',
    async (path) => {
      const page = await get(path)
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

import { request } from 'node:http'
import { expect, test } from 'vitest'
import { NOTHING_CSP } from '../../api/src/response-headers.ts'
import { securityHeaders } from '../../web/build/security-headers.ts'
import { notFound } from '../../web/content/errors.ts'
import { paths } from '../../web/content/navigation.ts'
import { ask } from './ask.ts'
import type { Stack } from './stack.ts'

const NGINX_ERROR_CSP = "default-src 'none'; frame-ancestors 'none'"

/** What nginx sends with its answers, and where it leads. */
export function headers(running: () => Stack): void {
  const get = (path: string, init: RequestInit = {}) =>
    ask(running().url + path, { redirect: 'manual', ...init })

  /** fetch would tidy the path. */
  const getAsItIs = (path: string) =>
    new Promise<Response>((resolve, reject) => {
      const asked = request(running().url, { path }, (answer) => {
        answer.resume()
        const headers = Object.entries(answer.headersDistinct).flatMap(([name, values = []]) =>
          values.map((value): [string, string] => [name, value]),
        )
        resolve(new Response(null, { status: answer.statusCode ?? 0, headers }))
      })
      asked.on('error', reject).end()
    })

  const firstScript = async (): Promise<string> => {
    const html = await (await get('/')).text()
    const [script] = html.match(/\/assets\/[^"]+\.js/) ?? []
    if (script === undefined) throw new Error('The landing page has no script.')
    return script
  }

  const answers: Record<string, () => Promise<Response>> = {
    'a page': () => get(paths.features),
    'a redirect': () => get(`${paths.features}/`),
    'an asset': async () => get(await firstScript()),
    'a page that is not there': () => get('/nothing'),
    'an asset that is not there': () => get('/assets/nothing.js'),
    'an API answer': () => get('/api/health'),
    'an API error': () => get('/api/nothing'),
    'an API path in other words': () => getAsItIs('//api/health'),
    'an API path by a detour': () => getAsItIs('/x/../api/health'),
    'an API path with an escaped slash': () => getAsItIs('/api%2Fhealth'),
    'a part that is not there': () => get('/robots.txt', { headers: { range: 'bytes=9999-' } }),
    'a version that is not there': () => get('/robots.txt', { headers: { 'if-match': '"x"' } }),
    'an error of nginx': () => get('/api/waitlist', tooLarge),
    'a form that nginx refuses': () =>
      get('/api/waitlist', {
        method: 'POST',
        body: new URLSearchParams({ a: 'x'.repeat(70_000) }),
      }),
    "the form's address": () => get('/api/waitlist', { headers: { accept: 'text/html' } }),
    'a method that pages do not take': () => get(paths.about, { method: 'POST' }),
  }
  test.each(Object.entries(answers))('%s has each security header once', async (_, answer) => {
    const { headers } = await answer()
    // fetch joins a header that comes twice with a comma
    const found = Object.keys(securityHeaders).map((name) => [name, headers.get(name)])
    expect(Object.fromEntries(found)).toEqual(securityHeaders)
    expect(headers.get('content-security-policy')?.match(/default-src/g)).toHaveLength(1)
    expect(headers.get('cache-control')).toMatch(
      /^(?:no-cache|no-store|public, max-age=31536000, immutable)$/,
    )
    expect(headers.get('server')).toBe('nginx')
  })

  test.each(['identity', 'br', 'gzip'])(
    'pages are asked for again, with an ETag (%s)',
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

  test('assets are kept for ever, and missing ones are not', async () => {
    const asset = await get(await firstScript())
    expect(asset.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    const missing = await get('/assets/nothing.js')
    expect([missing.status, missing.headers.get('cache-control')]).toEqual([404, 'no-cache'])
  })

  test.each(['br', 'gzip'])('pages and assets are sent as %s', async (encoding) => {
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
    ['/feed.xml', 'text/xml; charset=utf-8'],
    ['/robots.txt', 'text/plain; charset=utf-8'],
  ])('%s is sent compressed, as %s', async (path, type) => {
    const { headers } = await get(path, { headers: { 'accept-encoding': 'br' } })
    expect(headers.get('content-type')).toBe(type)
    expect(headers.get('content-encoding')).toBe('br')
  })

  test('each page has its own policy, the API has its own, and so have errors', async () => {
    const policy = async (answer: Promise<Response>) =>
      (await answer).headers.get('content-security-policy')
    expect(await policy(get(paths.home))).not.toBe(await policy(get('/nothing')))
    expect(await policy(get('/api/health'))).toBe(NOTHING_CSP)
    expect(await policy(get('/api/waitlist', tooLarge))).toBe(NGINX_ERROR_CSP)
  })

  test.each(Object.values(paths))('%s is a page', async (path) => {
    const page = await get(path)
    expect([page.status, page.headers.get('content-type')]).toEqual([
      200,
      'text/html; charset=utf-8',
    ])
  })

  test.each(['//api/health', '/x/../api/health', '/%61pi/health', '/api%2Fhealth'])(
    'the API has one address: nothing is at %s',
    async (path) => {
      const { status, headers } = await getAsItIs(path)
      expect([status, headers.get('x-request-id')]).toEqual([404, null])
    },
  )

  test('a method that pages do not take is told which they do', async () => {
    const allow = async (path: string, method: string) =>
      (await get(path, { method })).headers.get('allow')
    expect(await allow(paths.about, 'POST')).toBe('GET, HEAD')
    expect(await allow('/', 'OPTIONS')).toBe('GET, HEAD')
    expect(await allow('/api/waitlist', 'PUT')).toBe('POST')
  })

  test('what is no version of a file is said in the shape of errors', async () => {
    const answer = await get('/robots.txt', { headers: { 'if-match': '"x"' } })
    expect(answer.status).toBe(412)
    expect(await answer.json()).toMatchObject({ code: 'PRECONDITION_FAILED' })
  })

  test('files are sent whole', async () => {
    const whole = await (await get('/robots.txt')).text()
    for (const range of ['bytes=0-3', 'bytes=9999-']) {
      const answer = await get('/robots.txt', { headers: { range } })
      expect([answer.status, await answer.text()]).toEqual([200, whole])
    }
  })

  test.each([
    ['/features/', '/features'],
    ['/features.html', '/features'],
    ['/features.html/', '/features'],
    ['/features/?plan=pro&a=%0d%0a', '/features?plan=pro&a=%0d%0a'],
    ['/index.html', '/'],
    ['/index?a=1', '/?a=1'],
    ['//features/', '/features'],
    ['//features?a=1', '/features?a=1'],
    ['/%2ffeatures', '/features'],
    ['//index?a=1', '/?a=1'],
  ])('%s leads to %s', async (from, to) => {
    const { status, headers } = await get(from)
    expect([status, headers.get('location')]).toEqual([301, to])
  })

  test('files whose names begin with a dot are not shown, but what is well known is', async () => {
    const write = 'cd /srv/releases/current/site && mkdir -p .git .well-known && tee'
    const names = ['.env', '.git/config', '.well-known/security.txt']
    const script = `${write} ${names.join(' ')} </dev/null`
    await running().compose('run', '--rm', '--no-deps', '-T', 'site', 'sh', '-ec', script)
    const answers = await Promise.all(names.map((name) => get(`/${name}`)))
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 200])
  })

  test.each([
    '/nothing',
    '/nothing/',
    '/404',
    '/404.html',
    '//404',
    '/features.html.br',
    '/assets/',
    '/%5Cevil.example/',
    '//evil.example/',
    '/.error',
  ])('%s is not there', async (path) => {
    const page = await get(path)
    expect(page.status).toBe(404)
    expect(await page.text()).toContain(notFound.title)
  })
}

const tooLarge: RequestInit = {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: 'x'.repeat(300 * 1024),
}

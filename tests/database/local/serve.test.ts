import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { afterAll, describe, expect } from 'vitest'
import { WAITLIST_PATH } from '../../../contract/waitlist.ts'
import { site } from '../../../local/site/serve.ts'
import type { SiteManifest } from '../../../web/build/manifest.ts'
import { startApp, type TestApp } from '../../support/app.ts'
import { temporaryFolder } from '../../support/for-a-test.ts'
import { appWith, test as base } from '../support/test.ts'

const SCRIPT = '/assets/chunks/app.abc123.js'

const manifest: SiteManifest = {
  headers: { 'referrer-policy': 'no-referrer', 'x-content-type-options': 'nosniff' },
  pictureHeaders: { 'referrer-policy': 'origin' },
  pages: {
    '/': { file: 'index.html', csp: "default-src 'none'; style-src 'sha256-index'" },
    '/features': { file: 'features.html', csp: "default-src 'none'; style-src 'sha256-features'" },
  },
  notFound: { file: '404.html', csp: "default-src 'none'; style-src 'sha256-missing'" },
}

const pageOf = (file: string): string =>
  `<!doctype html><title>${file}</title>${'<p>text</p>'.repeat(99)}`

/** Writes a small site as the web build would: each file next to its compressed copies. */
function buildSite(): string {
  const siteDir = mkdtempSync(join(tmpdir(), 'site-'))
  const write = (path: string, text: string): void => {
    const file = join(siteDir, 'client', path)
    writeFileSync(file, text)
    writeFileSync(`${file}.br`, brotliCompressSync(text))
    writeFileSync(`${file}.gz`, gzipSync(text))
  }
  mkdirSync(join(siteDir, 'client', 'assets', 'chunks'), { recursive: true })
  for (const { file } of [...Object.values(manifest.pages), manifest.notFound]) {
    write(file, pageOf(file))
  }
  write(SCRIPT, 'export {}')
  write('robots.txt', 'User-agent: *')
  write('picture.png', 'PNG')
  write('picture.svg', '<svg/>')
  writeFileSync(join(siteDir, 'site.json'), JSON.stringify(manifest))
  return siteDir
}

const siteDir = buildSite()

const test = base.extend(
  'app',
  { scope: 'file' },
  appWith({}, () => ({ site: site(siteDir) })),
)

describe('the site', () => {
  const get = (app: TestApp, path: string, encoding = 'identity') =>
    app.http.get(path).set('accept-encoding', encoding).redirects(0)
  afterAll(() => rmSync(siteDir, { recursive: true, force: true }))

  test.for([
    ['/features', 'no-cache, no-transform', 'no-referrer'],
    [SCRIPT, 'public, max-age=31536000, immutable', 'no-referrer'],
    ['/robots.txt', 'no-cache, no-transform', 'no-referrer'],
    // Emails show pictures of the site.
    ['/picture.png', 'no-cache, no-transform', 'origin'],
    ['/picture.svg?a=1', 'no-cache, no-transform', 'origin'],
  ] as const)(
    '%s is served, plain and compressed, with Cache-Control %s and Referrer-Policy %s',
    async ([path, cacheControl, referrerPolicy], { app }) => {
      for (const encoding of ['identity', 'br']) {
        const { status, headers } = await get(app, path, encoding)
        expect(status).toBe(200)
        expect(headers).toMatchObject({
          'cache-control': cacheControl,
          'referrer-policy': referrerPolicy,
          'x-content-type-options': 'nosniff',
          ...(encoding === 'br' && { 'content-encoding': 'br' }),
        })
      }
    },
  )

  test('the form’s address redirects browsers to the form, and programs get 405', async ({
    app,
  }) => {
    const ask = async (accept: string, path: string = WAITLIST_PATH) => {
      const { status, headers } = await get(app, path).set('accept', accept)
      return [status, headers['location']]
    }
    expect(await ask('text/html,application/xhtml+xml')).toEqual([303, '/waitlist'])
    expect(await ask('text/html', `${WAITLIST_PATH}?a=1`)).toEqual([303, '/waitlist'])
    expect(await ask('application/json')).toEqual([405, undefined])
    expect(await ask('text/html', `${WAITLIST_PATH}/x`)).toEqual([404, undefined])
  })

  test.for(['/nothing', '/404.html', '/assets/missing.js', '/..%2fsite.json', '//evil.example'])(
    'the path %s gets the not-found page',
    async (path, { app }) => {
      const { status, text, headers } = await get(app, path)
      expect([status, text]).toEqual([404, pageOf('404.html')])
      expect(headers['content-security-policy']).toBe(manifest.notFound.csp)
    },
  )
})

test.each([
  ['missing', undefined],
  ['damaged', '{"pages": []}'],
])(
  'a site whose manifest is %s does not start, and says which command to run',
  async (_what, content) => {
    const siteDir = temporaryFolder()
    if (content !== undefined) writeFileSync(join(siteDir, 'site.json'), content)
    await expect(
      startApp('postgres://nobody@127.0.0.1:1/none', {}, { site: site(siteDir) }),
    ).rejects.toThrow(/site\.json is missing or damaged.*npm run build/)
  },
)

import { parse } from 'node-html-parser'
import { expect, test, vi } from 'vitest'

/** Returns the content of the robots tag on a page of a site with this address. */
async function robotsOf(path: string, origin: string) {
  vi.resetModules()
  vi.stubEnv('SITE_URL', origin)
  const { headHtml } = await import('./head.ts')
  vi.unstubAllEnvs()
  vi.resetModules()
  return parse(headHtml(path)).querySelector('meta[name=robots]')?.getAttribute('content')
}

test.for(['http://localhost:8080', 'https://starkit.example', 'https://staging.shop.test'])(
  'search engines leave out a trial at %s',
  async (origin) => {
    expect(await robotsOf('/pricing', origin)).toBe('noindex')
  },
)

test('search engines show a site at a public address, but not the pages behind email links', async () => {
  expect(await robotsOf('/pricing', 'https://example-shop.com')).toBeUndefined()
  expect(await robotsOf('/waitlist/confirm', 'https://example-shop.com')).toBe('noindex')
})

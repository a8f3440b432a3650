import { XMLParser } from 'fast-xml-parser'
import { describe, expect, test } from 'vitest'
import { brand } from '../../web/content/brand.ts'
import { useFetch } from '../support/fetch-site.ts'
import { PATHS } from '../support/routes.ts'

interface Sitemap {
  urlset: { url: { loc: string; lastmod?: string }[] }
}

describe('for search engines', () => {
  const get = useFetch()

  test('the sitemap lists every page once, and the pages are there', async () => {
    const response = await get('/sitemap.xml')
    expect(response.headers.get('content-type')).toMatch(/^(?:application|text)\/xml/)
    const { urlset }: Sitemap = new XMLParser().parse(await response.text(), true)
    expect(urlset.url.map(({ loc }) => loc).sort()).toEqual(
      PATHS.map((path) => new URL(path, brand.origin).href).sort(),
    )
    for (const { loc } of urlset.url) {
      expect((await get(new URL(loc).pathname)).status, loc).toBe(200)
    }
  })

  test('dates in the sitemap are days that have been', async () => {
    const { urlset }: Sitemap = new XMLParser().parse(await (await get('/sitemap.xml')).text())
    const dates = urlset.url.flatMap(({ lastmod }) => lastmod ?? [])
    expect(dates.length).toBeGreaterThan(0)
    for (const date of dates) {
      expect(date).toMatch(/^\d{4}-\d\d-\d\d$/)
      expect(Date.parse(date)).toBeLessThan(Date.now())
    }
  })

  test('robots.txt leads to the sitemap and closes only the API', async () => {
    const response = await get('/robots.txt')
    expect(response.headers.get('content-type')).toContain('text/plain')
    const lines = (await response.text()).trim().split(/\n+/)
    expect(lines).toEqual([
      'User-agent: *',
      'Disallow: /api/',
      `Sitemap: ${brand.origin}/sitemap.xml`,
    ])
  })
})

import { XMLParser } from 'fast-xml-parser'
import { parse } from 'node-html-parser'
import { describe, expect } from 'vitest'
import { brand } from '../../../web/content/brand.ts'
import { absolute } from '../../../web/content/files.ts'
import { pages } from '../../../web/routes/page-table.ts'
import { readPosts } from '../../../web/routes/posts.ts'
import { type Get, test } from '../support/test.ts'

interface Sitemap {
  urlset: { url: { loc: string; lastmod?: string }[] }
}

describe('for search engines', () => {
  const thingsOf = async (get: Get, path: string) =>
    parse(await (await get(path)).text())
      .querySelectorAll('script[type="application/ld+json"]')
      .map(({ text }) => JSON.parse(text))

  test('the sitemap lists every indexed page with the date of its last change', async ({ get }) => {
    const response = await get('/sitemap.xml')
    expect(response.headers.get('content-type')).toMatch(/^(?:application|text)\/xml/)
    const { urlset }: Sitemap = new XMLParser().parse(await response.text(), true)
    expect(urlset.url).toEqual(
      pages
        .filter(({ indexed }) => indexed !== false)
        .map(({ path, changed }) => ({
          loc: absolute(path),
          ...(changed && { lastmod: changed }),
        })),
    )
    for (const { loc, lastmod } of urlset.url) {
      expect((await get(new URL(loc).pathname)).status, loc).toBe(200)
      if (lastmod) expect(Date.parse(lastmod)).toBeLessThan(Date.now())
    }
  })

  test('robots.txt points to the sitemap and disallows only the API', async ({ get }) => {
    const response = await get('/robots.txt')
    expect(response.headers.get('content-type')).toContain('text/plain')
    expect((await response.text()).trim().split(/\n+/)).toEqual([
      'User-agent: *',
      'Disallow: /api/',
      `Sitemap: ${brand.origin}/sitemap.xml`,
    ])
  })

  test('the landing page’s structured data links the site’s profiles', async ({ get }) => {
    expect(await thingsOf(get, '/')).toMatchObject([
      {
        '@type': 'Organization',
        name: brand.name,
        url: absolute('/'),
        sameAs: [brand.instagramUrl, brand.linkedinUrl, brand.productHunt.url],
      },
    ])
  })

  test('the blog’s structured data lists each article with its address', async ({ get }) => {
    const html = await (await get('/blog')).text()
    const posts = await readPosts()
    expect(await thingsOf(get, '/blog')).toMatchObject(
      posts.map(({ id, title, date }) => ({
        '@type': 'BlogPosting',
        headline: title,
        datePublished: date,
        url: absolute(`/blog#${id}`),
      })),
    )
    for (const { id } of posts) expect(html).toContain(`<article id="${id}"`)
  })

  test('the RSS feed lists every article, newest first', async ({ get }) => {
    const response = await get('/feed.xml')
    expect(response.headers.get('content-type')).toMatch(/^(?:application|text)\/(?:rss\+)?xml/)
    const { rss } = new XMLParser({
      ignoreAttributes: false,
      isArray: (name) => name === 'item',
    }).parse(await response.text(), true)
    expect(rss['@_version']).toBe('2.0')
    expect(rss.channel).toMatchObject({
      title: expect.stringContaining(brand.name),
      link: absolute('/blog'),
      'atom:link': { '@_href': absolute('/feed.xml'), '@_rel': 'self' },
    })

    const posts = await readPosts()
    const dates = posts.map(({ date }) => date)
    expect(dates).toEqual(dates.toSorted().reverse())
    expect(rss.channel.item).toMatchObject(
      posts.map(({ id, title, excerpt, date }) => ({
        title,
        link: absolute(`/blog#${id}`),
        guid: { '#text': absolute(`/blog#${id}`) },
        description: excerpt,
        pubDate: new Date(date).toUTCString(),
      })),
    )
  })
})

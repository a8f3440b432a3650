import { parse } from 'node-html-parser'
import sharp from 'sharp'
import { expect } from 'vitest'
import { isReserved } from '../../../contract/urls.ts'
import { LANGUAGE } from '../../../contract/words.ts'
import { brand } from '../../../web/content/brand.ts'
import { files } from '../../../web/content/files.ts'
import { pages } from '../../../web/routes/page-table.ts'
import { type Get, test } from '../support/test.ts'

/** How many characters of a title and a description search engines show at most. */
const TITLE_MAX = 65
const DESCRIPTION_MAX = 165
/** The largest allowed share picture, in bytes. Messengers leave out pictures that load slowly. */
const PICTURE_MAX_BYTES = 120 * 1024

/**
 * Open Graph requires a territory. A language without one gets the territory where most of its speakers live: `pl`
 * becomes `pl_PL`.
 */
const { language, region } = new Intl.Locale(LANGUAGE).maximize()

const headOf = async (get: Get, path: string) => {
  const root = parse(await (await get(path)).text())
  const all = (selector: string, attribute: string) =>
    root.querySelectorAll(selector).map((element) => element.getAttribute(attribute) ?? '')
  return {
    titles: root.querySelectorAll('title').map(({ text }) => text),
    link: (rel: string) => all(`link[rel="${rel}"]`, 'href'),
    meta: (name: string) => all(`meta[name="${name}"], meta[property="${name}"]`, 'content'),
    feed: root.querySelector('link[rel="alternate"][type="application/rss+xml"]'),
  }
}

test.for(pages)(
  'the head of $path contains its title and description, and a share picture of the stated size',
  async (page, { get }) => {
    const { path, title, description } = page
    const onTrial = isReserved(new URL(brand.origin).hostname)
    const indexed = page.indexed !== false && !onTrial
    const { titles, meta, link } = await headOf(get, path)
    const address = new URL(path, brand.origin).href
    expect(titles).toEqual([title])
    expect(title.length).toBeLessThanOrEqual(TITLE_MAX)
    expect(description.length).toBeLessThanOrEqual(DESCRIPTION_MAX)
    expect(link('canonical')).toEqual([address])
    for (const [name, values] of Object.entries({
      description: [description],
      robots: indexed ? [] : ['noindex'],
      'og:type': ['website'],
      'og:url': [address],
      'og:title': [title],
      'og:description': [description],
      'og:site_name': [brand.name],
      'og:locale': [`${language}_${region}`],
      'twitter:card': ['summary_large_image'],
    })) {
      expect(meta(name), name).toEqual(values)
    }

    const [share = ''] = meta('og:image')
    expect(meta('og:image:alt')[0]).toMatch(/^.{20,}\.$/)
    expect(meta('twitter:image:alt')).toEqual(meta('og:image:alt'))
    expect(new URL(share).origin).toBe(brand.origin)
    const response = await get(new URL(share).pathname)
    expect(response.headers.get('content-type')).toBe('image/png')
    const picture = Buffer.from(await response.arrayBuffer())
    expect(picture.length).toBeLessThan(PICTURE_MAX_BYTES)
    expect(await sharp(picture).metadata()).toMatchObject({ width: 1200, height: 630 })
    expect([...meta('og:image:width'), ...meta('og:image:height')]).toEqual(['1200', '630'])
  },
)

test('each indexed page has a unique title and description', async ({ get }) => {
  const indexed = pages.filter((page) => page.indexed !== false)
  const heads = await Promise.all(indexed.map(({ path }) => headOf(get, path)))
  for (const name of ['og:title', 'og:description']) {
    expect(new Set(heads.flatMap(({ meta }) => meta(name))).size, name).toBe(indexed.length)
  }
})

test('the not-found page does not state an address, and forbids indexing', async ({ get }) => {
  const { link, meta, feed } = await headOf(get, '/no-such-page')
  expect(meta('robots')).toEqual(['noindex'])
  expect([...link('canonical'), ...meta('og:url')]).toEqual([])
  expect(meta('theme-color')).toHaveLength(1)
  expect(link('icon')).toEqual([files.legacyFavicon, files.favicon])
  expect(link('apple-touch-icon')).toEqual([files.touchIcon])
  expect(link('manifest')).toEqual([files.manifest])
  expect(feed?.getAttribute('href')).toBe(files.feed)
  expect(feed?.getAttribute('title')).toContain(brand.name)
})

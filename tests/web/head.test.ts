import { parse } from 'node-html-parser'
import { describe, expect, test } from 'vitest'
import { brand } from '../../web/content/brand.ts'
import { files } from '../../web/content/files.ts'
import { pageMeta } from '../../web/content/pages.ts'
import { useFetch } from '../support/fetch-site.ts'
import { bytesOf, pngSize } from '../support/png.ts'
import { PATHS } from '../support/routes.ts'

/** What search engines show of a title and a description before they cut them. In characters. */
const TITLE_MAX = 65
const DESCRIPTION_MAX = 165
/** Messengers leave out pictures that take long. In bytes. */
const PICTURE_MAX = 120 * 1024

describe('the head', () => {
  const get = useFetch()
  const headOf = async (path: string) => {
    const root = parse(await (await get(path)).text())
    const all = (selector: string, attribute: string) =>
      root.querySelectorAll(selector).map((element) => element.getAttribute(attribute) ?? '')
    return {
      root,
      link: (rel: string) => all(`link[rel="${rel}"]`, 'href'),
      meta: (name: string) => [
        ...all(`meta[name="${name}"]`, 'content'),
        ...all(`meta[property="${name}"]`, 'content'),
      ],
    }
  }

  test.each(PATHS)('of %s says what the page is', async (path) => {
    const { title, description } = pageMeta(path)
    const { root, meta, link } = await headOf(path)
    const address = new URL(path, brand.origin).href
    expect(root.querySelectorAll('title').map((element) => element.text)).toEqual([title])
    expect(meta('description')).toEqual([description])
    expect(title.length, title).toBeLessThanOrEqual(TITLE_MAX)
    expect(description.length, description).toBeLessThanOrEqual(DESCRIPTION_MAX)
    expect(link('canonical')).toEqual([address])
    expect(meta('robots')).toEqual([])
    expect(meta('theme-color')).toHaveLength(1)
    expect(
      Object.fromEntries(
        ['og:type', 'og:url', 'og:title', 'og:description'].map((name) => [name, meta(name)]),
      ),
    ).toEqual({
      'og:type': ['website'],
      'og:url': [address],
      'og:title': [title],
      'og:description': [description],
    })
    expect(meta('og:site_name')).toEqual([brand.name])
    expect(meta('og:locale')).toEqual(['en_US'])
    expect(meta('twitter:card')).toEqual(['summary_large_image'])
  })

  test.each(PATHS)('of %s has a picture of the size it states', async (path) => {
    const { meta } = await headOf(path)
    const [address = ''] = meta('og:image')
    expect(meta('og:image:alt')[0]).toMatch(/^.{20,}\.$/)
    expect(meta('twitter:image:alt')).toEqual(meta('og:image:alt'))
    expect(new URL(address).origin).toBe(brand.origin)

    const response = await get(new URL(address).pathname)
    expect(response.headers.get('content-type')).toBe('image/png')
    const picture = await bytesOf(response)
    expect(picture.length).toBeLessThan(PICTURE_MAX)
    expect(pngSize(picture)).toEqual({ width: 1200, height: 630 })
    expect([...meta('og:image:width'), ...meta('og:image:height')]).toEqual(['1200', '630'])
  })

  test('no two pages share a title, a description or a picture', async () => {
    const heads = await Promise.all(PATHS.map(headOf))
    for (const name of ['og:title', 'og:description', 'og:image']) {
      const values = heads.flatMap(({ meta }) => meta(name))
      expect(new Set(values).size, name).toBe(PATHS.length)
    }
  })

  test('of the not-found page keeps it out of every index', async () => {
    const { meta, link } = await headOf('/no-such-page')
    expect(meta('robots')).toEqual(['noindex'])
    expect(link('canonical')).toEqual([])
    expect(meta('og:url')).toEqual([])
  })

  test.each([...PATHS, '/no-such-page'])(
    'of %s leads to icons, manifest and feed',
    async (path) => {
      const { link, root } = await headOf(path)
      expect(link('icon')).toEqual([files.legacyFavicon, files.favicon])
      expect(link('apple-touch-icon')).toEqual([files.touchIcon])
      expect(link('manifest')).toEqual([files.manifest])
      const feed = root.querySelector('link[rel="alternate"][type="application/rss+xml"]')
      expect(feed?.getAttribute('href')).toBe(files.feed)
      expect(feed?.getAttribute('title')).not.toBe('')
    },
  )
})

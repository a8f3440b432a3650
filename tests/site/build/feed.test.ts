// Guards search-engines.

import { XMLParser } from 'fast-xml-parser'
import { describe, expect } from 'vitest'
import { readPosts } from '../../../web/build/checks/frontmatter.ts'
import { brand } from '../../../web/content/brand.ts'

import { test } from '../../support/fixtures/site.ts'

describe('the RSS feed', () => {
  test('lists every article, the newest first', async ({ get }) => {
    const response = await get('/feed.xml')
    expect(response.headers.get('content-type')).toMatch(/^(?:application|text)\/(?:rss\+)?xml/)
    const { rss } = new XMLParser({ ignoreAttributes: false }).parse(await response.text(), true)
    expect(rss['@_version']).toBe('2.0')
    expect(rss.channel).toMatchObject({
      title: expect.stringContaining(brand.name),
      link: `${brand.origin}/blog`,
      'atom:link': { '@_href': `${brand.origin}/feed.xml`, '@_rel': 'self' },
    })

    const posts = await readPosts()
    const dates = posts.map(({ date }) => date)
    expect(dates).toEqual(dates.toSorted().reverse())
    expect(rss.channel.item).toMatchObject(
      posts.map(({ id, title, excerpt, date }) => ({
        title,
        link: `${brand.origin}/blog#${id}`,
        guid: { '#text': `${brand.origin}/blog#${id}` },
        description: excerpt,
        pubDate: new Date(date).toUTCString(),
      })),
    )
  })
})

import { XMLParser } from 'fast-xml-parser'
import { describe, expect, test } from 'vitest'
import { brand } from '../../web/content/brand.ts'
import { readPosts } from '../../web/content/checks/frontmatter.ts'
import { useFetch } from '../support/fetch-site.ts'

interface Rss {
  rss: {
    '@_version': string
    channel: {
      title: string
      link: string
      description: string
      'atom:link': { '@_href': string; '@_rel': string }
      item: {
        title: string
        link: string
        guid: { '#text': string }
        pubDate: string
        description: string
      }[]
    }
  }
}

describe('the RSS feed', () => {
  const get = useFetch()
  const readFeed = async () => {
    const response = await get('/feed.xml')
    expect(response.headers.get('content-type')).toMatch(/^(?:application|text)\/(?:rss\+)?xml/)
    const parsed: Rss = new XMLParser({ ignoreAttributes: false }).parse(
      await response.text(),
      true,
    )
    return parsed.rss
  }

  test('says what it is and where it stands', async () => {
    const { channel, ...rss } = await readFeed()
    expect(rss['@_version']).toBe('2.0')
    expect(channel.title).toContain(brand.name)
    expect(channel.link).toBe(new URL('/blog', brand.origin).href)
    expect(channel['atom:link']).toMatchObject({
      '@_href': `${brand.origin}/feed.xml`,
      '@_rel': 'self',
    })
  })

  test('has every article, the newest first', async () => {
    const { channel } = await readFeed()
    const posts = await readPosts()
    expect(
      channel.item.map(({ title, link, description, pubDate }) => ({
        title,
        link,
        excerpt: description,
        date: new Date(pubDate).toISOString().slice(0, 10),
      })),
    ).toEqual(
      posts.map(({ id, title, excerpt, date }) => ({
        title,
        link: `${brand.origin}/blog#${id}`,
        excerpt,
        date,
      })),
    )
    const guids = channel.item.map(({ guid }) => guid['#text'])
    expect(new Set(guids).size).toBe(posts.length)
    expect(posts.map(({ date }) => date)).toEqual(
      posts
        .map(({ date }) => date)
        .sort()
        .reverse(),
    )
  })
})

// Runs by day if a change touches letters/news.ts, web/build/news.ts, web/content/news.ts,
// web/pages/news/@letter/+Page.tsx.

import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { XMLParser } from 'fast-xml-parser'
import { parse } from 'node-html-parser'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { idOf } from '../../../letters/framed-letter.ts'
import { openLetter } from '../../../letters/letter.ts'
import { readTemplates } from '../../../letters/templates.ts'
import { files } from '../../../web/content/files.ts'
import { newsWords } from '../../../web/content/news.ts'
import { buildTree, copyTree } from '../../support/tree.ts'

const ORIGIN = 'https://news-shop.com'

const SENT = `---
subject: We open, {{first_name|friend}}
public: true
sent: 2026-11-29
---

Dear {{first_name|friend}}, read [what it costs](/pricing).

| Plan | {{first_name\\|you}} |
|------|-------------------:|
| Free | \`{{role\\|maker}}\`  |
`

const NOT_SENT = '---\nsubject: Later\npublic: true\n---\n\nThe quokka is a secret.\n'

describe('a site with a public letter', () => {
  let dist: string
  let remove: () => Promise<void>
  let file: string
  beforeAll(async () => {
    const tree = await copyTree((atEnd) => {
      remove = atEnd
    })
    dist = join(tree, 'web/dist')
    const folder = join(tree, 'web/content/news')
    await mkdir(folder, { recursive: true })
    file = join(folder, 'we-open.md')
    await writeFile(file, SENT)
    await writeFile(join(folder, 'later.md'), NOT_SENT)
    await buildTree(tree, { ...process.env, SITE_URL: ORIGIN })
  }, 600_000)
  afterAll(() => remove())

  const read = (name: string) => readFile(join(dist, name), 'utf8')
  const page = async (name: string) => parse(await read(`client/${name}.html`))
  const things = (root: ReturnType<typeof parse>) =>
    root.querySelectorAll('script[type="application/ld+json"]').map(({ text }) => JSON.parse(text))

  const article = {
    '@type': 'BlogPosting',
    headline: 'We open, friend',
    url: `${ORIGIN}/news/we-open`,
    datePublished: '2026-11-29',
  }

  test('the page of a sent letter shows it as a reader without answers would see it', async () => {
    const letter = await page('news/we-open')
    expect(letter.querySelector('h1')?.text).toBe('We open, friend')
    const main = letter.querySelector('main')
    expect(main?.text).toContain('Dear friend, read what it costs.')
    expect(main?.querySelector('th[align=right]')?.text).toBe('you')
    expect(main?.querySelector('code')?.text).toBe('maker')
    expect(things(letter)).toMatchObject([article])
    const canonical = letter.querySelector('link[rel=canonical]')
    expect(canonical?.getAttribute('href')).toBe(article.url)
  })

  test('the list, the feed, the sitemap and the footer link to the letter', async () => {
    const list = await page('news')
    const links = list.querySelectorAll('main article a').map((link) => link.attributes['href'])
    expect(links).toEqual(['/news/we-open'])
    expect(things(list)).toMatchObject([article])
    const { rss } = new XMLParser().parse(await read(`client${files.newsFeed}`), true)
    expect(rss.channel.item).toMatchObject({
      title: article.headline,
      link: article.url,
      description: 'Dear friend, read what it costs.',
    })
    expect(await read('client/sitemap.xml')).toContain(
      `<loc>${article.url}</loc><lastmod>2026-11-29</lastmod>`,
    )
    const home = await page('index')
    expect(home.querySelector('footer a[href="/news"]')?.text).toBe(newsWords.title)
    expect(JSON.parse(await read('pages.json')).visited).toContain('/news/we-open')
  })

  test('a letter that has not been sent yet does not appear in any file', async () => {
    const entries = await readdir(dist, { recursive: true, withFileTypes: true })
    const built = entries.filter(
      (entry) => entry.isFile() && /\.(?:html|js|json|xml)$/.test(entry.name),
    )
    const texts = await Promise.all(
      built.map(({ parentPath, name }) => readFile(join(parentPath, name), 'utf8')),
    )
    expect(texts.length).toBeGreaterThan(40)
    expect(texts.filter((text) => text.includes('quokka') || text.includes('/news/later'))).toEqual(
      [],
    )
  })

  test('the build tells the worker which letter has a page, by the letter’s id', () => {
    const address = '{{site}}/news/we-open'
    expect(readTemplates(join(dist, 'mails.json')).news).toEqual({
      [idOf(openLetter(file))]: {
        path: '/news/we-open',
        html: expect.stringContaining(`<a href="${address}"`),
        text: expect.stringContaining(address),
      },
    })
  })
})

import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type HTMLElement, parse } from 'node-html-parser'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { brand } from '../../web/content/brand.ts'
import { pngSize } from '../support/png.ts'
import { buildTree, copyTree } from '../support/tree.ts'

const TITLE = 'Press room and pictures'
const DESCRIPTION = 'Pictures and facts for people who write about us.'

/** What an owner adds to `web/pages`, by file. */
const ADDED = {
  'press/+Page.tsx': `
    import { PageHead } from '../../sections/PageHead.tsx'
    export const Page = () => <PageHead title="Press room" text="Welcome." />`,
  'press/page.ts': `
    import type { PageMeta } from '../../content/page.ts'
    export const page = {
      title: '${TITLE}',
      description: '${DESCRIPTION}',
      share: { headline: 'Words about us', scene: 'sheet' },
      navigation: { label: 'Press', header: 2.5, footer: { column: 'Company', order: 1.5 } },
      changed: '2025-09-03',
      structuredData: [{ '@type': 'AboutPage' }],
    } satisfies PageMeta`,
  'press/thanks/+Page.tsx': `
    import { PageHead } from '../../../sections/PageHead.tsx'
    export const Page = () => <PageHead title="Thank you" text="We write back." />`,
  'press/thanks/page.ts': `
    import type { PageMeta } from '../../../content/page.ts'
    export const page = {
      title: 'Thanks',
      description: 'Your message is here.',
      indexed: false,
    } satisfies PageMeta`,
}

describe('a page that is added as a folder of two files', () => {
  const ends: (() => Promise<unknown>)[] = []
  let dist: string
  let press: HTMLElement
  let thanks: HTMLElement
  const read = (file: string) => readFile(join(dist, file), 'utf8')

  beforeAll(async () => {
    const tree = await copyTree((remove) => ends.unshift(remove))
    for (const [file, text] of Object.entries(ADDED)) {
      await mkdir(join(tree, 'web/pages', file, '..'), { recursive: true })
      await writeFile(join(tree, 'web/pages', file), text)
    }
    await buildTree(tree)
    dist = join(tree, 'web/dist')
    press = parse(await read('client/press.html'))
    thanks = parse(await read('client/press/thanks.html'))
  })
  afterAll(async () => {
    for (const end of ends) await end()
  })

  const content = (page: HTMLElement, name: string) =>
    page.querySelector(`meta[name="${name}"], meta[property="${name}"]`)?.getAttribute('content')

  test('is prerendered with its own head', () => {
    expect(press.querySelector('h1')?.text).toBe('Press room')
    expect(press.querySelector('title')?.text).toBe(TITLE)
    expect(content(press, 'description')).toBe(DESCRIPTION)
    expect(content(press, 'robots')).toBeUndefined()
    const canonical = press.querySelector('link[rel=canonical]')?.getAttribute('href')
    expect(canonical).toBe(`${brand.origin}/press`)
    const data = press.querySelector('script[type="application/ld+json"]')?.text ?? ''
    expect(JSON.parse(data)).toEqual({ '@context': 'https://schema.org', '@type': 'AboutPage' })
  })

  test('is in the header and in the footer of every page, where it asks to be', async () => {
    for (const page of [press, thanks, parse(await read('client/index.html'))]) {
      const labels = (selector: string) => page.querySelectorAll(selector).map(({ text }) => text)
      const header = ['Features', 'Pricing', 'Press', 'Blog', 'About']
      expect(labels('header nav[aria-label="Main"] a[href]')).toEqual(header)
      expect(labels('dialog nav a[href]')).toEqual(header)
      const company = labels('footer li').slice(3, 7)
      expect(company.map((label) => label.trim())).toEqual([
        'About',
        'Press',
        'Blog',
        'Careers soon',
      ])
    }
  })

  test('has a share picture, which the page below it uses as well', async () => {
    const address = `${brand.origin}/share/press.png`
    expect([content(press, 'og:image'), content(thanks, 'og:image')]).toEqual([address, address])
    const picture = await readFile(join(dist, 'client/share/press.png'))
    expect(pngSize(picture)).toEqual({ width: 1200, height: 630 })
  })

  test('is in the sitemap, unless it asks not to be indexed', async () => {
    const sitemap = await read('client/sitemap.xml')
    expect(sitemap).toContain(`<loc>${brand.origin}/press</loc><lastmod>2025-09-03</lastmod>`)
    expect(sitemap).not.toContain('/press/thanks')
    expect(content(thanks, 'robots')).toBe('noindex')
  })

  test('is served, with a policy of its own', async () => {
    const { pages } = JSON.parse(await read('site.json'))
    expect(pages['/press']).toMatchObject({ file: 'press.html', csp: expect.any(String) })
    expect(pages['/press/thanks']).toMatchObject({ file: 'press/thanks.html' })
  })

  test('adds its title to what browsers download, but not its description', async () => {
    const names = await readdir(join(dist, 'client'), { recursive: true })
    const scripts = await Promise.all(
      names.filter((name) => name.endsWith('.js')).map((name) => read(`client/${name}`)),
    )
    expect(scripts.filter((script) => script.includes(TITLE))).not.toEqual([])
    expect(scripts.filter((script) => script.includes(DESCRIPTION))).toEqual([])
  })
})

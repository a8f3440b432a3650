// Guards postal-address, another-owner.
// Runs by day if a change touches web/prerender/, web/content/brand.ts,
// tests/nightly/browser/another-site.ts.

import { execFile } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Locator } from '@playwright/test'
import { parse } from 'node-html-parser'
import { readTemplates } from '../../../letters/templates.ts'
import { hiring, journey } from '../../../web/content/about.ts'
import { brand } from '../../../web/content/brand.ts'
import { exampleProduct } from '../../../web/content/example-product.ts'
import { faq } from '../../../web/content/faq.ts'
import { files } from '../../../web/content/files.ts'
import { footer, headerLinks } from '../../../web/content/navigation.ts'
import { plans } from '../../../web/content/plans.ts'
import { postPath } from '../../../web/content/post.ts'
import { testimonials } from '../../../web/content/testimonials.ts'
import { counter, trusted } from '../../../web/content/waitlist.ts'
import { pictureShade, shade } from '../../../web/design/shades.ts'
import { readPosts } from '../../../web/prerender/checks/frontmatter.ts'
import { layoutProblems } from '../../browser/support/in-page.ts'
import { expect } from '../../browser/support/test.ts'
import { PHONE } from '../../support/site.ts'
import { ADDED_PAGE, ADDED_PLAN, ANOTHER_BRAND, inEuros, PHOTO, test } from './another-site.ts'

/** Sample products in the case studies keep their colours, so only these are looked for. */
const ourColours = [...new Set(JSON.stringify([shade, pictureShade]).match(/#[0-9a-f]{6}/g))]
const ourWords = [
  brand.name,
  new URL(brand.origin).hostname,
  exampleProduct.name,
  exampleProduct.withArticle,
]

test.describe('the site of another owner', () => {
  test('changed content compiles without changed code', async ({ tree }) => {
    // The compiler takes long on a busy machine.
    test.setTimeout(300_000)
    for (const project of ['web', 'api']) {
      const check = promisify(execFile)('npx', ['tsc', '-p', project, '--noEmit'], { cwd: tree })
      expect((await check.catch((error: { stdout: string }) => error)).stdout).toBe('')
    }
  })

  test('a page that is added as a folder hydrates, and is in menus and sitemap', async ({
    open,
    read,
  }) => {
    const page = await open(ADDED_PAGE.path)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(ADDED_PAGE.title)
    const address = `${ANOTHER_BRAND.origin}${ADDED_PAGE.path}`
    expect(await read('sitemap.xml')).toContain(`<loc>${address}</loc>`)
    const labels = (selector: string) => page.locator(selector).allTextContents()
    const header = [ADDED_PAGE.label, ...headerLinks.map(({ label }) => label)]
    expect(await labels('header nav[aria-label="Main"] a[href]')).toEqual(header)
    expect(await labels('dialog nav a[href]')).toEqual(header)
    const column = footer.columns.find(({ title }) => title === 'Company')?.links ?? []
    expect((await labels('footer li')).join()).toContain(
      [ADDED_PAGE.label, ...column.slice(0, 1).map(({ label }) => label)].join(),
    )
  })

  test('an article names a photograph and a drawing', async ({ read, tree }) => {
    const card = parse(await read('blog.html')).getElementById('a-quokka')
    expect(card?.querySelector('img')?.attributes).toEqual({
      alt: 'A candle',
      loading: 'lazy',
      src: '/pictures/quokka.jpg',
      width: String(PHOTO.width),
      height: String(PHOTO.height),
    })
    const published = await readdir(join(tree, 'web/dist/client/pictures'))
    expect(published).toEqual(expect.arrayContaining(['named.svg', 'quokka.jpg']))
  })

  test('the postal address stands in both legal texts and in the emails, which have the name of the brand, and without REFERRALS nothing for friends', async ({
    read,
    tree,
  }) => {
    const { name, origin, postalAddress } = ANOTHER_BRAND
    for (const page of ['terms.html', 'privacy.html']) {
      const { text } = parse(await read(page))
      expect(text, page).toContain(`By post: ${name}, ${postalAddress}.`)
    }
    const mails = readTemplates(join(tree, 'web/dist/mails.json'))
    expect(mails).toMatchObject({ name, origin })
    const { html, text } = mails.invite
    for (const words of [name, origin, mails.supportEmail, postalAddress])
      expect(text).toContain(words)
    expect(html + text + (await read('privacy.html'))).not.toMatch(/friend/)
  })

  test('no file that is built has a colour or a name of the former brand', async ({ tree }) => {
    const dist = join(tree, 'web/dist')
    const isText = (name: string) => /\.\w+$/.test(name) && !/\.(?:br|gz|png|ico|woff2)$/.test(name)
    const names = (await readdir(dist, { recursive: true })).filter(isText)
    expect(names.length).toBeGreaterThan(40)
    const left = await Promise.all(
      names.map(async (name) => {
        const text = (await readFile(join(dist, name), 'utf8')).toLowerCase()
        return [...ourColours, ...ourWords]
          .filter((ours) => text.includes(ours.toLowerCase()))
          .map((ours) => `${name}: ${ours}`)
      }),
    )
    expect(left.flat()).toEqual([])
  })

  test('a link that is `none` leaves nothing: no icon, no badge, no origin that may be loaded', async ({
    read,
  }) => {
    const home = parse(await read('index.html'))
    const away = home.querySelectorAll('a[target=_blank]').map((link) => link.getAttribute('href'))
    expect(away).toEqual(['https://www.instagram.com/quokka.example'])
    expect(home.querySelector('script[type="application/ld+json"]')?.text).toContain(
      `"sameAs":${JSON.stringify(away)}`,
    )
    expect(await read('privacy.html')).not.toMatch(/badge|Product Hunt/)
    expect(await read('../site.json')).toContain("img-src 'self';")
  })

  test('the header is one row with a name of two words and one link more', async ({ open }) => {
    const page = await open('/', { viewport: { width: 1440, height: 800 } })
    const height = async () => (await page.getByRole('banner').boundingBox())?.height
    const wide = await height()
    const link = page.getByRole('banner').getByRole('link', { name: ADDED_PAGE.label })
    await expect(link).toBeVisible()
    for (const width of [768, 800, 1024]) {
      await page.setViewportSize({ width, height: 800 })
      expect(await height(), `${width} px`).toBe(wide)
      expect(await page.evaluate(layoutProblems), `${width} px`).toEqual([])
    }
  })

  test('an empty list and content that is null leave nothing: no heading, no counter, no open positions, no words without a link', async ({
    read,
  }) => {
    for (const [file, words] of [
      ['index.html', testimonials.title],
      ['waitlist.html', trusted.title],
      ['waitlist.html', counter?.figure],
      ['pricing.html', faq.title],
      ['about.html', journey.title],
      ['about.html', hiring?.title],
      ['about.html', hiring?.button.label],
    ] as const) {
      const html = await read(file)
      expect(html + parse(html).text, file).not.toContain(words)
    }
    expect(await read('../nginx/samples.json')).not.toMatch(/Counter|Hiring/)
    const blog = parse(await read('blog.html'))
    expect(blog.querySelectorAll('[role=tab], [role=tabpanel]').length).toBe(0)
    expect(blog.querySelectorAll('article').length).toBe((await readPosts()).length + 1)
    const entries = parse(await read('index.html')).querySelectorAll('footer nav li > a')
    expect(entries.length).toBeGreaterThan(5)
    expect(entries.filter((entry) => !entry.hasAttribute('href'))).toEqual([])
  })

  test('a question that is removed from the fields is neither asked nor in the privacy policy', async ({
    read,
  }) => {
    const questions = parse(await read('waitlist.html')).querySelectorAll('form [name]')
    const names = questions.map((question) => question.getAttribute('name'))
    expect(names).toContain('role')
    expect(names).not.toContain('company')
    expect(parse(await read('privacy.html')).text).not.toMatch(/(?:your|and) company/i)
  })

  test('an added plan has a card, and cards and terms have the currency of the plans', async ({
    read,
  }) => {
    const pricing = parse(await read('pricing.html'))
    const named = pricing.querySelectorAll('article h2').map(({ text }) => text)
    expect(named).toEqual([...plans.map(({ name }) => name), ADDED_PLAN])
    const prices = [...plans, ...plans.slice(-1)].map(({ price }) => inEuros(price))
    const cards = pricing.querySelectorAll('article').map(({ text }) => text)
    expect(cards).toEqual(prices.map((price) => expect.stringContaining(price)))

    expect(pricing.text).toContain('Prices are in euros.')
    expect(parse(await read('terms.html')).text).toContain('All prices are in euros (EUR).')
    for (const file of ['index.html', 'pricing.html', 'terms.html']) {
      expect(await read(file), file).not.toMatch(/US dollars|USD/)
    }
  })

  test('an article can have a long line of code and a wide table, pictures, tasks and struck-out words, and links to pages and files', async ({
    open,
  }) => {
    const page = await open(postPath('a-quokka'), { viewport: PHONE })
    const post = page.locator('#a-quokka')
    const overflow = (element: Locator) =>
      element.evaluate(({ clientWidth, scrollWidth }) => scrollWidth - clientWidth)
    for (const wide of ['pre', 'div:has(> table)']) {
      expect(await overflow(post.locator(wide)), wide).toBeGreaterThan(0)
    }
    expect(await overflow(page.locator('html'))).toBe(0)
    await expect(post.getByRole('cell', { name: '$12' })).toHaveCSS('text-align', /right$/)
    await expect(post.getByRole('checkbox', { checked: true })).toHaveCount(1)
    await expect(post.getByRole('checkbox', { checked: false })).toHaveCount(1)
    await expect(post.locator('del')).toHaveText('struck out')

    const picture = post.getByRole('img', { name: 'A candle', exact: true }).last()
    await picture.scrollIntoViewIfNeeded()
    await expect(picture).toHaveJSProperty('naturalWidth', 1200)
    const { width = 0, height = 0 } = (await picture.boundingBox()) ?? {}
    expect(width).toBeLessThan(PHONE.width)
    expect(width / height).toBeCloseTo(1200 / 630, 1)

    await page.evaluate(() => Object.assign(window, { same: true }))
    await post.getByRole('link', { name: 'plans' }).click()
    await page.waitForURL('/pricing')
    expect(await page.evaluate(() => 'same' in window)).toBe(true)
    await page.goBack()
    const response = page.waitForResponse(`**${files.feed}`)
    await post.getByRole('link', { name: 'feed' }).click()
    expect((await response).status()).toBe(200)
  })
})

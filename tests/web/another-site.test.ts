import { execFile } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { oklch } from 'culori'
import { parse } from 'node-html-parser'
import type { Locator } from 'playwright'
import sharp from 'sharp'
import { describe, expect, inject, test } from 'vitest'
import { brand, palette } from '../../web/content/brand.ts'
import { exampleProduct } from '../../web/content/example-product.ts'
import { faq } from '../../web/content/faq.ts'
import { files } from '../../web/content/files.ts'
import { postPath } from '../../web/content/post.ts'
import { testimonials } from '../../web/content/testimonials.ts'
import { trusted } from '../../web/content/waitlist.ts'
import { shade } from '../../web/design/shades.ts'
import { PRESS, useAnotherSite } from '../support/another-site.ts'
import { layoutProblems } from '../support/layout/in-page.ts'
import { PHONE } from '../support/site.ts'

/** Sample products in the case studies keep their colours, so only these are looked for. */
const ourColours = [...new Set(JSON.stringify(shade).match(/#[0-9a-f]{6}/g))]
const ourWords = [brand.name, new URL(brand.origin).hostname, ...Object.values(exampleProduct)]

/** The files of a folder by name, except the compressed copies. */
async function filesOf(folder: string): Promise<string[]> {
  const names = await readdir(folder, { recursive: true })
  return names.filter((name) => /\.\w+$/.test(name) && !/\.(?:br|gz)$/.test(name))
}

/** The share of a picture's pixels that have the hue of our accent. */
async function accented(file: string): Promise<number> {
  const { data } = await sharp(file)
    .resize(120)
    .flatten({ background: '#000' })
    .raw()
    .toBuffer({ resolveWithObject: true })
  const ours = oklch(palette.accent)?.h ?? 0
  let found = 0
  for (let at = 0; at < data.length; at += 3) {
    const [r = 0, g = 0, b = 0] = [...data.subarray(at, at + 3)].map((value) => value / 255)
    const { c, h = 0 } = oklch({ mode: 'rgb', r, g, b })
    if (c > 0.08 && Math.abs(((h - ours + 540) % 360) - 180) < 30) found += 3 / data.length
  }
  return found
}

describe('the site of another owner', () => {
  const { tree, read, open, origin } = useAnotherSite()

  test('changed content compiles without changed code', async () => {
    const check = promisify(execFile)('npx', ['tsc', '-p', 'web', '--noEmit'], { cwd: tree() })
    expect((await check.catch((error: { stdout: string }) => error)).stdout).toBe('')
  }, 120_000)

  test('components have the same class names in every folder', async () => {
    const names = (html: string) => html.match(/(?<=data-styled\.g\d+\[id=")[^"]+/g)?.sort()
    const ours = names(await readFile(join(inject('siteDir'), 'client/terms.html'), 'utf8'))
    expect(ours?.length).toBeGreaterThan(20)
    expect(names(await read('terms.html'))).toEqual(ours)
  })

  test('a page in a folder within a folder hydrates in the browser', async () => {
    const page = await open(PRESS.path)
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe(PRESS.title)
  })

  test('no file that is built has a colour or a name of the former brand', async () => {
    const dist = join(tree(), 'web/dist')
    const names = (await filesOf(dist)).filter((name) => !/\.(?:png|ico|woff2)$/.test(name))
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

  test('no picture that is built has the hue of the former accent', async () => {
    const pictures = (folder: string) =>
      filesOf(folder).then((names) => names.filter((name) => name.endsWith('.png')))
    const ours = join(inject('siteDir'), 'client')
    expect(await accented(join(ours, 'share/home.png'))).toBeGreaterThan(0.05)

    const theirs = join(tree(), 'web/dist/client')
    const names = await pictures(theirs)
    expect(names.length).toBeGreaterThan(10)
    for (const name of names) expect(await accented(join(theirs, name)), name).toBe(0)
  })

  test.each([768, 800, 840, 880, 1024])(
    'the header is one row with a name of two words and a fifth link, %i px wide',
    async (width) => {
      const page = await open('/', { viewport: { width, height: 800 }, reducedMotion: 'reduce' })
      const height = async () => (await page.getByRole('banner').boundingBox())?.height
      const narrow = await height()
      expect(await page.evaluate(layoutProblems)).toEqual([])

      await page.setViewportSize({ width: 1440, height: 800 })
      expect(await page.getByRole('banner').getByRole('link', { name: 'Press' }).isVisible()).toBe(
        true,
      )
      expect(narrow).toBe(await height())
    },
  )

  test.each([
    ['index.html', testimonials.title],
    ['waitlist.html', trusted.title],
    ['pricing.html', faq.title],
    ['pricing.html', 'FAQPage'],
  ])('an empty list leaves no heading: %s has no “%s”', async (file, words) => {
    const ours = await readFile(join(inject('siteDir'), 'client', file), 'utf8')
    expect(ours).toContain(words)
    expect(await read(file)).not.toContain(words)
  })

  test('a blog without case studies has articles and no tabs', async () => {
    const blog = parse(await read('blog.html'))
    expect(blog.querySelectorAll('[role=tab], [role=tabpanel]').length).toBe(0)
    expect(blog.querySelectorAll('article').length).toBe(4)
  })

  test('a third plan has a card, and the share picture shows two prices', async () => {
    const pricing = parse(await read('pricing.html'))
    const named = pricing.querySelectorAll('article h2').map(({ text }) => text)
    expect(named).toEqual(['Free', 'Pro', 'Team'])

    const alt = pricing.querySelector('meta[property="og:image:alt"]')?.getAttribute('content')
    expect(alt, 'as many as the picture has room for').toMatch(
      /price tags that say \$0 and \$12\.$/,
    )
  })

  /** An expanded article in a hydrated page. */
  const openPost = async (): Promise<Locator> =>
    (await open(postPath('a-post'), { viewport: PHONE })).locator('#a-post')

  const widths = (element: Locator) =>
    element.evaluate(({ clientWidth, scrollWidth }) => ({ clientWidth, scrollWidth }))

  describe('an article', () => {
    test.each([
      ['a long line of code', 'pre'],
      ['a wide table', 'div:has(> table)'],
    ])('an article with %s does not widen the page', async (_what, selector) => {
      const post = await openPost()
      const element = await widths(post.locator(selector))
      expect(element.scrollWidth).toBeGreaterThan(element.clientWidth)
      const whole = await widths(post.page().locator('html'))
      expect(whole.scrollWidth).toBe(whole.clientWidth)
    })

    test('an article loads a picture when it is seen and fits it to its width', async () => {
      const picture = (await openPost()).getByRole('img', { name: 'A candle', exact: true }).last()
      await picture.scrollIntoViewIfNeeded()
      await expect
        .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
        .toBe(1200)
      const { width = 0, height = 0 } = (await picture.boundingBox()) ?? {}
      expect(width).toBeLessThan(PHONE.width)
      expect(width / height).toBeCloseTo(1200 / 630, 1)
    })

    test.each([
      ['pre', 'background-color'],
      ['p > code', 'background-color'],
      ['blockquote', 'border-left-width'],
      ['hr', 'margin-top'],
      ['h2:not([id])', 'margin-top'],
    ])('an article styles %s', async (selector, property) => {
      const post = await openPost()
      const style = (element: Locator) =>
        element.evaluate((node, name) => getComputedStyle(node).getPropertyValue(name), property)
      expect(await style(post.locator(selector).first())).not.toBe(
        await style(post.locator('p').last()),
      )
    })

    test('an article can have tables, tasks and struck-out words', async () => {
      const post = await openPost()
      const prices = post.getByRole('cell', { name: '$12' })
      expect(await prices.evaluate((cell) => getComputedStyle(cell).textAlign)).toMatch(/right$/)
      expect(await post.getByRole('columnheader').count()).toBe(10)
      expect(
        await post
          .getByRole('checkbox')
          .evaluateAll((boxes) => boxes.map((box) => (box as HTMLInputElement).checked)),
      ).toEqual([true, false])
      expect(await post.locator('del').textContent()).toBe('struck out')
    })

    test('an article links to pages by the router and to files by a document', async () => {
      const post = await openPost()
      const page = post.page()
      await page.evaluate(() => Object.assign(window, { same: true }))
      await post.getByRole('link', { name: 'plans' }).click()
      await page.waitForURL(new URL('/pricing', origin()).href)
      expect(await page.evaluate(() => 'same' in window)).toBe(true)

      await page.goBack()
      const [answer] = await Promise.all([
        page.waitForResponse(new URL(files.feed, origin()).href),
        post.getByRole('link', { name: 'feed' }).click(),
      ])
      expect(answer.status()).toBe(200)
    })
  })
})

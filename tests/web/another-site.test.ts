import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { parse } from 'node-html-parser'
import type { Locator } from 'playwright'
import { describe, expect, inject, test } from 'vitest'
import { aboutHead } from '../../web/content/about.ts'
import { faq } from '../../web/content/faq.ts'
import { files } from '../../web/content/files.ts'
import { paths } from '../../web/content/navigation.ts'
import { postPath } from '../../web/content/post.ts'
import { testimonials } from '../../web/content/testimonials.ts'
import { trusted } from '../../web/content/waitlist.ts'
import { MOVED, useAnotherSite } from '../support/another-site.ts'
import { PHONE } from '../support/site.ts'

describe('the site of another owner', () => {
  const { tree, read, open, origin } = useAnotherSite()

  test('changes of the content need none of the code', async () => {
    const check = promisify(execFile)('npx', ['tsc', '-p', 'web', '--noEmit'], { cwd: tree() })
    expect((await check.catch((error: { stdout: string }) => error)).stdout).toBe('')
  }, 120_000)

  test('components have the same names, in whatever folder they are built', async () => {
    const names = (html: string) => html.match(/(?<=data-styled\.g\d+\[id=")[^"]+/g)?.sort()
    const ours = names(await readFile(join(inject('siteDir'), 'client/terms.html'), 'utf8'))
    expect(ours?.length).toBeGreaterThan(20)
    expect(names(await read('terms.html'))).toEqual(ours)
  })

  test('a page in a folder within a folder is found in the browser, too', async () => {
    const page = await open(MOVED)
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe(aboutHead.title)
  })

  test.each([
    ['index.html', testimonials.title],
    ['waitlist.html', trusted.title],
    ['pricing.html', faq.title],
    ['pricing.html', 'FAQPage'],
  ])('a list that is empty leaves nothing: in %s no “%s”', async (file, words) => {
    const ours = await readFile(join(inject('siteDir'), 'client', file), 'utf8')
    expect(ours).toContain(words)
    expect(await read(file)).not.toContain(words)
  })

  test('a blog without stories has articles, and no tabs', async () => {
    const blog = parse(await read('blog.html'))
    expect(blog.querySelectorAll('[role=tab], [role=tabpanel]').length).toBe(0)
    expect(blog.querySelectorAll('article').length).toBe(4)
  })

  test('there may be more than two plans', async () => {
    const pricing = parse(await read('pricing.html'))
    const named = pricing.querySelectorAll('article h2').map(({ text }) => text)
    expect(named).toEqual(['Free', 'Pro', 'Team'])

    const alt = pricing.querySelector('meta[property="og:image:alt"]')?.getAttribute('content')
    expect(alt, 'as many as the picture has room for').toMatch(
      /price tags that say \$0 and \$12\.$/,
    )
  })

  /** The article, opened, in a page that answers to clicks. */
  const openPost = async (): Promise<Locator> =>
    (await open(postPath('a-post'), { viewport: PHONE })).locator('#a-post')

  const widths = (element: Locator) =>
    element.evaluate(({ clientWidth, scrollWidth }) => ({ clientWidth, scrollWidth }))

  describe('an article', () => {
    test.each([
      ['a long line of code', 'pre'],
      ['a wide table', 'div:has(> table)'],
    ])('is as wide as the page beside %s, which is scrolled by itself', async (_what, selector) => {
      const post = await openPost()
      const element = await widths(post.locator(selector))
      expect(element.scrollWidth).toBeGreaterThan(element.clientWidth)
      const whole = await widths(post.page().locator('html'))
      expect(whole.scrollWidth).toBe(whole.clientWidth)
    })

    test('shows a picture within its own width, once it is seen', async () => {
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
    ])('has a look for %s', async (selector, property) => {
      const post = await openPost()
      const look = (element: Locator) =>
        element.evaluate((node, name) => getComputedStyle(node).getPropertyValue(name), property)
      const plain = await look(post.locator('p').last())
      expect(await look(post.locator(selector).first())).not.toBe(plain)
    })

    test('has tables, tasks and what is struck out', async () => {
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

    test('leads to pages without loading a document, and to files by one', async () => {
      const post = await openPost()
      const page = post.page()
      await page.evaluate(() => Object.assign(window, { same: true }))
      await post.getByRole('link', { name: 'plans' }).click()
      await page.waitForURL(new URL(paths.pricing, origin()).href)
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

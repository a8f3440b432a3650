import type { Page } from 'playwright'
import { describe, expect, test } from 'vitest'
import { blogWords } from '../../web/content/blog.ts'
import { notFound } from '../../web/content/errors.ts'
import { footer, headerLinks } from '../../web/content/navigation.ts'
import { pageMeta } from '../../web/content/pages.ts'
import { postPath } from '../../web/content/post.ts'
import { hydrated, PATHS } from '../support/routes.ts'
import { NOT_FOUND_NOTE, useSite } from '../support/site.ts'

/** Stands in the window for as long as the document is the same. */
const markDocument = (page: Page) => page.evaluate(() => Object.assign(window, { same: true }))
const isSameDocument = (page: Page) => page.evaluate(() => 'same' in window)

const scrollY = (page: Page) => page.evaluate(() => window.scrollY)

/** @returns where the page then stands, once its scroll event has told so */
const scrollOn = (page: Page, by: number) =>
  page.evaluate(async (top) => {
    const scrolled = new Promise((resolve) => {
      window.addEventListener('scroll', resolve, { once: true })
    })
    window.scrollBy(0, top)
    await scrolled
    return window.scrollY
  }, by)

/** By the header, which is at hand wherever the page stands. */
async function leaveForPricing(page: Page): Promise<void> {
  await page.getByRole('navigation', { name: 'Main' }).getByText('Pricing').click()
  await page.getByRole('heading', { level: 1, name: 'Simple pricing' }).waitFor()
  await expect.poll(() => scrollY(page)).toBe(0)
}

/** By the link for those who use no pointer. */
async function skip(page: Page): Promise<void> {
  await page.locator('a[href="#main"]').press('Enter')
  await page.waitForURL('**#main')
}

describe('navigation', () => {
  const { open } = useSite()

  test.each([
    ['/terms', '/privacy'],
    ['/terms', '/pricing'],
    ['/blog', '/features'],
  ])('the text of %s leads on to %s without reloading', async (path, to) => {
    const page = await open(path)
    await hydrated(page)
    await markDocument(page)
    const link = page.locator(`main p a[href="${to}"], main li a[href="${to}"]`)
    // in an article that is folded as yet
    await link.dispatchEvent('click')
    await page.waitForURL(`**${to}`)
    await page.waitForFunction((title) => document.title === title, pageMeta(to).title)
    expect(await isSameDocument(page)).toBe(true)
  })

  // The page fails the test on any hydration error, and each is left by a click.
  test.each(PATHS)('%s hydrates, and leads on without reloading', async (path) => {
    const page = await open(path)
    await hydrated(page)
    await markDocument(page)
    const to = path === '/pricing' ? '/about' : '/pricing'
    await page.getByRole('navigation', { name: 'Main' }).locator(`a[href="${to}"]`).click()
    await page.waitForURL(`**${to}`)

    await page.waitForFunction((title) => document.title === title, pageMeta(to).title)
    expect(await isSameDocument(page)).toBe(true)
    const main = page.getByRole('main', { name: pageMeta(to).title, exact: true })
    expect(await main.evaluate((element) => element === document.activeElement)).toBe(true)
    // which is what a phone shares
    const canonical = page.locator('link[rel=canonical]')
    expect(await canonical.getAttribute('href')).toBe(pageMeta(to).canonical)
  })

  test('hydrates in Safari, which has no idle callbacks', async () => {
    const page = await open('/', {
      inPage: () => Object.defineProperty(window, 'requestIdleCallback', { value: undefined }),
    })
    await hydrated(page)
  })

  test('an unknown page hydrates and logs its path', async () => {
    const logged: string[] = []
    const page = await open('/no-such-page', { expected: [NOT_FOUND_NOTE] })
    page.on('console', (message) => logged.push(message.text()))
    await page.reload()
    await hydrated(page)
    await expect.poll(() => logged.join('\n')).toContain('/no-such-page')
  })

  test('a page in other letters is no page, also once it is hydrated', async () => {
    const page = await open('/Pricing', { expected: [NOT_FOUND_NOTE] })
    await hydrated(page)
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe(notFound.title)
  })

  test('scrolls to the top of a new page, and back to where one was', async () => {
    const page = await open('/')
    await hydrated(page)
    await page.getByRole('link', { name: 'Explore Features' }).scrollIntoViewIfNeeded()
    const before = await page.evaluate(() => window.scrollY)
    expect(before).toBeGreaterThan(1000)
    await page.getByRole('link', { name: 'Explore Features' }).click()
    await page.waitForURL(`**/features`)
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)
    await page.goBack()
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(before)
  })

  test('comes back to where one was below a fragment, after a reload too', async () => {
    const page = await open('/terms')
    await hydrated(page)
    await page.getByRole('link', { name: 'Liability', exact: true }).click()
    await page.waitForURL('**#liability')
    const before = await scrollOn(page, 500)
    await leaveForPricing(page)
    await page.reload()
    await hydrated(page)
    await page.goBack()
    await page.getByRole('heading', { level: 1, name: 'Terms' }).waitFor()
    await expect.poll(() => scrollY(page)).toBe(before)
  })

  test('restores positions itself again on a page from the browser’s cache', async () => {
    const page = await open('/')
    await hydrated(page)
    const restoration = await page.evaluate(() =>
      // in a headless browser every page is loaded anew
      ['pagehide', 'pageshow'].map((event) => {
        window.dispatchEvent(new Event(event))
        return window.history.scrollRestoration
      }),
    )
    expect(restoration).toEqual(['auto', 'manual'])
  })

  test('comes back to where one was in an article that a link had opened', async () => {
    const page = await open(postPath('hooks-for-the-first-two-seconds'))
    await hydrated(page)
    const opened = page.getByRole('button', { name: blogWords.showLess })
    await opened.waitFor()
    const before = await scrollOn(page, 400)
    await leaveForPricing(page)
    await page.goBack()
    await opened.waitFor()
    await expect.poll(() => scrollY(page)).toBe(before)
  })

  test('tells the same fragment of two pages apart', async () => {
    const page = await open('/terms')
    await hydrated(page)
    await skip(page)
    const before = await scrollOn(page, 1500)
    await leaveForPricing(page)
    await skip(page)
    await scrollOn(page, 300)
    await page.goBack()
    await page.goBack()
    await page.getByRole('heading', { level: 1, name: 'Terms' }).waitFor()
    await expect.poll(() => scrollY(page)).toBe(before)
  })

  test('goes to a fragment of the page at hand, back and forth', async () => {
    const page = await open('/terms')
    await hydrated(page)
    const tops: number[] = []
    for (const fragment of ['#liability', '#payment']) {
      await page.locator(`nav [href="${fragment}"]`).click()
      await page.waitForURL(`**${fragment}`)
      tops.push(await scrollY(page))
    }
    await page.goBack()
    await expect.poll(() => scrollY(page)).toBe(tops[0])
    await page.goForward()
    await expect.poll(() => scrollY(page)).toBe(tops[1])
  })

  test('goes on where the browser may keep nothing', async () => {
    const page = await open('/', {
      inPage: () => {
        Object.defineProperty(window, 'sessionStorage', {
          get: () => {
            throw new DOMException('denied', 'SecurityError')
          },
        })
      },
    })
    await hydrated(page)
    await page.getByRole('link', { name: 'Explore Features' }).click()
    await page.getByRole('heading', { level: 1 }).filter({ hasNotText: 'Turn any' }).waitFor()
    expect(await page.getByRole('heading', { name: 'Unexpected' }).count()).toBe(0)
  })

  test('the header shows where one is after an unknown address below it, too', async () => {
    const page = await open(`/blog/no-such-article`, { expected: [NOT_FOUND_NOTE] })
    await hydrated(page)
    const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Blog' })
    expect(await link.getAttribute('aria-current')).toBe(null)
    await link.click()
    await expect.poll(() => link.getAttribute('aria-current')).toBe('page')
  })

  test('the header shows where one is', async () => {
    const page = await open('/features')
    const nav = page.getByRole('navigation', { name: 'Main' })
    for (const { label, to } of headerLinks) {
      const link = nav.getByRole('link', { name: label })
      const current = to === '/features' ? 'page' : null
      expect(await link.getAttribute('aria-current'), label).toBe(current)
    }
  })

  test('the header darkens once the page is scrolled more than 20 px', async () => {
    const page = await open('/')
    await hydrated(page)
    const header = page.getByRole('banner')
    const ground = () => header.evaluate((element) => getComputedStyle(element).backgroundColor)
    const scroll = (top: number) => page.evaluate((y) => window.scrollTo(0, y), top)

    await scroll(20)
    await page.waitForTimeout(300)
    const light = await ground()
    await scroll(21)
    await expect.poll(ground).not.toBe(light)
    await scroll(0)
    await expect.poll(ground).toBe(light)
  })

  test('the skip link leads past the header', async () => {
    const page = await open('/')
    await page.keyboard.press('Tab')
    const skip = page.getByRole('link', { name: 'Skip to content' })
    expect(await skip.evaluate((link) => link === document.activeElement)).toBe(true)
    await page.keyboard.press('Enter')
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('main')
  })

  test('the footer has its placeholders, and social links in new tabs', async () => {
    const page = await open('/')
    const contentinfo = page.getByRole('contentinfo')
    for (const label of ['Blog', 'Careers', 'Security']) {
      await contentinfo.getByText(label, { exact: false }).first().waitFor()
      expect(await contentinfo.getByRole('link', { name: label }).count(), label).toBe(0)
    }
    for (const { label, href } of footer.social) {
      const link = contentinfo.getByRole('link', { name: label })
      expect(await link.getAttribute('href')).toBe(href)
      expect(await link.getAttribute('target')).toBe('_blank')
      expect(await link.getAttribute('rel')).toBe('noopener noreferrer')
    }
  })
})

import type { Page } from 'playwright'
import { describe, expect, test } from 'vitest'
import { blogWords } from '../../web/content/blog.ts'
import { notFound } from '../../web/content/errors.ts'
import { footer, headerLinks } from '../../web/content/navigation.ts'
import { pageMeta } from '../../web/content/pages.ts'
import { postPath } from '../../web/content/post.ts'
import type { PageOptions } from '../support/browser-page.ts'
import { hydrated, PATHS } from '../support/routes.ts'
import { NOT_FOUND_NOTE, useSite } from '../support/site.ts'

/** Marks the window, so that a later call can tell whether a new document was loaded. */
const markDocument = (page: Page) => page.evaluate(() => Object.assign(window, { same: true }))
const isSameDocument = (page: Page) => page.evaluate(() => 'same' in window)

const mainNav = (page: Page) => page.getByRole('navigation', { name: 'Main' })
const scrollY = (page: Page) => page.evaluate(() => window.scrollY)

/** @returns the new position, after its scroll event */
const scrollOn = (page: Page, by: number) =>
  page.evaluate(async (top) => {
    const scrolled = new Promise((resolve) => {
      window.addEventListener('scroll', resolve, { once: true })
    })
    window.scrollBy(0, top)
    await scrolled
    return window.scrollY
  }, by)

async function leaveForPricing(page: Page): Promise<void> {
  await mainNav(page).getByText('Pricing').click()
  await page.getByRole('heading', { level: 1, name: 'Simple pricing' }).waitFor()
  await expect.poll(() => scrollY(page)).toBe(0)
}

async function goBackTo(page: Page, heading: string, position: number): Promise<void> {
  await page.goBack()
  await page.getByRole('heading', { level: 1, name: heading }).waitFor()
  await expect.poll(() => scrollY(page)).toBe(position)
}

async function useSkipLink(page: Page): Promise<void> {
  await page.locator('a[href="#main"]').press('Enter')
  await page.waitForURL('**#main')
}

describe('navigation', () => {
  const { open } = useSite()
  const openHydrated = async (path: string, options?: PageOptions) => {
    const page = await open(path, options)
    await hydrated(page)
    return page
  }

  test.each([
    ['/terms', '/privacy'],
    ['/blog', '/features'],
  ])('a link in the text of %s navigates to %s without loading a document', async (path, to) => {
    const page = await openHydrated(path)
    await markDocument(page)
    const link = page.locator(`main p a[href="${to}"], main li a[href="${to}"]`)
    // A dispatched event also reaches a link in a folded article.
    await link.dispatchEvent('click')
    await page.waitForFunction((title) => document.title === title, pageMeta(to).title)
    expect(await isSameDocument(page)).toBe(true)
  })

  // Any hydration error in the page fails the test.
  test.each(PATHS)('%s hydrates, and a link in its header loads no document', async (path) => {
    const page = await openHydrated(path)
    await markDocument(page)
    const to = path === '/pricing' ? '/about' : '/pricing'
    const { title, canonical } = pageMeta(to)
    await mainNav(page).locator(`a[href="${to}"]`).click()
    await page.waitForFunction((expected) => document.title === expected, title)
    expect(await isSameDocument(page)).toBe(true)
    const main = page.getByRole('main', { name: title, exact: true })
    expect(await main.evaluate((element) => element === document.activeElement)).toBe(true)
    expect(await page.locator('link[rel=canonical]').getAttribute('href')).toBe(canonical)
  })

  test('a page hydrates in Safari, which has no idle callbacks', async () => {
    await openHydrated('/', {
      inPage: () => Object.defineProperty(window, 'requestIdleCallback', { value: undefined }),
    })
  })

  test('the not-found page hydrates and logs its path', async () => {
    const logged: string[] = []
    const page = await open('/no-such-page', { expected: [NOT_FOUND_NOTE] })
    page.on('console', (message) => logged.push(message.text()))
    await page.reload()
    await hydrated(page)
    await expect.poll(() => logged.join('\n')).toContain('/no-such-page')
  })

  test('a path in other capitals stays the not-found page after hydration', async () => {
    const page = await openHydrated('/Pricing', { expected: [NOT_FOUND_NOTE] })
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe(notFound.title)
  })

  test('a new page starts at its top, and Back restores the old position', async () => {
    const page = await openHydrated('/')
    const link = page.getByRole('link', { name: 'Explore Features' })
    await link.scrollIntoViewIfNeeded()
    const before = await scrollY(page)
    expect(before).toBeGreaterThan(1000)
    await link.click()
    await page.waitForURL('**/features')
    await expect.poll(() => scrollY(page)).toBe(0)
    await goBackTo(page, 'Turn any', before)
  })

  test('Back restores a position below a fragment, even after a reload', async () => {
    const page = await openHydrated('/terms')
    await page.getByRole('link', { name: 'Liability', exact: true }).click()
    await page.waitForURL('**#liability')
    const before = await scrollOn(page, 500)
    await leaveForPricing(page)
    await page.reload()
    await hydrated(page)
    await goBackTo(page, 'Terms', before)
  })

  test('Back restores the position in an article that a link had opened', async () => {
    const page = await openHydrated(postPath('hooks-for-the-first-two-seconds'))
    await page.getByRole('button', { name: blogWords.showLess }).waitFor()
    const before = await scrollOn(page, 400)
    await leaveForPricing(page)
    await goBackTo(page, 'Insights', before)
  })

  test('the same fragment of two pages has a position for each', async () => {
    const page = await openHydrated('/terms')
    await useSkipLink(page)
    const before = await scrollOn(page, 1500)
    await leaveForPricing(page)
    await useSkipLink(page)
    await scrollOn(page, 300)
    await page.goBack()
    await goBackTo(page, 'Terms', before)
  })

  test('Back and Forward move between fragments of one page', async () => {
    const page = await openHydrated('/terms')
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

  test('a page from the back/forward cache restores positions itself again', async () => {
    const page = await openHydrated('/')
    const restoration = await page.evaluate(() =>
      // Headless browsers have no such cache.
      ['pagehide', 'pageshow'].map((event) => {
        window.dispatchEvent(new Event(event))
        return window.history.scrollRestoration
      }),
    )
    expect(restoration).toEqual(['auto', 'manual'])
  })

  test('links work in a browser that denies storage', async () => {
    const page = await openHydrated('/', {
      inPage: () => {
        Object.defineProperty(window, 'sessionStorage', {
          get: () => {
            throw new DOMException('denied', 'SecurityError')
          },
        })
      },
    })
    await leaveForPricing(page)
    expect(await page.getByRole('heading', { name: 'Unexpected' }).count()).toBe(0)
  })

  test('the header marks the link of the current page, and no other', async () => {
    const page = await open('/features')
    for (const { label, to } of headerLinks) {
      const link = mainNav(page).getByRole('link', { name: label })
      const current = to === '/features' ? 'page' : null
      expect(await link.getAttribute('aria-current'), label).toBe(current)
    }
  })

  test('the header marks a link only on its own page, not below its path', async () => {
    const page = await openHydrated('/blog/no-such-article', { expected: [NOT_FOUND_NOTE] })
    const link = mainNav(page).getByRole('link', { name: 'Blog' })
    expect(await link.getAttribute('aria-current')).toBe(null)
    await link.click()
    await expect.poll(() => link.getAttribute('aria-current')).toBe('page')
  })

  test('the header darkens once the page is scrolled more than 20 px', async () => {
    const page = await openHydrated('/')
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

  test('the skip link is the first stop, and moves the focus past the header', async () => {
    const page = await open('/')
    await page.keyboard.press('Tab')
    const link = page.getByRole('link', { name: 'Skip to content' })
    expect(await link.evaluate((element) => element === document.activeElement)).toBe(true)
    await page.keyboard.press('Enter')
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('main')
  })

  test('footer entries without a page are no links, and social links open a new tab', async () => {
    const contentinfo = (await open('/')).getByRole('contentinfo')
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

import type { Page } from 'playwright'
import { describe, expect, test } from 'vitest'
import { notFound } from '../../../web/content/errors.ts'
import { footer } from '../../../web/content/navigation.ts'
import { pageMeta } from '../../../web/routes/page-meta.ts'
import type { PageOptions } from '../../support/browser-page.ts'
import { hydrated, PATHS } from '../../support/routes.ts'
import { NOT_FOUND_NOTE, useSite } from '../../support/site.ts'

/** Marks the window, so that a later call can tell whether a new document was loaded. */
const markDocument = (page: Page) => page.evaluate(() => Object.assign(window, { same: true }))
const isSameDocument = (page: Page) => page.evaluate(() => 'same' in window)

const mainNav = (page: Page) => page.getByRole('navigation', { name: 'Main' })
const scrollY = (page: Page) => page.evaluate(() => window.scrollY)

async function leaveForPricing(page: Page): Promise<void> {
  await mainNav(page).getByText('Pricing').click()
  await page.getByRole('heading', { level: 1, name: 'Simple pricing' }).waitFor()
  await expect.poll(() => scrollY(page)).toBe(0)
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
    await page.goBack()
    await page.getByRole('heading', { level: 1, name: 'Turn any' }).waitFor()
    await expect.poll(() => scrollY(page)).toBe(before)
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

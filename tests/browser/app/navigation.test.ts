// Guards navigation.

import type { Page } from '@playwright/test'
import { errorScreen, notFound } from '../../../web/content/errors.ts'
import { closing } from '../../../web/content/home.ts'
import { footer, joinLink } from '../../../web/content/navigation.ts'
import { pageMeta } from '../../../web/routes/page-meta.ts'
import { expect, type Open, type PageOptions, test } from '../../support/browser/test.ts'
import { headline, hydrated, mainNavigation, PATHS } from '../../support/routes.ts'
import { MISSING_CHUNK, NOT_FOUND_NOTE } from '../../support/site.ts'

/** Marks the window, so that a later call can tell whether a new document was loaded. */
const markDocument = (page: Page) => page.evaluate(() => Object.assign(window, { same: true }))
const isSameDocument = (page: Page) => page.evaluate(() => 'same' in window)

const scrollY = (page: Page) => page.evaluate(() => window.scrollY)

async function leaveForPricing(page: Page): Promise<void> {
  await mainNavigation(page).locator('[href="/pricing"]').click()
  await expect(headline(page, '/pricing')).toBeVisible()
  await expect.poll(() => scrollY(page)).toBe(0)
}

test.describe('navigation', () => {
  const openHydrated = async (open: Open, path: string, options?: PageOptions) => {
    const page = await open(path, options)
    await hydrated(page)
    return page
  }

  for (const [path, to] of [
    ['/terms', '/privacy'],
    ['/blog', '/features'],
  ] as const) {
    test(`a link in the text of ${path} navigates to ${to} without loading a document`, async ({
      open,
    }) => {
      const page = await openHydrated(open, path)
      await markDocument(page)
      const link = page.locator(`main p a[href="${to}"], main li a[href="${to}"]`)
      // A dispatched event also reaches a link in a folded article.
      await link.dispatchEvent('click')
      await expect(page).toHaveTitle(pageMeta(to).title)
      expect(await isSameDocument(page)).toBe(true)
    })
  }

  // Any hydration error in the page fails the test.
  for (const path of PATHS) {
    test(`${path} hydrates, and a link in its header loads no document`, async ({ open }) => {
      const page = await openHydrated(open, path)
      await markDocument(page)
      const to = path === '/pricing' ? '/about' : '/pricing'
      const { title, canonical } = pageMeta(to)
      await mainNavigation(page).locator(`a[href="${to}"]`).click()
      await expect(page).toHaveTitle(title)
      expect(await isSameDocument(page)).toBe(true)
      const main = page.getByRole('main', { name: title, exact: true })
      await expect(main).toBeFocused()
      await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', canonical ?? '')
    })
  }

  test('a path in other capitals stays the not-found page after hydration', async ({ open }) => {
    const page = await openHydrated(open, '/Pricing', { expected: [NOT_FOUND_NOTE] })
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(notFound.title)
  })

  test('a new page starts at its top, and Back restores the old position', async ({ open }) => {
    const page = await openHydrated(open, '/')
    const link = page.getByRole('link', { name: closing.secondary.label })
    await link.scrollIntoViewIfNeeded()
    const before = await scrollY(page)
    expect(before).toBeGreaterThan(1000)
    await link.click()
    await page.waitForURL(`**${closing.secondary.to}`)
    await expect.poll(() => scrollY(page)).toBe(0)
    await page.goBack()
    await expect(headline(page, '/')).toBeVisible()
    await expect.poll(() => scrollY(page)).toBe(before)
  })

  test('links work in a browser that denies storage', async ({ open }) => {
    const page = await openHydrated(open, '/', {
      inPage: () => {
        Object.defineProperty(window, 'sessionStorage', {
          get: () => {
            throw new DOMException('denied', 'SecurityError')
          },
        })
      },
    })
    await leaveForPricing(page)
    await expect(page.getByRole('heading', { name: errorScreen.title })).toHaveCount(0)
  })

  test('the header marks a link only on its own page, not below its path', async ({ open }) => {
    const page = await openHydrated(open, '/blog/no-such-article', { expected: [NOT_FOUND_NOTE] })
    const link = mainNavigation(page).locator('[href="/blog"]')
    await expect(link).not.toHaveAttribute('aria-current')
    await link.click()
    await expect(link).toHaveAttribute('aria-current', 'page')
  })

  test('header and menu mark their button on the page of the form', async ({ open }) => {
    const page = await openHydrated(open, '/waitlist')
    const buttons = page.locator(`header a[href="${joinLink.to}"]`)
    await expect(buttons).toHaveCount(2)
    for (const button of await buttons.all()) {
      await expect(button).toHaveAttribute('aria-current', 'page')
    }
  })

  test('the header darkens once the page is scrolled more than 20 px, also before React is there', async ({
    openBlank,
  }) => {
    const page = await openBlank({ expected: [/ERR_FAILED/, ...MISSING_CHUNK] })
    await page.route('**/assets/chunks/*.js', (route) => route.abort())
    await page.goto('/')
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

  test('footer entries without a page are no links, and social links open a new tab', async ({
    open,
  }) => {
    const contentinfo = (await open('/')).getByRole('contentinfo')
    for (const { label, to } of footer.columns.flatMap(({ links }) => links)) {
      await expect(contentinfo.getByText(label).first()).toBeVisible()
      const link = contentinfo.getByRole('link', { name: label, exact: true })
      await expect(link, label).toHaveCount(to === null ? 0 : 1)
      if (to === null) await expect(contentinfo.locator('a', { hasText: label })).toHaveCount(1)
    }
    for (const { label, href } of footer.social) {
      const link = contentinfo.getByRole('link', { name: label })
      await expect(link).toHaveAttribute('href', href)
      await expect(link).toHaveAttribute('target', '_blank')
      await expect(link).toHaveAttribute('rel', 'noopener noreferrer')
    }
  })
})

import type { Page } from '@playwright/test'
import { pageMeta } from '../../../web/app/head.ts'
import { notFound } from '../../../web/content/error-pages.ts'
import { closing, hero } from '../../../web/content/home.ts'
import { joinLink } from '../../../web/content/navigation.ts'
import { headline, hydrated, mainNavigation, PATHS } from '../../support/routes.ts'
import { NOT_FOUND_NOTE } from '../../support/site.ts'
import { expect, type Open, type PageOptions, test } from '../support/test.ts'

/** Marks the window, so that `isSameDocument` can tell whether a new document has been loaded. */
const markDocument = (page: Page) => page.evaluate(() => Object.assign(window, { same: true }))
const isSameDocument = (page: Page) => page.evaluate(() => 'same' in window)

const scrollY = (page: Page) => page.evaluate(() => window.scrollY)

const openHydrated = async (open: Open, path: string, options?: PageOptions) => {
  const page = await open(path, options)
  await hydrated(page)
  return page
}

test('a link within text navigates without loading a document', async ({ open }) => {
  const page = await openHydrated(open, '/terms')
  await markDocument(page)
  await page.locator('main :is(p, li) a[href="/privacy"]').first().click()
  await expect(page).toHaveTitle(pageMeta('/privacy').title)
  expect(await isSameDocument(page)).toBe(true)
})

// Any hydration error on a page fails the test.
test('every page hydrates, and a link in its header navigates without loading a document', async ({
  openBlank,
}) => {
  test.slow()
  const page = await openBlank()
  for (const path of PATHS) {
    await test.step(path, async () => {
      await page.goto(path)
      await hydrated(page)
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

test('a click on the form drawn in the hero opens the waitlist form', async ({ open }) => {
  const page = await openHydrated(open, '/', { viewport: { width: 1440, height: 900 } })
  const picture = page.getByRole('img', { name: hero.picture.label })
  const { x = 0, y = 0, width = 0, height = 0 } = (await picture.boundingBox()) ?? {}
  // The drawing shows a form field in its upper tenth. A click there opens the real form.
  await page.mouse.click(x + width / 2, y + height * 0.07)
  await page.waitForURL(`**${hero.primary.to}`)
})

test('a path that has the wrong capitals or is below a page is not found, and the console reports it', async ({
  openBlank,
}) => {
  const page = await openBlank({ expected: [NOT_FOUND_NOTE] })
  for (const path of ['/Pricing', '/blog/no-such-article']) {
    const note = page.waitForEvent('console', (message) => message.text().includes('no page'))
    await page.goto(path)
    expect((await note).text()).toContain(path)
    await hydrated(page)
    await expect(page.getByRole('heading', { level: 1 }), path).toHaveText(notFound.title)
  }
  const link = mainNavigation(page).locator('[href="/blog"]')
  await expect(link, 'below the path of the link').not.toHaveAttribute('aria-current')
  await link.click()
  await expect(link).toHaveAttribute('aria-current', 'page')

  const buttons = page.locator(`header a[href="${joinLink.to}"]`)
  await buttons.filter({ visible: true }).click()
  await expect(buttons).toHaveCount(2)
  for (const button of await buttons.all()) {
    await expect(button).toHaveAttribute('aria-current', 'page')
  }
  await expect(link).not.toHaveAttribute('aria-current')
})

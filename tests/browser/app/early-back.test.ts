// Guards navigation.

import type { Page, Route } from '@playwright/test'
import { pageMeta } from '../../../web/routes/page-meta.ts'
import { expect, type Open, test } from '../../support/browser/test.ts'
import { expectProblems } from '../../support/browser/watch.ts'
import { gate } from '../../support/gate.ts'
import { headline, hydrated, mainNavigation } from '../../support/routes.ts'
import { MISSING_CHUNK } from '../../support/site.ts'

const ENTRIES = '**/assets/entries/*.js'
const CHUNKS = '**/assets/chunks/*.js'

test.describe('going back before the page is hydrated', () => {
  /** Goes from the landing page to /about and reloads it; `handle` serves its scripts. */
  async function reloadAbout(
    open: Open,
    handle: (route: Route) => Promise<unknown>,
  ): Promise<Page> {
    const page = await open('/')
    await hydrated(page)
    await mainNavigation(page).locator('[href="/about"]').click()
    await expect(page).toHaveTitle(pageMeta('/about').title)
    expectProblems(page, ...MISSING_CHUNK)
    await page.route(ENTRIES, (route) => handle(route))
    await page.route(CHUNKS, (route) => handle(route))
    await page.reload({ waitUntil: 'commit' })
    await expect(headline(page, '/about')).toBeVisible()
    return page
  }
  const goBack = async (page: Page) => {
    await page.evaluate(() => window.history.back())
    await page.waitForURL((url) => url.pathname === '/', { waitUntil: 'commit' })
  }
  const expectHome = async (page: Page) => {
    await expect(headline(page, '/')).toBeVisible()
    await hydrated(page)
    await expect(page).toHaveTitle(pageMeta('/').title)
    const canonical = await page.locator('link[rel=canonical]').getAttribute('href')
    expect(new URL(canonical ?? '', page.url()).pathname).toBe('/')
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
  }

  test('leads to the previous page when no script has arrived', async ({ open }) => {
    const scripts = gate()
    const page = await reloadAbout(open, async (route) => {
      await scripts.opened
      await route.continue()
    })
    await goBack(page)
    scripts.open()
    await expectHome(page)
  })

  test('leads to the previous page when the chunks cannot be fetched', async ({ open }) => {
    const failed = gate()
    const page = await reloadAbout(open, (route) => {
      if (!route.request().url().includes('/chunks/')) return route.continue()
      failed.open()
      return route.abort()
    })
    await page.waitForLoadState()
    // the first event of a page has no movement
    await page.mouse.move(9, 9, { steps: 3 })
    await failed.opened
    await page.unroute(CHUNKS)
    await goBack(page)
    await expectHome(page)
  })
})

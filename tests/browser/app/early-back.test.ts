import type { Page, Route } from '@playwright/test'
import { describe, expect } from 'vitest'
import { pageMeta } from '../../../web/routes/page-meta.ts'
import { expectProblems } from '../../support/browser-page.ts'
import { type Open, test } from '../../support/fixtures/browser.ts'
import { gate } from '../../support/gate.ts'
import { headline, hydrated, mainNavigation } from '../../support/routes.ts'
import { MISSING_CHUNK } from '../../support/site.ts'

const ENTRIES = '**/assets/entries/*.js'
const CHUNKS = '**/assets/chunks/*.js'

describe('going back before the page is hydrated', () => {
  /** Goes from the landing page to /about and reloads it; `handle` serves its scripts. */
  async function reloadAbout(
    open: Open,
    handle: (route: Route) => Promise<unknown>,
  ): Promise<Page> {
    const page = await open('/')
    await hydrated(page)
    await mainNavigation(page).locator('[href="/about"]').click()
    await expect.poll(() => page.title()).toBe(pageMeta('/about').title)
    expectProblems(page, ...MISSING_CHUNK)
    await page.route(ENTRIES, (route) => handle(route))
    await page.route(CHUNKS, (route) => handle(route))
    await page.reload({ waitUntil: 'commit' })
    await headline(page, '/about').waitFor()
    return page
  }
  const goBack = async (page: Page) => {
    await page.evaluate(() => window.history.back())
    await page.waitForURL((url) => url.pathname === '/', { waitUntil: 'commit' })
  }
  const expectHome = async (page: Page) => {
    await headline(page, '/').waitFor()
    await hydrated(page)
    expect(await page.title()).toBe(pageMeta('/').title)
    const canonical = await page.locator('link[rel=canonical]').getAttribute('href')
    expect(new URL(canonical ?? '', page.url()).pathname).toBe('/')
    expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1)
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
    await page.mouse.move(9, 9)
    await failed.opened
    await page.unroute(CHUNKS)
    await goBack(page)
    await expectHome(page)
  })
})

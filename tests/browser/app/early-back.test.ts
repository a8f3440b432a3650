import type { Page, Route } from 'playwright'
import { describe, expect, test } from 'vitest'
import { pageMeta } from '../../../web/routes/page-meta.ts'
import { expectProblems } from '../../support/browser-page.ts'
import { gate } from '../../support/gate.ts'
import { hydrated } from '../../support/routes.ts'
import { MISSING_CHUNK, useSite } from '../../support/site.ts'

const ENTRIES = '**/assets/entries/*.js'
const CHUNKS = '**/assets/chunks/*.js'

describe('going back before the page is hydrated', () => {
  const { open } = useSite()

  /** Goes from the landing page to /about and reloads it; `handle` serves its scripts. */
  async function reloadAbout(handle: (route: Route) => Promise<unknown>): Promise<Page> {
    const page = await open('/')
    await hydrated(page)
    await page
      .getByRole('navigation', { name: 'Main' })
      .getByRole('link', { name: 'About' })
      .click()
    await expect.poll(() => page.title()).toBe(pageMeta('/about').title)
    expectProblems(page, ...MISSING_CHUNK)
    await page.route(ENTRIES, (route) => handle(route))
    await page.route(CHUNKS, (route) => handle(route))
    await page.reload({ waitUntil: 'commit' })
    await page.getByRole('heading', { level: 1, name: /^Building the Future/ }).waitFor()
    return page
  }
  const goBack = async (page: Page) => {
    await page.evaluate(() => window.history.back())
    await page.waitForURL((url) => url.pathname === '/', { waitUntil: 'commit' })
  }
  const expectHome = async (page: Page) => {
    await page.getByRole('heading', { level: 1, name: /^Turn any product link/ }).waitFor()
    await hydrated(page)
    expect(await page.title()).toBe(pageMeta('/').title)
    const canonical = await page.locator('link[rel=canonical]').getAttribute('href')
    expect(new URL(canonical ?? '', page.url()).pathname).toBe('/')
    expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1)
  }

  test('leads to the previous page when no script has arrived', async () => {
    const scripts = gate()
    const page = await reloadAbout(async (route) => {
      await scripts.opened
      await route.continue()
    })
    await goBack(page)
    scripts.open()
    await expectHome(page)
  })

  test('leads to the previous page when the chunks cannot be fetched', async () => {
    const failed = gate()
    const page = await reloadAbout((route) => {
      if (!route.request().url().includes('/chunks/')) return route.continue()
      failed.open()
      return route.abort()
    })
    await failed.opened
    await page.unroute(CHUNKS)
    await goBack(page)
    await expectHome(page)
  })
})

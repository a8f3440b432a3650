import type { Page, Route } from 'playwright'
import { describe, expect, test } from 'vitest'
import { paths } from '../../web/content/navigation.ts'
import { pageMeta } from '../../web/content/pages.ts'
import { gate } from '../support/gate.ts'
import { hydrated } from '../support/routes.ts'
import { MISSING_CHUNK, useSite } from '../support/site.ts'

const ENTRIES = '**/assets/entries/*.js'
const CHUNKS = '**/assets/chunks/*.js'

/** Entries for which one document was loaded: the browser goes back among them without loading. */
describe('going back before the page is hydrated', () => {
  const { open } = useSite()

  /** On the landing page's successor, loaded anew with its scripts as `answer` has them. */
  async function reloadAbout(answer: (route: Route) => Promise<unknown>): Promise<Page> {
    const page = await open(paths.home, { expected: MISSING_CHUNK })
    await hydrated(page)
    await page
      .getByRole('navigation', { name: 'Main' })
      .getByRole('link', { name: 'About' })
      .click()
    await expect.poll(() => page.title()).toBe(pageMeta(paths.about).title)
    await page.route(ENTRIES, (route) => answer(route))
    await page.route(CHUNKS, (route) => answer(route))
    await page.reload({ waitUntil: 'commit' })
    await page.getByRole('heading', { level: 1, name: /^Building the Future/ }).waitFor()
    return page
  }
  const goBack = async (page: Page) => {
    await page.evaluate(() => window.history.back())
    await page.waitForURL((url) => url.pathname === paths.home, { waitUntil: 'commit' })
  }
  const expectHome = async (page: Page) => {
    await page.getByRole('heading', { level: 1, name: /^Turn any product link/ }).waitFor()
    await hydrated(page)
    expect(await page.title()).toBe(pageMeta(paths.home).title)
    const canonical = await page.locator('link[rel=canonical]').getAttribute('href')
    expect(new URL(canonical ?? '', page.url()).pathname).toBe(paths.home)
    expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1)
  }

  test('and before any script is there leads to the page before', async () => {
    const scripts = gate()
    const page = await reloadAbout(async (route) => {
      await scripts.opened
      await route.continue()
    })
    await goBack(page)
    scripts.open()
    await expectHome(page)
  })

  test('and whose chunks cannot be fetched leads there, too', async () => {
    const page = await reloadAbout((route) =>
      route.request().url().includes('/chunks/') ? route.abort() : route.continue(),
    )
    await page.waitForEvent('requestfailed')
    await page.unroute(CHUNKS)
    await goBack(page)
    await expectHome(page)
  })
})

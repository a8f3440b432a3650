import type { Page } from '@playwright/test'
import { pageMeta } from '../../../web/app/head.ts'
import { chrome } from '../../../web/content/navigation.ts'
import { headline, hydrated, mainNavigation } from '../../support/routes.ts'
import { MISSING_CHUNK } from '../../support/site.ts'
import { field, openForm } from '../support/form.ts'
import { CHUNKS, holdScripts } from '../support/scripts.ts'
import { expect, test } from '../support/test.ts'
import { expectProblems } from '../support/watch.ts'

/** Returns a growing list of the paths of the documents that the page requests from now on. */
function watchDocuments(page: Page): readonly string[] {
  const documents: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'document') documents.push(new URL(request.url()).pathname)
  })
  return documents
}

test('Back before hydration returns to the previous page, even without scripts', async ({
  open,
}) => {
  const page = await open('/')
  await hydrated(page)
  expectProblems(page, ...MISSING_CHUNK)
  for (const what of ['no script', 'no chunk']) {
    await mainNavigation(page).locator('[href="/about"]').click()
    await expect(page).toHaveTitle(pageMeta('/about').title)
    const scripts = what === 'no script' ? await holdScripts(page) : undefined
    if (!scripts) await page.route(CHUNKS, (route) => route.abort())
    await page.reload({ waitUntil: 'commit' })
    await expect(headline(page, '/about')).toBeVisible()
    if (!scripts) {
      await page.waitForLoadState()
      const failed = page.waitForEvent('requestfailed')
      // A page's first pointer event reports no movement, so the pointer has to move more than once.
      await page.mouse.move(9, 9, { steps: 3 })
      await failed
      await page.unroute(CHUNKS)
    }
    await page.evaluate(() => window.history.back())
    await page.waitForURL(({ pathname }) => pathname === '/', { waitUntil: 'commit' })
    scripts?.resolve()
    await expect(headline(page, '/'), what).toBeVisible()
    await hydrated(page)
    await expect(page).toHaveTitle(pageMeta('/').title)
    const canonical = await page.locator('link[rel=canonical]').getAttribute('href')
    expect(new URL(canonical ?? '', page.url()).pathname).toBe('/')
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
  }
})

test('a page shows progress while the next page loads, until the visitor cancels', async ({
  open,
}) => {
  const page = await openForm(open)
  await field(page, 'first_name').fill('Ada')
  expectProblems(page, ...MISSING_CHUNK)
  const busy = page.locator('main[aria-busy="true"]')
  const said = page.getByText(chrome.loading, { exact: true })
  const documents = watchDocuments(page)
  const leave = async (path: string) => {
    await mainNavigation(page).locator(`[href="${path}"]`).click()
    await expect(busy).toBeVisible()
  }

  const stalled = Promise.withResolvers<void>()
  await page.route(CHUNKS, async (route) => {
    await stalled.promise
    await route.abort('timedout')
  })
  await leave('/about')
  await page.getByRole('banner').locator('[href="/waitlist"]').filter({ visible: true }).click()
  await expect(busy).toHaveCount(0)
  const failed = page.waitForEvent('requestfailed')
  stalled.resolve()
  await failed
  await page.waitForLoadState('networkidle')
  expect(documents).toEqual([])
  await expect(field(page, 'first_name')).toHaveValue('Ada')
  await page.unroute(CHUNKS)

  const chunk = await holdScripts(page)
  await leave('/features')
  const line = said.locator('..')
  expect(await line.boundingBox()).toMatchObject({ x: 0, y: 0, height: 3 })
  await expect(line.locator('..')).toHaveAttribute('aria-live', 'polite')
  chunk.resolve()
  await expect(page).toHaveTitle(pageMeta('/features').title)
  await expect(busy).toHaveCount(0)
  await expect(said).toHaveCount(0)
})

test('a page whose script chunk was removed by an upgrade is loaded as a document', async ({
  openBlank,
}) => {
  const page = await openBlank({ expected: MISSING_CHUNK })
  await page.goto('/', { referer: 'https://news.example.com/item' })
  await hydrated(page)
  await page.evaluate(() => window.scrollTo(0, 1500))
  await page.route(CHUNKS, (route) => route.fulfill({ status: 404 }))
  const documents = watchDocuments(page)
  const follow = (path: string) => mainNavigation(page).locator(`[href^="${path}"]`).click()
  await follow('/about')
  await expect(headline(page, '/about')).toBeVisible()
  await page.waitForLoadState('networkidle')
  expect(documents).toEqual(['/about'])
  expect(await page.evaluate(() => window.scrollY)).toBe(0)
  const { pathname, search } = new URL(page.url())
  expect(pathname + search).toBe('/about?ref=news.example.com')

  await follow('/pricing')
  await expect(headline(page, '/pricing')).toBeVisible()
  await page.waitForLoadState('networkidle')
  expect(documents).toEqual(['/about', '/pricing'])
  await page.goBack()
  await expect(headline(page, '/about')).toBeVisible()
})

// Guards form-keeps-answers.

import type { Page } from '@playwright/test'
import { joinLink } from '../../../web/content/navigation.ts'
import { expect, test } from '../../support/browser/test.ts'
import { expectProblems } from '../../support/browser/watch.ts'
import { field, openForm } from '../../support/form.ts'
import { gate } from '../../support/gate.ts'
import { headline, hydrated, mainNavigation } from '../../support/routes.ts'
import { MISSING_CHUNK } from '../../support/site.ts'

/** The server no longer has the chunks of a page that was opened before an upgrade. */
const loseChunks = (page: Page) => {
  expectProblems(page, ...MISSING_CHUNK)
  return page.route('**/assets/chunks/*.js', (route) => route.fulfill({ status: 404 }))
}

const watchDocuments = (page: Page): readonly string[] => {
  const documents: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'document') documents.push(new URL(request.url()).pathname)
  })
  return documents
}

const follow = (page: Page, path: string) =>
  mainNavigation(page).locator(`[href^="${path}"]`).click()

test.describe('a page whose chunk is gone after an upgrade', () => {
  test('is loaded as a document once, at its top, with the source of the visitor, and can be left and returned from', async ({
    openBlank,
  }) => {
    const page = await openBlank()
    await page.goto('/', { referer: 'https://news.example.com/item' })
    await hydrated(page)
    await page.evaluate(() => window.scrollTo(0, 1500))
    await loseChunks(page)
    const documents = watchDocuments(page)
    await follow(page, '/about')
    await expect(headline(page, '/about')).toBeVisible()
    await page.waitForLoadState('networkidle')
    expect(documents).toEqual(['/about'])
    expect(await page.evaluate(() => window.scrollY)).toBe(0)
    const { pathname, search } = new URL(page.url())
    expect(pathname + search).toBe('/about?ref=news.example.com')

    await follow(page, '/pricing')
    await expect(headline(page, '/pricing')).toBeVisible()
    await page.waitForLoadState('networkidle')
    expect(documents).toEqual(['/about', '/pricing'])
    await page.goBack()
    await expect(headline(page, '/about')).toBeVisible()
  })

  test('does not replace the page of a visitor who has chosen another link meanwhile', async ({
    open,
  }) => {
    const page = await openForm(open)
    await field(page, 'first_name').fill('Ada')
    expectProblems(page, ...MISSING_CHUNK)
    const stalled = gate()
    await page.route('**/assets/chunks/*.js', async (route) => {
      await stalled.opened
      await route.abort('timedout')
    })
    const documents = watchDocuments(page)
    await follow(page, '/about')
    await expect(page.locator('main[aria-busy="true"]')).toBeVisible()
    await page.getByRole('banner').getByRole('link', { name: joinLink.label }).click()
    await expect(page.locator('main[aria-busy="true"]')).toHaveCount(0)
    const failed = page.waitForEvent('requestfailed')
    stalled.open()
    await failed
    await page.waitForLoadState('networkidle')
    expect(documents).toEqual([])
    await expect(field(page, 'first_name')).toHaveValue('Ada')

    // The next visit fetches it again.
    await page.unroute('**/assets/chunks/*.js')
    await follow(page, '/about')
    await expect(headline(page, '/about')).toBeVisible()
  })
})

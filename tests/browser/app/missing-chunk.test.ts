import type { Page } from 'playwright'
import { describe, expect, test } from 'vitest'
import { form } from '../../../web/content/waitlist.ts'
import { expectProblems } from '../../support/browser-page.ts'
import { field, openForm } from '../../support/form.ts'
import { gate } from '../../support/gate.ts'
import { hydrated } from '../../support/routes.ts'
import { MISSING_CHUNK, useSite } from '../../support/site.ts'

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
  page.getByRole('navigation', { name: 'Main' }).locator(`[href="${path}"]`).click()

describe('a page whose chunk is gone after an upgrade', () => {
  const site = useSite()
  const { open } = site

  test('is loaded as a document, scrolled to the top', async () => {
    const page = await open('/')
    await hydrated(page)
    await page.evaluate(() => window.scrollTo(0, 1500))
    await loseChunks(page)
    const documents = watchDocuments(page)
    await follow(page, '/about')
    await expect.poll(() => documents).toEqual(['/about'])
    await page.unroute('**/assets/chunks/*.js')

    await page.getByRole('heading', { level: 1, name: /^Building the Future/ }).waitFor()
    expect(await page.evaluate(() => window.scrollY)).toBe(0)
    expect(new URL(page.url()).pathname).toBe('/about')
    await page.goBack()
    await page.getByRole('heading', { level: 1, name: /^Turn any product link/ }).waitFor()
  })

  test('is loaded only once, and can be read and left without its scripts', async () => {
    const page = await open('/')
    await hydrated(page)
    await loseChunks(page)
    const documents = watchDocuments(page)
    await follow(page, '/about')
    await page.getByRole('heading', { level: 1, name: /^Building the Future/ }).waitFor()
    await page.waitForLoadState('networkidle')
    expect(documents).toEqual(['/about'])

    await follow(page, '/pricing')
    await page.getByRole('heading', { level: 1, name: /pricing/ }).waitFor()
    await page.waitForLoadState('networkidle')
    expect(documents).toEqual(['/about', '/pricing'])
  })

  test('does not replace the page of a visitor who has gone back meanwhile', async () => {
    const page = await openForm(site)
    await field(page, 'first_name').fill('Ada')
    expectProblems(page, ...MISSING_CHUNK)
    const stalled = gate()
    await page.route('**/assets/chunks/*.js', async (route) => {
      await stalled.opened
      await route.abort('timedout')
    })
    const documents = watchDocuments(page)
    await follow(page, '/about')
    await page.waitForURL('**/about')
    await page.goBack()
    await page.getByRole('heading', { name: form.title }).waitFor()
    const failed = page.waitForEvent('requestfailed')
    stalled.open()
    await failed
    await page.waitForLoadState('networkidle')
    expect(documents).toEqual([])
    expect(await field(page, 'first_name').inputValue()).toBe('Ada')

    // The next visit fetches it again.
    await page.unroute('**/assets/chunks/*.js')
    await follow(page, '/about')
    await page.getByRole('heading', { level: 1, name: /^Building the Future/ }).waitFor()
  })
})

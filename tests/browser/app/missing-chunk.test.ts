// Guards navigation, sources.

import type { Page } from '@playwright/test'
import { expect, test } from '../../support/browser/test.ts'
import { CHUNKS } from '../../support/gate.ts'
import { headline, hydrated, mainNavigation } from '../../support/routes.ts'
import { MISSING_CHUNK } from '../../support/site.ts'

const follow = (page: Page, path: string) =>
  mainNavigation(page).locator(`[href^="${path}"]`).click()

test('a page whose chunk is gone after an upgrade is loaded as a document once, at its top, with the source of the visitor, and can be left and returned from', async ({
  openBlank,
}) => {
  const page = await openBlank({ expected: MISSING_CHUNK })
  await page.goto('/', { referer: 'https://news.example.com/item' })
  await hydrated(page)
  await page.evaluate(() => window.scrollTo(0, 1500))
  await page.route(CHUNKS, (route) => route.fulfill({ status: 404 }))
  const documents: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'document') documents.push(new URL(request.url()).pathname)
  })
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

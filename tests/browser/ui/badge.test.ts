import type { Page } from '@playwright/test'
import { brand } from '../../../web/content/brand.ts'
import { productHunt } from '../../../web/content/home.ts'
import { headline, hydrated } from '../../support/routes.ts'
import { NO_SCRIPT, PHONE } from '../../support/site.ts'
import { expect, test } from '../support/test.ts'

const { badgeUrl } = brand.productHunt

const frame = (page: Page) => page.getByRole('link', { name: productHunt.label })
const picture = (page: Page) => frame(page).locator('img')

test('the badge loads only near the window and without a referrer', async ({ open }) => {
  const page = await open('/', { viewport: { ...PHONE, height: 500 } })
  await hydrated(page)
  const { y = 0 } = (await frame(page).boundingBox()) ?? {}
  expect(y, 'it is further away than it is loaded').toBeGreaterThan(500 + 200)
  await page.evaluate(() => new Promise((resolve) => window.setTimeout(resolve, 500)))
  await expect(picture(page)).toHaveCount(0)

  const requested = page.waitForRequest(badgeUrl)
  await page.evaluate((top) => window.scrollTo({ top, behavior: 'instant' }), y - 500 - 150)
  expect((await requested).headers()).not.toHaveProperty('referer')
  await expect(picture(page)).toHaveAttribute('data-loaded', 'true')

  await page.getByRole('contentinfo').locator('a[href="/pricing"]').click()
  await expect(headline(page, '/pricing')).toBeVisible()
  await page.getByRole('banner').locator('a[href="/"]').click()
  await frame(page).scrollIntoViewIfNeeded()
  await expect(picture(page)).toHaveAttribute('data-loaded', 'true')
})

test('without scripts, the badge is a drawing, and Product Hunt is not contacted', async ({
  openBlank,
}) => {
  const page = await openBlank(NO_SCRIPT)
  const requested: string[] = []
  page.on('request', (request) => requested.push(request.url()))
  await page.goto('/', { waitUntil: 'networkidle' })
  await expect(frame(page).getByText(productHunt.name)).toBeVisible()
  await frame(page).scrollIntoViewIfNeeded()
  await page.waitForLoadState('networkidle')
  expect(requested).not.toContain(badgeUrl)
})

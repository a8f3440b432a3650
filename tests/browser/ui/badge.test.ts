// Guards page-no-cookies.

import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { productHunt } from '../../../web/content/badges.ts'
import { brand } from '../../../web/content/brand.ts'
import { headline, hydrated } from '../../support/routes.ts'
import { NO_SCRIPT, PHONE } from '../../support/site.ts'
import { FAILED_NOTE } from '../support/form.ts'
import { expect, test } from '../support/test.ts'

const { badgeUrl } = brand.productHunt

const frame = (page: Page) => page.getByRole('link', { name: productHunt.label })
const picture = (page: Page) => frame(page).locator('img')

/** How many pixels of two screenshots look different; the edges of letters may differ a little. */
async function differingPixels(one: Buffer, other: Buffer): Promise<number> {
  const [before, after] = await Promise.all([one, other].map((png) => sharp(png).raw().toBuffer()))
  return [...(before ?? [])].filter((value, at) => Math.abs(value - (after?.[at] ?? 0)) > 32).length
}

test.describe('the Product Hunt badge', () => {
  test('the Product Hunt badge is requested when it comes near the window, without a referrer, and loaded again after another page', async ({
    open,
  }) => {
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

  test('without JavaScript the Product Hunt badge is shown, late and without a referrer, and a drawing if it fails', async ({
    open,
  }) => {
    const page = await open('/', { ...NO_SCRIPT, expected: [FAILED_NOTE] })
    await frame(page).scrollIntoViewIfNeeded()
    await expect(picture(page)).toHaveJSProperty('naturalWidth', 250)
    await expect(picture(page)).toHaveAttribute('loading', 'lazy')
    await expect(picture(page)).toHaveAttribute('referrerpolicy', 'no-referrer')

    await page.route(badgeUrl, (route) => route.abort())
    const failed = page.waitForEvent('requestfailed')
    await page.reload()
    await frame(page).scrollIntoViewIfNeeded()
    await failed
    const seen = await frame(page).screenshot()
    expect((await frame(page).boundingBox())?.height).toBeGreaterThanOrEqual(54)
    await picture(page).evaluate((image) => image.remove())
    expect(await differingPixels(seen, await frame(page).screenshot())).toBeLessThan(20)
    await expect(frame(page).locator('svg')).toBeVisible()
  })
})

import { describe, expect, test } from 'vitest'
import { brand } from '../../web/content/brand.ts'
import { gate } from '../support/gate.ts'
import { NO_SCRIPT, useSite } from '../support/site.ts'

describe('the Product Hunt badge', () => {
  const { open } = useSite()

  test('the Product Hunt badge is requested without a referrer, and shown although it loads before the scripts', async () => {
    const page = await open('/')
    const scripts = gate()
    await page.route('**/assets/**/*.js', async (route) => {
      await scripts.opened
      await route.continue()
    })
    const requested = page.waitForRequest(brand.productHunt.badgeUrl)
    await page.reload({ waitUntil: 'commit' })
    const badge = page.locator(`img[src="${brand.productHunt.badgeUrl}"]`)
    await badge.scrollIntoViewIfNeeded()
    expect((await requested).headers()).not.toHaveProperty('referer')
    await expect.poll(() => badge.evaluate((image: HTMLImageElement) => image.complete)).toBe(true)
    expect(await badge.getAttribute('data-loaded')).toBe('false')

    scripts.open()
    await expect.poll(() => badge.getAttribute('data-loaded')).toBe('true')
  })

  test('the Product Hunt badge is shown without JavaScript', async () => {
    const page = await open('/', NO_SCRIPT)
    const badge = page.locator(`img[src="${brand.productHunt.badgeUrl}"]`)
    await expect
      .poll(() => badge.evaluate((image) => window.getComputedStyle(image).opacity))
      .toBe('1')
  })
})

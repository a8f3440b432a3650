import { describe, expect, test } from 'vitest'
import { brand } from '../../web/content/brand.ts'
import { gate } from '../support/gate.ts'
import { NO_SCRIPT, useSite } from '../support/site.ts'

describe('the Product Hunt badge', () => {
  const { open } = useSite()

  test('the Product Hunt badge is shown when its picture loads before the scripts', async () => {
    const page = await open('/')
    const scripts = gate()
    await page.route('**/assets/**/*.js', async (route) => {
      await scripts.opened
      await route.continue()
    })
    await page.reload({ waitUntil: 'commit' })
    const badge = page.locator(`img[src="${brand.productHunt.badgeUrl}"]`)
    await badge.scrollIntoViewIfNeeded()
    await expect.poll(() => badge.evaluate((image: HTMLImageElement) => image.complete)).toBe(true)
    expect(await badge.getAttribute('data-loaded')).toBe('false')

    scripts.open()
    await expect.poll(() => badge.getAttribute('data-loaded')).toBe('true')
  })

  test('the request for the Product Hunt badge has no referrer', async () => {
    const page = await open('/robots.txt')
    const asked = page.waitForRequest(brand.productHunt.badgeUrl)
    await page.goto(new URL('/', page.url()).href)
    await page.locator(`img[src="${brand.productHunt.badgeUrl}"]`).scrollIntoViewIfNeeded()
    expect((await asked).headers()).not.toHaveProperty('referer')
  })

  test('the Product Hunt badge is shown without JavaScript', async () => {
    const page = await open('/', NO_SCRIPT)
    const badge = page.locator(`img[src="${brand.productHunt.badgeUrl}"]`)
    await expect
      .poll(() => badge.evaluate((image) => window.getComputedStyle(image).opacity))
      .toBe('1')
  })
})

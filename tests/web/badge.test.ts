import type { Page } from 'playwright'
import { describe, expect, test } from 'vitest'
import { productHunt } from '../../web/content/badges.ts'
import { brand } from '../../web/content/brand.ts'
import { paths } from '../../web/content/navigation.ts'
import { useSite } from '../support/site.ts'

const badge = (page: Page) => page.getByRole('link', { name: productHunt.label })
const picture = (page: Page) => badge(page).locator('img')
const hasLoaded = (page: Page) =>
  picture(page).evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0)

describe('the Product Hunt badge', () => {
  const { open } = useSite()

  test('is lazy, has a reserved box and sends no referrer', async () => {
    const page = await open(paths.home)
    const image = picture(page)
    for (const [name, value] of Object.entries({
      src: brand.productHunt.badgeUrl,
      loading: 'lazy',
      referrerpolicy: 'no-referrer',
      width: '250',
      height: '54',
    })) {
      expect(await image.getAttribute(name), name).toBe(value)
    }
    expect(await badge(page).getAttribute('href')).toBe(brand.productHunt.url)
  })

  test('shows Product Hunt’s picture when it loads', async () => {
    const page = await open(paths.home)
    await badge(page).scrollIntoViewIfNeeded()
    await expect.poll(() => hasLoaded(page)).toBe(true)
    expect(await picture(page).boundingBox()).toMatchObject({ width: 248, height: 54 })
  })

  test('shows the project’s own drawing when it cannot load', async () => {
    const page = await open(paths.features, { expected: [/Failed to load resource/] })
    await page.route(brand.productHunt.badgeUrl, (route) => route.abort())
    await page.goto(new URL(paths.home, page.url()).href)
    await page.waitForLoadState('networkidle')
    await badge(page).scrollIntoViewIfNeeded()
    expect(await hasLoaded(page)).toBe(false)
    expect(await picture(page).getAttribute('alt')).toBe('')
    expect(await badge(page).getByText(productHunt.name).isVisible()).toBe(true)
  })
})

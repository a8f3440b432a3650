import type { Page } from '@playwright/test'
import { hydrated } from '../../support/routes.ts'
import { expect, test } from '../support/test.ts'

test.use({ reducedMotion: 'no-preference' })

/** The headline of the landing page's last section, far below the window. */
const LAST = 'main > :last-child h2'

const stateOf = (page: Page) =>
  page.locator(LAST).evaluate((heading) => ({
    state: heading.getAttribute('data-rise'),
    opacity: getComputedStyle(heading).opacity,
  }))

/** The page loads the code for animations when it is first scrolled. */
async function scrollABit(page: Page): Promise<void> {
  await hydrated(page)
  await page.evaluate(() => scrollBy({ top: 10, behavior: 'instant' }))
}

const invisible = (page: Page) =>
  page
    .locator('main [data-rise]')
    .evaluateAll(
      (pieces) => pieces.filter((piece) => getComputedStyle(piece).opacity === '0').length,
    )

test.describe('sections that come into view', () => {
  test('a section below the window rises once, and shows on focus or print', async ({ open }) => {
    const page = await open('/')
    expect(await stateOf(page), 'before interest').toEqual({ state: null, opacity: '1' })
    await scrollABit(page)
    await expect.poll(() => stateOf(page)).toEqual({ state: 'waiting', opacity: '0' })
    const first = page.locator('main h1')
    await expect(first).toHaveCSS('opacity', '1')
    await page.emulateMedia({ media: 'print' })
    expect(await invisible(page), 'on paper').toBe(0)
    await page.emulateMedia({ media: 'screen' })
    expect(await invisible(page)).toBeGreaterThan(5)
    const focused = await page.locator('main a[data-rise=waiting]').evaluateAll((links) =>
      links.map((link) => {
        if (link instanceof HTMLElement) link.focus({ preventScroll: true })
        return getComputedStyle(link).opacity
      }),
    )
    expect([...new Set(focused)], 'what has the focus is visible').toEqual(['1'])

    await page.locator(LAST).scrollIntoViewIfNeeded()
    await expect.poll(() => stateOf(page)).toEqual({ state: null, opacity: '1' })
    await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }))
    expect(await stateOf(page)).toEqual({ state: null, opacity: '1' })
  })

  test('with reduced motion, no section waits to rise', async ({ open }) => {
    const page = await open('/', { reducedMotion: 'reduce' })
    await scrollABit(page)
    await page.waitForTimeout(500)
    await expect(page.locator('main [data-rise]')).toHaveCount(0)
  })
})

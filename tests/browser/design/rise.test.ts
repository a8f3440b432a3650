import type { Page } from '@playwright/test'
import { hydrated } from '../../support/routes.ts'
import { stopClock } from '../support/clock.ts'
import { expect, type Open, type PageOptions, test } from '../support/test.ts'

test.use({ reducedMotion: 'no-preference' })

/** The headline of the landing page's last section, far below the window. */
const LAST = 'main > :last-child h2'

const stateOf = (page: Page) =>
  page.locator(LAST).evaluate((heading) => ({
    state: heading.getAttribute('data-rise'),
    opacity: getComputedStyle(heading).opacity,
  }))

/** The links below that headline. */
const LINKS = 'main > :last-child a'

const STILL = { state: null, opacity: '1' }

/** Scrolls until an element's top edge is this share of the window's height below the top of the window. */
const scrollLastTo = (page: Page, share: number, element = LAST) =>
  page
    .locator(element)
    .first()
    .evaluate((piece, place) => {
      const top = piece.getBoundingClientRect().top - window.innerHeight * place
      window.scrollBy({ top, behavior: 'instant' })
    }, share)

/** Opens the landing page with a clock that only the test moves. Its first scroll loads the code for animations. */
async function openScrolled(open: Open, options: PageOptions = {}): Promise<Page> {
  const page = await open('/', options)
  await hydrated(page)
  await stopClock(page)
  await page.evaluate(() => scrollBy({ top: 10, behavior: 'instant' }))
  return page
}

const waiting = (page: Page) => page.locator('main [data-rise]')

const invisible = (page: Page) =>
  page
    .locator('main *')
    .evaluateAll(
      (pieces) => pieces.filter((piece) => getComputedStyle(piece).opacity === '0').length,
    )

test.describe('sections that come into view', () => {
  test('a piece just below the viewport rises once when it comes into view, and shows on focus or in print', async ({
    open,
  }) => {
    const page = await openScrolled(open)
    await expect(waiting(page)).not.toHaveCount(0)
    await expect(page.locator('main h1')).toHaveCSS('opacity', '1')
    expect(await stateOf(page), 'far below the window').toEqual(STILL)

    await scrollLastTo(page, 1.2)
    await expect.poll(() => stateOf(page)).toEqual({ state: 'waiting', opacity: '0' })
    await page.emulateMedia({ media: 'print' })
    expect(await invisible(page), 'on paper').toBe(0)
    await page.emulateMedia({ media: 'screen' })
    expect(await invisible(page)).toBeGreaterThan(0)
    await scrollLastTo(page, 1.2, LINKS)
    await expect(page.locator(LINKS).first()).toHaveAttribute('data-rise', 'waiting')
    const focused = await page.locator(`${LINKS}[data-rise=waiting]`).evaluateAll((links) =>
      links.map((link) => {
        if (link instanceof HTMLElement) link.focus({ preventScroll: true })
        return getComputedStyle(link).opacity
      }),
    )
    expect([...new Set(focused)], 'what has the focus is visible').toEqual(['1'])

    await scrollLastTo(page, 0.5)
    await expect.poll(() => stateOf(page)).toEqual(STILL)
    await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }))
    expect(await stateOf(page)).toEqual(STILL)
  })

  test('a full-page screenshot shows every piece four seconds after a scroll', async ({ open }) => {
    const page = await openScrolled(open)
    await expect(waiting(page)).not.toHaveCount(0)
    await page.clock.runFor(4000)
    await expect(waiting(page)).toHaveCount(0)
    expect(await invisible(page)).toBe(0)
  })

  test('with reduced motion, no piece waits to rise', async ({ open }) => {
    const page = await openScrolled(open, { reducedMotion: 'reduce' })
    await page.waitForLoadState('networkidle')
    await expect(waiting(page)).toHaveCount(0)
  })
})

// Guards motion.

import type { Page } from '@playwright/test'
import { expect, test } from '../../support/browser/test.ts'
import { hydrated } from '../../support/routes.ts'
import { PHONE } from '../../support/site.ts'

test.use({ reducedMotion: 'no-preference' })

/** The headline of the landing page's last section, far below the window. */
const LAST = 'main > :last-child h2'

const stateOf = (page: Page) =>
  page.locator(LAST).evaluate((heading) => ({
    state: heading.getAttribute('data-rise'),
    opacity: getComputedStyle(heading).opacity,
  }))

/** The code for animations comes with the first scrolling. */
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
  test('what is below the window rises once, when it is reached', async ({ open }) => {
    const page = await open('/')
    expect(await stateOf(page), 'before interest').toEqual({ state: null, opacity: '1' })
    await scrollABit(page)
    await expect.poll(() => stateOf(page)).toEqual({ state: 'waiting', opacity: '0' })
    const first = page.locator('main h1')
    await expect(first).toHaveCSS('opacity', '1')

    await page.locator(LAST).scrollIntoViewIfNeeded()
    await expect.poll(() => stateOf(page)).toEqual({ state: null, opacity: '1' })
    await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }))
    expect(await stateOf(page)).toEqual({ state: null, opacity: '1' })
  })

  test('what has the focus is visible before it rises', async ({ open }) => {
    const page = await open('/')
    await scrollABit(page)
    await expect.poll(() => stateOf(page)).toEqual({ state: 'waiting', opacity: '0' })
    const opacities = await page.locator('main a[data-rise=waiting]').evaluateAll((links) =>
      links.map((link) => {
        if (link instanceof HTMLElement) link.focus({ preventScroll: true })
        return getComputedStyle(link).opacity
      }),
    )
    expect(opacities.length).toBeGreaterThan(0)
    expect(new Set(opacities)).toEqual(new Set(['1']))
  })

  test('nothing is hidden with reduced motion, on paper or without the code for animations', async ({
    open,
    openBlank,
  }) => {
    const reduced = await open('/', { reducedMotion: 'reduce' })
    await scrollABit(reduced)
    await reduced.waitForTimeout(500)
    await expect(reduced.locator('main [data-rise]')).toHaveCount(0)

    const printed = await open('/')
    await scrollABit(printed)
    await expect.poll(() => invisible(printed)).toBeGreaterThan(5)
    await printed.emulateMedia({ media: 'print' })
    expect(await invisible(printed)).toBe(0)

    const broken = await openBlank({ expected: [/ERR_FAILED/] })
    const lost = new Promise<void>((resolve) => {
      void broken.route('**/assets/chunks/*.js', async (route) => {
        const isHydrated = await broken.evaluate(() => history.scrollRestoration === 'manual')
        if (!isHydrated) return route.continue()
        await route.abort()
        resolve()
      })
    })
    await broken.goto('/')
    await scrollABit(broken)
    await lost
    await broken.waitForTimeout(500)
    await expect(broken.locator('main [data-rise]')).toHaveCount(0)
  })

  test('the kit plays once, as the page loads', async ({ openBlank }) => {
    const page = await openBlank({ viewport: PHONE })
    await page.addInitScript(() => {
      const played: string[] = []
      document.addEventListener('animationstart', ({ animationName, target }) => {
        if (target instanceof Element && target.closest('main')) played.push(animationName)
      })
      Object.assign(window, { played })
    })
    await page.goto('/')
    const played = () => page.evaluate(() => (Reflect.get(window, 'played') as string[]).length)
    await expect.poll(played, { message: 'the link, the beam and its glow, four cards' }).toBe(7)
    await scrollABit(page)
    await expect.poll(() => stateOf(page)).toEqual({ state: 'waiting', opacity: '0' })
    const names = await page.evaluate(() => Reflect.get(window, 'played') as string[])
    expect(names.filter((name) => name.includes('fan'))).toHaveLength(4)
  })

  test('the kit answers a pointer: the card below it grows, and the others part', async ({
    open,
  }) => {
    const page = await open('/')
    const cards = page.locator('main g[data-from]')
    const shapes = () =>
      cards.evaluateAll((all) => all.map((card) => getComputedStyle(card).transform))
    await expect.poll(shapes).toEqual(Array(4).fill('none'))
    await cards.last().hover()
    await expect
      .poll(shapes)
      .toEqual([
        'matrix(1, 0, 0, 1, -18, 0)',
        'matrix(1, 0, 0, 1, 18, 0)',
        'matrix(1, 0, 0, 1, 0, 12)',
        'matrix(1.06, 0, 0, 1.06, 0, 0)',
      ])
  })
})

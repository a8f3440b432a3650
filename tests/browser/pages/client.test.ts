import type { Page } from '@playwright/test'
import { blogTabs, caseStudies } from '../../../web/content/blog.ts'
import { CHUNKS, holdScripts } from '../support/scripts.ts'
import { expect, type OpenBlank, type PageOptions, test } from '../support/test.ts'

/** Returns a growing list of the URLs of the scripts that the page requests from now on. */
function watchScripts(page: Page): readonly string[] {
  const scripts: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('.js')) scripts.push(request.url())
  })
  return scripts
}

/**
 * Runs in the page: lets `endTimer` end the four-second timer. Playwright's stopped clock would lack the navigation
 * entry.
 */
function holdTimer(): void {
  const { setTimeout } = window
  const held = (end: () => void, pause?: number) =>
    pause === 4000 ? Object.assign(window, { endTimer: end }) : setTimeout(end, pause)
  Object.assign(window, { setTimeout: held })
}

test.describe('until a visitor shows interest', () => {
  /** Opens a page on which only the start script has run. */
  const openQuiet = async (openBlank: OpenBlank, path: string, options?: PageOptions) => {
    const blank = await openBlank(options)
    const scripts = watchScripts(blank)
    await blank.goto(path, { waitUntil: 'networkidle' })
    return { page: blank, scripts }
  }

  /** Waits until React Router controls the scroll position. */
  const routed = (page: Page) =>
    page.waitForFunction(() => window.history.scrollRestoration === 'manual')

  const WAYS: readonly [string, (page: Page) => Promise<unknown>][] = [
    ['a touch', ({ touchscreen }) => touchscreen.tap(5, 500)],
    ['a key', ({ keyboard }) => keyboard.press('Shift')],
    ['a focus', (page) => page.locator('main a').first().focus()],
  ]
  test('a page runs only one script until any sign of interest hydrates it', async ({
    openBlank,
  }) => {
    test.slow()
    for (const [what, act] of WAYS) {
      // An earlier page's pointer would hydrate the next page.
      const { page, scripts } = await openQuiet(openBlank, '/', { hasTouch: true })
      expect(scripts, what).toHaveLength(1)
      await act(page)
      const scrolling = () => page.evaluate(() => window.history.scrollRestoration)
      await expect.poll(scrolling, what).toBe('manual')
      expect(scripts.length, what).toBeGreaterThan(1)
    }
  })

  test('a reloaded page returns to its scroll position', async ({ openBlank }) => {
    test.slow()
    for (const [width, path] of [
      [390, '/'],
      [1440, '/'],
      [390, '/terms'],
    ] as const) {
      const viewport = { width, height: 844 }
      const { page } = await openQuiet(openBlank, path, { viewport, reducedMotion: 'reduce' })
      await page.keyboard.press('Shift')
      await routed(page)
      // The browser estimates the sections' heights, and the last heading is below all of them.
      // Before the next frame is drawn, a scroll may still be rounded to whole pixels.
      const place = () =>
        page
          .locator('main h2')
          .last()
          .evaluate(async (heading) => {
            const frame = () => new Promise((drawn) => requestAnimationFrame(drawn))
            await frame()
            await frame()
            return heading.getBoundingClientRect().top
          })
      await page.locator('main h2').last().scrollIntoViewIfNeeded()
      const before = await place()
      await page.reload()
      await expect.poll(place, `${path} at ${width}`).toBeCloseTo(before, 0)
    }
  })

  test('sections far down the page are laid out on interest, in print or after four seconds', async ({
    openBlank,
  }) => {
    const { page } = await openQuiet(openBlank, '/', { inPage: holdTimer })
    const waits = () =>
      page
        .locator('main section')
        .evaluateAll((all) =>
          all.some((each) => getComputedStyle(each).contentVisibility === 'auto'),
        )
    expect(await waits()).toBe(true)
    await page.emulateMedia({ media: 'print' })
    expect(await waits()).toBe(false)
    await page.emulateMedia({ media: 'screen' })
    expect(await waits()).toBe(true)
    await page.evaluate(() => Reflect.get(window, 'endTimer')())
    expect(await waits()).toBe(false)

    await page.goto('/?again')
    expect(await waits()).toBe(true)
    await page.keyboard.press('Shift')
    await expect.poll(waits).toBe(false)
  })

  test('the last key pressed on a tab before the scripts arrive takes effect later', async ({
    openBlank,
  }) => {
    test.skip(caseStudies.length === 0, 'without case studies, the blog has no tabs')
    const { page } = await openQuiet(openBlank, '/blog')
    const chunks = await holdScripts(page, CHUNKS)
    await page.getByRole('tab', { name: blogTabs.posts }).focus()
    await page.keyboard.press('ArrowRight')
    await expect(page.getByRole('tabpanel', { name: blogTabs.posts })).toBeVisible()
    chunks.resolve()
    await expect(page.getByRole('tab', { name: blogTabs.caseStudies })).toBeFocused()
    await expect(page.getByRole('tabpanel', { name: blogTabs.caseStudies })).toBeVisible()
    await expect(page.getByRole('tabpanel', { name: blogTabs.posts })).toBeHidden()
  })
})

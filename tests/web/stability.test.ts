import type { Page } from 'playwright'
import { describe, expect, test } from 'vitest'
import { gate } from '../support/gate.ts'
import { hydrated, openStill, ROUTES } from '../support/routes.ts'
import { PHONE, useSite } from '../support/site.ts'

const SIZES = [PHONE, { width: 768, height: 1024 }, { width: 1440, height: 900 }]

/**
 * Fonts are preloaded and usually arrive before the first paint. If they come later, some lines
 * break elsewhere, because no fallback has the same letters. The limit for late fonts is less than
 * half of what counts as good (web.dev/cls).
 */
const FONTS_FIRST = 0.001
const FONTS_LATE = 0.04

/** Runs before the page's scripts. Sums up the layout shifts that no input caused. */
function countShifts(): void {
  Object.assign(window, { shifted: 0 })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const { value, hadRecentInput } = entry as PerformanceEntry & Record<string, unknown>
      if (hadRecentInput === false) Object.assign(window, { shifted: shifted() + Number(value) })
    }
  }).observe({ type: 'layout-shift', buffered: true })

  function shifted(): number {
    return Number(Reflect.get(window, 'shifted'))
  }
}

/** The cumulative layout shift, two frames after the fonts have arrived. */
const shift = (page: Page) =>
  page.evaluate(async () => {
    await document.fonts.ready
    for (const _ of [1, 2]) await new Promise(requestAnimationFrame)
    return Number(Reflect.get(window, 'shifted'))
  })

/** Returns after the first paint, with any font. */
const painted = (page: Page) =>
  page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0)

/** Runs before the page's scripts. Notes whether the first frame has the fonts. */
function noteFonts(): void {
  requestAnimationFrame(function look(): void {
    if (!document.querySelector('main')) requestAnimationFrame(look)
    else {
      const fontsFirst = ['700 1em Display', '1em Text'].every((font) => document.fonts.check(font))
      Object.assign(window, { fontsFirst })
    }
  })
}

/** False on a busy machine, whose fonts came late. */
const haveFontsFirst = (page: Page) =>
  page.evaluate(() => Reflect.get(window, 'fontsFirst') as boolean)

describe('layout shifts', () => {
  const site = useSite()

  test.each(ROUTES)('nothing shifts on %s, with early and with late fonts', async (path) => {
    const page = await openStill(site, path)
    await page.addInitScript(countShifts)
    await page.addInitScript(noteFonts)
    for (const size of SIZES) {
      await page.setViewportSize(size)
      await page.reload()
      await hydrated(page)
      const limit = (await haveFontsFirst(page)) ? FONTS_FIRST : FONTS_LATE
      expect(await shift(page), `${size.width} px`).toBeLessThan(limit)

      const fonts = gate()
      await page.route('**/*.woff2', async (route) => {
        await fonts.opened
        await route.continue()
      })
      await page.reload({ waitUntil: 'commit' })
      await painted(page)
      fonts.open()
      await hydrated(page)
      expect(await shift(page), `${size.width} px, late fonts`).toBeLessThan(FONTS_LATE)
      expect(await haveFontsFirst(page)).toBe(false)
      await page.unroute('**/*.woff2')
    }
  })
})

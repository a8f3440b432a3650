// Runs by day if a change touches web/design/, web/build/.

import type { Page } from '@playwright/test'
import { FAILED_NOTE } from '../../browser/support/form.ts'
import { expect, test } from '../../browser/support/test.ts'
import { expectProblems } from '../../browser/support/watch.ts'
import { hydrated, KINDS, openStill } from '../../support/routes.ts'
import { PHONE } from '../../support/site.ts'

const SIZES = [PHONE, { width: 768, height: 1024 }, { width: 1440, height: 900 }]

const WITHOUT_FONTS = 0.001
/** The largest allowed shift when late fonts change some line breaks. A good score is at most 0.1 (web.dev/cls). */
const LATE_FONTS = 0.04

/** Runs before the page's scripts. Adds up the layout shifts that were not caused by input. */
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

/** Returns the cumulative layout shift two frames after the fonts have arrived. */
const shift = (page: Page) =>
  page.evaluate(async () => {
    await document.fonts.ready
    for (const _ of [1, 2]) await new Promise(requestAnimationFrame)
    return Number(Reflect.get(window, 'shifted'))
  })

/** Resolves after the first paint, whatever the font. */
const painted = (page: Page) =>
  page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0)

test.describe('layout shifts', () => {
  for (const path of KINDS) {
    test(`the layout of ${path} does not shift, whether fonts are missing or late`, async ({
      open,
    }) => {
      // The test loads the page six times.
      test.slow()
      const page = await openStill(open, path)
      expectProblems(page, FAILED_NOTE)
      await page.addInitScript(countShifts)
      for (const size of SIZES) {
        await page.setViewportSize(size)
        await page.route('**/*.woff2', (route) => route.abort())
        await page.reload()
        await hydrated(page)
        expect(await shift(page), `${size.width} px, without fonts`).toBeLessThan(WITHOUT_FONTS)

        const fonts = Promise.withResolvers<void>()
        await page.route('**/*.woff2', async (route) => {
          await fonts.promise
          await route.continue()
        })
        await page.reload({ waitUntil: 'commit' })
        await painted(page)
        fonts.resolve()
        await hydrated(page)
        expect(await shift(page), `${size.width} px, late fonts`).toBeLessThan(LATE_FONTS)
        await page.unroute('**/*.woff2')
      }
    })
  }
})

import type { Page } from 'playwright'
import { describe, expect, test } from 'vitest'
import type { PageOptions } from '../../support/browser-page.ts'
import { hydrated } from '../../support/routes.ts'
import { useSite } from '../../support/site.ts'

/** Imitates a tab that goes to the background or comes back. */
const setVisibility = (page: Page, state: 'hidden' | 'visible') =>
  page.evaluate((value) => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, value })
    document.dispatchEvent(new Event('visibilitychange'))
  }, state)

/** The number of changes within four seconds of the page's clock. */
async function changes(page: Page): Promise<number> {
  const count = page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let seen = 0
        const observer = new MutationObserver((records) => {
          seen += records.length
        })
        observer.observe(document.body, { subtree: true, attributeFilter: ['data-level'] })
        setTimeout(() => resolve(seen), 4000)
      }),
  )
  await page.clock.runFor(4000)
  return count
}

describe('the starfield', () => {
  const { open } = useSite()
  const openSky = async (options?: PageOptions) => {
    const page = await open('/robots.txt', { expected: [/404/], ...options })
    await page.clock.install()
    await page.goto(new URL('/', page.url()).href)
    await hydrated(page)
    return page
  }

  test('the starfield changes one star at a time, pauses while the tab is hidden and resumes after', async () => {
    const page = await openSky()
    const changed = await changes(page)
    expect(changed).toBeGreaterThan(2)
    expect(changed).toBeLessThan(7)
    const sky = page.locator('div:has(> [data-level])')
    expect(await sky.evaluate((node) => node.getAnimations({ subtree: true }).length)).toBe(0)
    await setVisibility(page, 'hidden')
    expect(await changes(page)).toBe(0)
    await setVisibility(page, 'visible')
    expect(await changes(page)).toBeGreaterThan(2)
  })

  test('the starfield is a still gradient with reduced motion', async () => {
    const page = await openSky({ reducedMotion: 'reduce' })
    expect(await changes(page)).toBe(0)
    expect(await page.locator('[data-level]').first().isVisible()).toBe(false)
  })
})

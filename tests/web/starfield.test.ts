import type { Page } from 'playwright'
import { describe, expect, test } from 'vitest'
import { paths } from '../../web/content/navigation.ts'
import { useSite } from '../support/site.ts'

const animations = (page: Page) =>
  page.evaluate(() =>
    document
      .getAnimations()
      .filter((animation) => (animation as CSSAnimation).animationName?.includes('twinkle'))
      .map((animation) => animation.playState),
  )

/** What the browser does when the tab goes to the background or comes back. */
const setVisibility = (page: Page, state: 'hidden' | 'visible') =>
  page.evaluate((value) => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, value })
    document.dispatchEvent(new Event('visibilitychange'))
  }, state)

describe('the starfield', () => {
  const { open } = useSite()

  test('pauses while the tab is hidden and resumes after', async () => {
    const page = await open(paths.home)
    await page.waitForLoadState('networkidle')
    const running = await animations(page)
    expect(running.length).toBeGreaterThan(10)
    expect(new Set(running)).toEqual(new Set(['running']))

    await setVisibility(page, 'hidden')
    await expect.poll(async () => new Set(await animations(page))).toEqual(new Set(['paused']))
    await setVisibility(page, 'visible')
    await expect.poll(async () => new Set(await animations(page))).toEqual(new Set(['running']))
  })

  test('is a still gradient for visitors who asked for reduced motion', async () => {
    const page = await open(paths.home, { reducedMotion: 'reduce' })
    await page.waitForLoadState('networkidle')
    expect(await page.evaluate(() => document.getAnimations().length)).toBe(0)
  })
})

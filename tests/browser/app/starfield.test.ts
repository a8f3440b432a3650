import type { Locator, Page } from '@playwright/test'
import { expect, test } from '../../support/browser/test.ts'
import { hydrated } from '../../support/routes.ts'

/** Imitates a tab that goes to the background or comes back. */
const setVisibility = (page: Page, state: 'hidden' | 'visible') =>
  page.evaluate((value) => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, value })
    document.dispatchEvent(new Event('visibilitychange'))
  }, state)

const skyOf = (page: Page): Locator => page.locator('div:has(> b > i)')

/** How many animations of the sky run and how many are paused. */
const animations = (page: Page) =>
  skyOf(page).evaluate((sky) => {
    const states = sky.getAnimations({ subtree: true }).map(({ playState }) => playState)
    const count = (wanted: string) => states.filter((state) => state === wanted).length
    return { running: count('running'), paused: count('paused') }
  })

test.describe('the starfield', () => {
  test('the starfield moves from the first sign of interest on, and rests while the tab is hidden', async ({
    open,
  }) => {
    const page = await open('/')
    expect(await animations(page)).toEqual({ running: 0, paused: 0 })
    await hydrated(page)
    await expect.poll(async () => (await animations(page)).running).toBe(14)
    const { running } = await animations(page)
    await setVisibility(page, 'hidden')
    await expect.poll(() => animations(page)).toEqual({ running: 0, paused: running })
    await setVisibility(page, 'visible')
    await expect.poll(() => animations(page)).toEqual({ running, paused: 0 })
  })

  test('the starfield animates only what the compositor can', async ({ open }) => {
    const page = await open('/')
    await hydrated(page)
    const animated = await skyOf(page).evaluate((sky) =>
      sky.getAnimations({ subtree: true }).flatMap(({ effect }) => {
        const frames = effect instanceof KeyframeEffect ? effect.getKeyframes() : []
        return frames.flatMap((frame) => Object.keys(frame))
      }),
    )
    const timing = ['offset', 'computedOffset', 'easing', 'composite']
    const properties = new Set(animated.filter((name) => !timing.includes(name)))
    expect([...properties].sort()).toEqual(['opacity', 'transform'])
  })

  test('the starfield has its stars without scripts', async ({ open }) => {
    const page = await open('/', { javaScriptEnabled: false })
    expect(await skyOf(page).locator('i:visible').count()).toBeGreaterThan(27)
  })

  test('the starfield is a still gradient with reduced motion', async ({ open }) => {
    const page = await open('/', { reducedMotion: 'reduce' })
    await hydrated(page)
    expect(await animations(page)).toEqual({ running: 0, paused: 0 })
    await expect(skyOf(page).locator('i').first()).toBeHidden()
  })
})

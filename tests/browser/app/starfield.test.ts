// Guards motion.

import type { Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import { NO_SCRIPT, PHONE } from '../../support/site.ts'
import { expect, test } from '../support/test.ts'

test.use({ reducedMotion: 'no-preference' })

/** The layers that move: three of stars, and the falling one. */
const LAYERS = 4

const skyOf = (page: Page): Locator => page.locator('#root > div:has(> svg use)')

/** Imitates a tab that goes to the background or comes back. */
const setVisibility = (page: Page, state: 'hidden' | 'visible') =>
  page.evaluate((value) => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, value })
    document.dispatchEvent(new Event('visibilitychange'))
  }, state)

const animations = (page: Page, state: AnimationPlayState) =>
  skyOf(page).evaluate(
    (sky, wanted) =>
      sky.getAnimations({ subtree: true }).filter(({ playState }) => playState === wanted).length,
    state,
  )

/** The number of bright pixels of the sky. */
async function starlight(page: Page): Promise<number> {
  await page.locator('header, main, footer').evaluateAll((covers) => {
    for (const cover of covers) (cover as HTMLElement).style.visibility = 'hidden'
  })
  const pixels = await sharp(await page.screenshot())
    .greyscale()
    .raw()
    .toBuffer()
  return pixels.filter((light) => light > 100).length
}

test.describe('the starfield', () => {
  test('the starfield moves without scripts: whole layers, by what the compositor can animate', async ({
    open,
  }) => {
    const page = await open('/', NO_SCRIPT)
    expect(await animations(page, 'running')).toBe(LAYERS)
    const moving = await skyOf(page).evaluate((sky) =>
      sky.getAnimations({ subtree: true }).map(({ effect }) => {
        if (!(effect instanceof KeyframeEffect)) return null
        const properties = effect.getKeyframes().flatMap((frame) => Object.keys(frame))
        return { isLayer: effect.target?.parentElement === sky, properties }
      }),
    )
    expect(moving.map((layer) => layer?.isLayer)).toEqual(Array(LAYERS).fill(true))
    const timing = ['offset', 'computedOffset', 'easing', 'composite']
    const animated = moving.flatMap((layer) => layer?.properties ?? [])
    const properties = new Set(animated.filter((name) => !timing.includes(name)))
    expect([...properties].sort()).toEqual(['opacity', 'transform'])
  })

  test('the starfield has stars in every window, and rests while the tab is hidden, also before a visitor shows interest', async ({
    open,
  }) => {
    const page = await open('/')
    for (const viewport of [PHONE, { width: 1440, height: 900 }]) {
      await page.setViewportSize(viewport)
      expect(await starlight(page), `${viewport.width} px`).toBeGreaterThan(100)
    }
    await setVisibility(page, 'hidden')
    await expect.poll(() => animations(page, 'paused')).toBe(LAYERS)
    expect(await animations(page, 'running')).toBe(0)
    await setVisibility(page, 'visible')
    await expect.poll(() => animations(page, 'running')).toBe(LAYERS)
  })

  test('the starfield is a still gradient with reduced motion', async ({ open }) => {
    const page = await open('/', { ...NO_SCRIPT, reducedMotion: 'reduce' })
    expect(await animations(page, 'running')).toBe(0)
    expect(await starlight(page)).toBe(0)
    await expect(skyOf(page)).toHaveCSS('background-image', /gradient/)
  })
})

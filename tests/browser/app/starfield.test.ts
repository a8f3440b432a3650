// Guards motion.

import type { Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import { expect, test } from '../../support/browser/test.ts'
import { NO_SCRIPT, PHONE } from '../../support/site.ts'

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

/** How many points of the sky are brighter than all that is four pixels around them. */
async function starsInSight(page: Page): Promise<number> {
  await page.locator('header, main, footer').evaluateAll((covers) => {
    for (const cover of covers) (cover as HTMLElement).style.visibility = 'hidden'
  })
  const { data, info } = await sharp(await page.screenshot())
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const [far, near] = [4, 1].map((distance) =>
    [-1, 0, 1].flatMap((y) => [-1, 0, 1].map((x) => (y * info.width + x) * distance)),
  )
  return [...data.keys()].filter((at) => {
    const light = data[at] ?? 0
    const isBrightest = near?.every(
      (by) => by === 0 || light + Number(by > 0) > (data[at + by] ?? 255),
    )
    return isBrightest && far?.every((by) => by === 0 || light > (data[at + by] ?? 255) + 25)
  }).length
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

  test('the starfield shows more than a hundred stars in every window, which it fills', async ({
    open,
  }) => {
    const page = await open('/', NO_SCRIPT)
    for (const viewport of [PHONE, { width: 768, height: 1024 }, { width: 1440, height: 900 }]) {
      await page.setViewportSize(viewport)
      expect(await starsInSight(page), `${viewport.width} px`).toBeGreaterThan(100)
      for (const layer of await skyOf(page).locator('svg').all()) {
        const { x = 0, y = 0, width = 0, height = 0 } = (await layer.boundingBox()) ?? {}
        expect([x, y].filter((edge) => edge > 0)).toEqual([])
        expect(x + width).toBeGreaterThanOrEqual(viewport.width)
        expect(y + height).toBeGreaterThanOrEqual(viewport.height)
      }
    }
  })

  test('the starfield rests while the tab is hidden, also before a visitor shows interest', async ({
    open,
  }) => {
    const page = await open('/')
    await setVisibility(page, 'hidden')
    await expect.poll(() => animations(page, 'paused')).toBe(LAYERS)
    expect(await animations(page, 'running')).toBe(0)
    await setVisibility(page, 'visible')
    await expect.poll(() => animations(page, 'running')).toBe(LAYERS)
  })

  test('the starfield is a still gradient with reduced motion', async ({ open }) => {
    const page = await open('/', { ...NO_SCRIPT, reducedMotion: 'reduce' })
    expect(await animations(page, 'running')).toBe(0)
    const seen = await skyOf(page)
      .locator('svg, s')
      .evaluateAll((layers) =>
        layers.filter((layer) => layer.checkVisibility({ opacityProperty: true })),
      )
    expect(seen).toEqual([])
    await expect(skyOf(page)).toHaveCSS('background-image', /gradient/)
  })
})

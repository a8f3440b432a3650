// Guards motion.

import type { Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import { NO_SCRIPT, PHONE } from '../../support/site.ts'
import { expect, test } from '../support/test.ts'

test.use({ reducedMotion: 'no-preference' })

const skyOf = (page: Page): Locator => page.locator('#sky')

/** Imitates a tab that goes to the background or comes back. */
const hide = (page: Page, hidden: boolean) =>
  page.evaluate((value) => {
    Object.defineProperty(document, 'hidden', { configurable: true, value })
  }, hidden)

/** The times of the layers, which the script sets. */
const drift = (page: Page) =>
  skyOf(page).evaluate((sky) =>
    sky
      .getAnimations({ subtree: true })
      .filter(({ playState }) => playState === 'paused')
      .map(({ currentTime }) => currentTime),
  )

/** How far the sky's pixels of some brightness are from the nearer edge of the window. In pixels. */
async function starlight(page: Page, brightness: number): Promise<number[]> {
  await page.locator('header, main, footer').evaluateAll((covers) => {
    for (const cover of covers) (cover as HTMLElement).style.visibility = 'hidden'
  })
  const { data, info } = await sharp(await page.screenshot())
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const toEdge = (at: number) => Math.min(at % info.width, info.width - 1 - (at % info.width))
  return [...data].flatMap((light, at) => (light > brightness ? [toEdge(at)] : []))
}

test.describe('the starfield', () => {
  test('the starfield moves without scripts, by what the compositor can animate', async ({
    open,
  }) => {
    const page = await open('/', NO_SCRIPT)
    const moving = await skyOf(page).evaluate((sky) =>
      sky.getAnimations({ subtree: true }).map((animation) => {
        const { effect, playState } = animation
        const frames = effect instanceof KeyframeEffect ? effect.getKeyframes() : []
        return { playState, properties: frames.flatMap((frame) => Object.keys(frame)) }
      }),
    )
    expect(moving.length).toBeGreaterThan(4)
    expect(new Set(moving.map(({ playState }) => playState))).toEqual(new Set(['running']))
    const timing = ['offset', 'computedOffset', 'easing', 'composite']
    const animated = moving.flatMap(({ properties }) => properties)
    const properties = new Set(animated.filter((name) => !timing.includes(name)))
    expect([...properties].sort()).toEqual(['opacity', 'transform'])
  })

  test('a star twinkles or falls for less than a second and rests for ten or more', async ({
    open,
  }) => {
    const page = await open('/')
    const running = await skyOf(page).evaluate((sky) =>
      sky
        .getAnimations({ subtree: true })
        .filter(({ playState }) => playState === 'running')
        .map(({ effect }) => effect?.getComputedTiming() ?? {}),
    )
    expect(running.length, 'the stars that twinkle, and the one that falls').toBeGreaterThan(3)
    for (const { delay = 0, activeDuration } of running) {
      expect(Number(activeDuration)).toBeLessThan(1000)
      expect(delay).toBeGreaterThan(10_000)
    }
  })

  test('the starfield has stars in every window, none of them bright behind the text', async ({
    open,
  }) => {
    const page = await open('/')
    for (const viewport of [PHONE, { width: 1440, height: 900 }]) {
      await page.setViewportSize(viewport)
      const text = (await page.locator('main h1').boundingBox())?.x
      expect((await starlight(page, 100)).length, 'stars').toBeGreaterThan(100)
      const bright = await starlight(page, 190)
      expect(bright.length, 'bright stars').toBeGreaterThan(5)
      expect(Math.max(...bright), `at ${viewport.width} px`).toBeLessThan(text ?? 0)
    }
  })

  test('the starfield drifts, rests while the tab is hidden, and goes on, also before a visitor shows interest', async ({
    openBlank,
  }) => {
    const page = await openBlank()
    await page.clock.install()
    await page.goto('/')
    const before = await drift(page)
    expect(before, 'three depths').toHaveLength(3)
    await page.clock.runFor(10_000)
    const drifted = await drift(page)
    expect(drifted).not.toEqual(before)
    await hide(page, true)
    await page.clock.runFor(10_000)
    expect(await drift(page)).toEqual(drifted)
    await hide(page, false)
    await page.clock.runFor(10_000)
    expect(await drift(page)).not.toEqual(drifted)
  })

  test('the starfield is a still gradient with reduced motion', async ({ open }) => {
    const page = await open('/', { ...NO_SCRIPT, reducedMotion: 'reduce' })
    const moving = await skyOf(page).evaluate((sky) => sky.getAnimations({ subtree: true }).length)
    expect(moving).toBe(0)
    expect(await starlight(page, 100)).toEqual([])
    await expect(skyOf(page)).toHaveCSS('background-image', /gradient/)
  })
})

import type { Locator, Page } from '@playwright/test'
import { NO_SCRIPT } from '../../support/site.ts'
import { expect, test } from '../support/test.ts'

test.use({ reducedMotion: 'no-preference' })

const skyOf = (page: Page): Locator => page.locator('#sky')

const hide = (page: Page, hidden: boolean) =>
  page.evaluate((value) => {
    Object.defineProperty(document, 'hidden', { configurable: true, value })
  }, hidden)

/** Returns the times of the layers, which the script moves. */
const drift = (page: Page) =>
  skyOf(page).evaluate((sky) =>
    sky
      .getAnimations({ subtree: true })
      .filter(({ playState }) => playState === 'paused')
      .map(({ currentTime }) => currentTime),
  )

test.describe('the starfield', () => {
  test('the starfield moves without scripts and only on the compositor', async ({ open }) => {
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

  test('the starfield drifts except while the tab is hidden', async ({ openBlank }) => {
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
    await expect(skyOf(page)).toHaveCSS('background-image', /gradient/)
  })
})

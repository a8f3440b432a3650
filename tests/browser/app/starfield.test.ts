import type { Locator, Page } from '@playwright/test'
import { NO_SCRIPT } from '../../support/site.ts'
import { stopClock } from '../support/clock.ts'
import { expect, type OpenBlank, test } from '../support/test.ts'

test.use({ reducedMotion: 'no-preference' })

const skyOf = (page: Page): Locator => page.locator('#sky')

const hide = (page: Page, hidden: boolean) =>
  page.evaluate((value) => {
    Object.defineProperty(document, 'hidden', { configurable: true, value })
    document.dispatchEvent(new Event('visibilitychange'))
  }, hidden)

const stateOf = (page: Page) =>
  skyOf(page).evaluate((sky) =>
    sky.getAnimations({ subtree: true }).map(({ playState, currentTime }) => ({
      playState,
      currentTime,
    })),
  )

/** Opens the landing page with a clock that only the test moves. */
async function openStopped(openBlank: OpenBlank, viewport: { width: number; height: number }) {
  const page = await openBlank({ viewport })
  await stopClock(page)
  await page.goto('/')
  return page
}

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

  test('the starfield changes every second', async ({ openBlank }) => {
    for (const width of [390, 1440]) {
      const page = await openStopped(openBlank, { width, height: 844 })
      await skyOf(page).evaluate((sky) => {
        for (const covering of sky.parentElement?.children ?? []) {
          if (covering !== sky && covering instanceof HTMLElement) covering.hidden = true
        }
      })
      let before = await page.screenshot({ animations: 'allow' })
      for (let second = 1; second <= 8; second += 1) {
        await page.clock.runFor(1000)
        const after = await page.screenshot({ animations: 'allow' })
        expect(after.equals(before), `second ${second} at ${width} px`).toBe(false)
        before = after
      }
    }
  })

  test('the whole starfield pauses while the tab is hidden', async ({ openBlank }) => {
    const page = await openStopped(openBlank, { width: 1440, height: 900 })
    const before = await stateOf(page)
    expect(before.length, 'layers, stars and the star that falls').toBeGreaterThan(9)
    expect(new Set(before.map(({ playState }) => playState))).toEqual(new Set(['paused']))
    await page.clock.runFor(10_000)
    const moved = await stateOf(page)
    for (const [index, { currentTime }] of moved.entries()) {
      expect(currentTime).toBeGreaterThan(Number(before[index]?.currentTime))
    }
    await hide(page, true)
    await page.clock.runFor(60_000)
    expect(await stateOf(page)).toEqual(moved)
    await hide(page, false)
    await page.clock.runFor(10_000)
    expect(await stateOf(page)).not.toEqual(moved)
  })

  test('with reduced motion, the starfield is a static gradient', async ({ open }) => {
    const page = await open('/', { ...NO_SCRIPT, reducedMotion: 'reduce' })
    const moving = await skyOf(page).evaluate((sky) => sky.getAnimations({ subtree: true }).length)
    expect(moving).toBe(0)
    await expect(skyOf(page)).toHaveCSS('background-image', /gradient/)
  })
})

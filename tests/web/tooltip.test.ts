import { describe, expect, test } from 'vitest'
import { paths } from '../../web/content/navigation.ts'
import { hintLabel, plans } from '../../web/content/plans.ts'
import { hydrated } from '../support/routes.ts'
import { useSite } from '../support/site.ts'

const VIDEO = '1 video per product'
const HINT = 'Each product input unlocks one video render.'
const OTHER = '1 product per day'
const FEATURES = plans.flatMap(({ features }) => features)
const OTHER_HINT = FEATURES.find(({ text }) => text === OTHER)?.hint ?? ''

describe('a tooltip on a plan', () => {
  const { open } = useSite()
  const openPricing = async (options = {}) => {
    const page = await open(paths.pricing, options)
    await hydrated(page)
    const trigger = page.getByRole('button', { name: hintLabel(VIDEO) })
    return { page, trigger, text: page.getByText(HINT) }
  }

  test('opens on focus, is tied to its button, and closes on Escape', async () => {
    const { page, trigger, text } = await openPricing()
    expect(await text.isVisible()).toBe(false)
    await trigger.focus()
    await text.waitFor()
    const described = await trigger.getAttribute('aria-describedby')
    expect(await page.locator(`[id="${described}"]`).textContent()).toBe(HINT)
    await page.keyboard.press('Escape')
    await text.waitFor({ state: 'hidden' })
  })

  test('waits for a resting pointer, and lets it move onto the text', async () => {
    const { page, trigger, text } = await openPricing()
    await page.clock.install()
    await trigger.hover()
    await page.clock.runFor(600)
    expect(await text.isVisible()).toBe(false)
    await page.clock.runFor(200)
    expect(await text.isVisible()).toBe(true)
    await text.hover()
    await page.clock.runFor(1000)
    expect(await text.isVisible()).toBe(true)
    await page.mouse.move(0, 0)
    await page.clock.runFor(1000)
    expect(await text.isVisible()).toBe(false)
  })

  test('opens at once when another has just closed', async () => {
    const { page, trigger, text } = await openPricing()
    await page.clock.install()
    await trigger.hover()
    await page.clock.runFor(800)
    await page.mouse.move(0, 0)
    await page.clock.runFor(200)
    expect(await text.isVisible()).toBe(false)
    await trigger.hover()
    await page.clock.runFor(20)
    expect(await text.isVisible()).toBe(true)
  })

  test('gives way at once when the pointer goes straight on to the next', async () => {
    const { page, trigger, text } = await openPricing()
    const first = page.getByRole('button', { name: hintLabel(OTHER) })
    await page.clock.install()
    await first.hover()
    await page.clock.runFor(800)
    await trigger.hover()
    await page.clock.runFor(20)
    expect(await text.isVisible()).toBe(true)
    expect(await page.getByText(OTHER_HINT).isVisible()).toBe(false)
  })

  test('closes on Escape while the pointer rests and the focus is elsewhere', async () => {
    const { page, trigger, text } = await openPricing()
    await page.clock.install()
    await trigger.hover()
    await page.clock.runFor(800)
    expect(await text.isVisible()).toBe(true)
    await page.keyboard.press('Escape')
    await page.clock.runFor(1000)
    expect(await text.isVisible()).toBe(false)
  })

  test('waits for the pointer as ever when it has only brushed past one', async () => {
    const { page, trigger, text } = await openPricing()
    await page.clock.install()
    await trigger.hover()
    await page.clock.runFor(100)
    await page.mouse.move(0, 0)
    await page.clock.runFor(100)
    await trigger.hover()
    await page.clock.runFor(600)
    expect(await text.isVisible()).toBe(false)
    await page.clock.runFor(200)
    expect(await text.isVisible()).toBe(true)
  })

  test('closes when a finger touches elsewhere, even if it never had the focus', async () => {
    const { page, trigger, text } = await openPricing()
    // A tap in Safari: a click without focus.
    await trigger.dispatchEvent('click')
    await text.waitFor()
    await text.dispatchEvent('pointerdown', { bubbles: true, pointerType: 'touch' })
    expect(await text.isVisible()).toBe(true)
    const elsewhere = page.getByRole('heading', { level: 1 })
    await elsewhere.dispatchEvent('pointerdown', { bubbles: true, pointerType: 'touch' })
    await text.waitFor({ state: 'hidden' })
  })

  test('is plain text without JavaScript', async () => {
    const page = await open(paths.pricing, { javaScriptEnabled: false })
    for (const { hint } of FEATURES) {
      if (!hint) continue
      expect(await page.getByText(hint).isVisible(), hint).toBe(true)
    }
  })
})

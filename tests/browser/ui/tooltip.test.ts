import { describe, expect, test } from 'vitest'
import { hintLabel, plans } from '../../../web/content/plans.ts'
import { hydrated } from '../../support/routes.ts'
import { useSite } from '../../support/site.ts'

const HINTS = plans.flatMap(({ features }) => features).filter(({ hint }) => hint)
const [FIRST] = HINTS

describe('tooltips', () => {
  const { open } = useSite()
  const openPricing = async ({ clock = false } = {}) => {
    const page = await open('/pricing')
    await hydrated(page)
    if (clock) await page.clock.install()
    return {
      page,
      trigger: page.getByRole('button', { name: hintLabel(FIRST?.text ?? '') }),
      text: page.getByText(FIRST?.hint ?? ''),
    }
  }

  test('a tooltip opens on focus, describes its button and closes on Escape', async () => {
    const { page, trigger, text } = await openPricing()
    expect(await text.isVisible()).toBe(false)
    await trigger.focus()
    await text.waitFor()
    const described = await trigger.getAttribute('aria-describedby')
    expect(await page.locator(`[id="${described}"]`).textContent()).toBe(FIRST?.hint)
    await page.keyboard.press('Escape')
    await text.waitFor({ state: 'hidden' })
  })

  test('a tooltip opens for a resting pointer, and the pointer can move onto its text', async () => {
    const { page, trigger, text } = await openPricing({ clock: true })
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

  test('a tooltip without focus closes on a touch elsewhere', async () => {
    const { page, trigger, text } = await openPricing()
    // Safari does not focus a tapped button.
    await trigger.dispatchEvent('click')
    await text.waitFor()
    const touch = { bubbles: true, pointerType: 'touch' }
    await text.dispatchEvent('pointerdown', touch)
    expect(await text.isVisible()).toBe(true)
    await page.getByRole('heading', { level: 1 }).dispatchEvent('pointerdown', touch)
    await text.waitFor({ state: 'hidden' })
  })

  test('tooltips are plain text without JavaScript', async () => {
    const page = await open('/pricing', { javaScriptEnabled: false })
    for (const { hint = '' } of HINTS) {
      expect(await page.getByText(hint).isVisible(), hint).toBe(true)
    }
  })
})

import { describe, expect } from 'vitest'
import { hintLabel, plans } from '../../../web/content/plans.ts'
import { type Open, test } from '../../support/fixtures/browser.ts'
import { holdScripts } from '../../support/gate.ts'
import { hydrated } from '../../support/routes.ts'
import { NO_SCRIPT } from '../../support/site.ts'

const HINTS = plans.flatMap(({ features }) => features).filter(({ hint }) => hint)
const [FIRST] = HINTS

describe('tooltips', () => {
  const openPricing = async (open: Open, { clock = false } = {}) => {
    const page = await open('/pricing')
    await hydrated(page)
    // Time stands still but for `runFor`, however slow the machine is.
    if (clock) {
      await page.clock.install()
      await page.clock.pauseAt(Date.now() + 60_000)
    }
    return {
      page,
      trigger: page.getByRole('button', { name: hintLabel(FIRST?.text ?? '') }),
      text: page.getByText(FIRST?.hint ?? ''),
    }
  }

  test('a tooltip opens on focus, describes its button and closes on Escape', async ({ open }) => {
    const { page, trigger, text } = await openPricing(open)
    expect(await text.isVisible()).toBe(false)
    await trigger.focus()
    await text.waitFor()
    const described = await trigger.getAttribute('aria-describedby')
    expect(await page.locator(`[id="${described}"]`).textContent()).toBe(FIRST?.hint)
    await page.keyboard.press('Escape')
    await text.waitFor({ state: 'hidden' })
  })

  test('a tooltip opens for a resting pointer, and the pointer can move onto its text', async ({
    open,
  }) => {
    const { page, trigger, text } = await openPricing(open, { clock: true })
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

  test('a tooltip stays while its button has the focus and a pointer passes', async ({ open }) => {
    const { page, trigger, text } = await openPricing(open, { clock: true })
    await trigger.focus()
    await page.clock.runFor(100)
    await trigger.hover()
    await page.mouse.move(0, 0)
    await page.clock.runFor(1000)
    expect(await text.isVisible()).toBe(true)
  })

  test('a tooltip without focus closes on a touch elsewhere', async ({ open }) => {
    const { page, trigger, text } = await openPricing(open)
    // Safari does not focus a tapped button.
    await trigger.dispatchEvent('click')
    await text.waitFor()
    const touch = { bubbles: true, pointerType: 'touch' }
    await text.dispatchEvent('pointerdown', touch)
    expect(await text.isVisible()).toBe(true)
    await page.getByRole('heading', { level: 1 }).dispatchEvent('pointerdown', touch)
    await text.waitFor({ state: 'hidden' })
  })

  test('tooltips open on focus and for a pointer without JavaScript', async ({ open }) => {
    const page = await open('/pricing', NO_SCRIPT)
    for (const { text = '', hint = '' } of HINTS) {
      const trigger = page.getByRole('button', { name: hintLabel(text) })
      expect(await page.getByText(hint).isVisible(), hint).toBe(false)
      await trigger.hover()
      expect(await page.getByText(hint).isVisible(), hint).toBe(true)
      await page.mouse.move(0, 0)
      await trigger.focus()
      expect(await page.getByText(hint).isVisible(), hint).toBe(true)
    }
  })

  test('a tooltip that is open when it is hydrated stays open, and closes on Escape', async ({
    open,
  }) => {
    const page = await open('/robots.txt')
    // Chromium moves the pointer once the page is painted, which would hydrate it.
    const scripts = await holdScripts(page)
    await page.goto(new URL('/pricing', page.url()).href, { waitUntil: 'commit' })
    const [{ text = '', hint = '' } = {}] = HINTS
    await page.getByRole('button', { name: hintLabel(text) }).hover()
    scripts.open()
    await hydrated(page)
    expect(await page.getByText(hint).isVisible()).toBe(true)
    await page.keyboard.press('Escape')
    await page.getByText(hint).waitFor({ state: 'hidden' })
  })
})

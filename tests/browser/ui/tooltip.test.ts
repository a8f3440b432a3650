// Guards accessibility.

import { hintLabel, plans } from '../../../web/content/plans.ts'
import { expect, type Open, test } from '../../support/browser/test.ts'
import { holdScripts } from '../../support/gate.ts'
import { hydrated } from '../../support/routes.ts'
import { NO_SCRIPT } from '../../support/site.ts'

const HINTS = plans.flatMap(({ features }) => features).filter(({ hint }) => hint)
const [FIRST] = HINTS

test.describe('tooltips', () => {
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

  test('a tooltip describes its button, opens on focus, stays while a pointer passes, and closes on Escape', async ({
    open,
  }) => {
    const { page, trigger, text } = await openPricing(open, { clock: true })
    await expect(text).toBeHidden()
    await trigger.focus()
    await page.clock.runFor(100)
    await expect(text).toBeVisible()
    await expect(trigger).toHaveAccessibleDescription(FIRST?.hint ?? '')
    await trigger.hover()
    await page.mouse.move(0, 0)
    await page.clock.runFor(1000)
    await expect(text).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(text).toBeHidden()
  })

  test('a tooltip opens for a resting pointer, and the pointer can move onto its text', async ({
    open,
  }) => {
    const { page, trigger, text } = await openPricing(open, { clock: true })
    await trigger.hover()
    await page.clock.runFor(600)
    await expect(text).toBeHidden()
    await page.clock.runFor(200)
    await expect(text).toBeVisible()
    await text.hover()
    await page.clock.runFor(1000)
    await expect(text).toBeVisible()
    await page.mouse.move(0, 0)
    await page.clock.runFor(1000)
    await expect(text).toBeHidden()
  })

  test('a tooltip without focus closes on a touch elsewhere', async ({ open }) => {
    const { page, trigger, text } = await openPricing(open)
    // Safari does not focus a tapped button.
    await trigger.dispatchEvent('click')
    await expect(text).toBeVisible()
    const touch = { bubbles: true, pointerType: 'touch' }
    await text.dispatchEvent('pointerdown', touch)
    await expect(text).toBeVisible()
    await page.getByRole('heading', { level: 1 }).dispatchEvent('pointerdown', touch)
    await expect(text).toBeHidden()
  })

  test('tooltips open on focus and for a pointer without JavaScript', async ({ open }) => {
    const page = await open('/pricing', NO_SCRIPT)
    for (const { text = '', hint = '' } of HINTS) {
      const trigger = page.getByRole('button', { name: hintLabel(text) })
      await expect(page.getByText(hint), hint).toBeHidden()
      await trigger.hover()
      await expect(page.getByText(hint), hint).toBeVisible()
      await page.mouse.move(0, 0)
      await trigger.focus()
      await expect(page.getByText(hint), hint).toBeVisible()
    }
  })

  test('a tooltip that is open when it is hydrated stays open, and closes on Escape', async ({
    openBlank,
  }) => {
    const page = await openBlank()
    // Chromium moves the pointer once the page is painted, which would hydrate it.
    const scripts = await holdScripts(page)
    await page.goto('/pricing', { waitUntil: 'commit' })
    const [{ text = '', hint = '' } = {}] = HINTS
    await page.getByRole('button', { name: hintLabel(text) }).hover()
    scripts.open()
    await hydrated(page)
    await expect(page.getByText(hint)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByText(hint)).toBeHidden()
  })
})

import { fillIn } from '../../../contract/format.ts'
import { plans, pricing } from '../../../web/content/plans.ts'
import { hydrated } from '../../support/routes.ts'
import { NO_SCRIPT } from '../../support/site.ts'
import { stopClock } from '../support/clock.ts'
import { CHUNKS, holdScripts } from '../support/scripts.ts'
import { expect, test } from '../support/test.ts'

const hintLabel = (feature: string) => fillIn(pricing.hint, { feature })
const HINTS = plans.flatMap(({ features }) => features).filter(({ hint }) => hint)
const [{ text: feature = '', hint = '' } = {}] = HINTS

/** Runs in the page: keeps the tooltips' delay from passing. The CSP does not apply to constructed style sheets. */
function stopDelay(): void {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync('[role=tooltip] { animation-play-state: paused !important }')
  document.adoptedStyleSheets.push(sheet)
}

test.describe('Tooltip', () => {
  test('a tooltip describes its button, and opens and closes by keyboard, pointer and touch', async ({
    open,
  }) => {
    const page = await open('/pricing')
    await hydrated(page)
    const trigger = page.getByRole('button', { name: hintLabel(feature) })
    const text = page.getByText(hint)
    await stopClock(page)
    await expect(text).toBeHidden()
    await trigger.focus()
    await page.clock.runFor(100)
    await expect(text).toBeVisible()
    await expect(trigger).toHaveAccessibleDescription(hint)
    await trigger.hover()
    await page.mouse.move(0, 0)
    await page.clock.runFor(1000)
    await expect(text, 'a pointer has passed').toBeVisible()
    await page.keyboard.press('Escape')
    await expect(text).toBeHidden()
    await trigger.blur()
    await page.clock.runFor(1000)

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

    // Safari does not focus a tapped button.
    await trigger.dispatchEvent('click')
    await page.clock.runFor(100)
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

  test('before hydration, a tooltip opens 700 ms after the pointer arrives, but immediately on focus', async ({
    openBlank,
  }) => {
    const page = await openBlank()
    const scripts = await holdScripts(page, CHUNKS)
    await page.goto('/pricing')
    const trigger = page.getByRole('button', { name: hintLabel(feature) })
    const text = page.getByText(hint)
    await page.evaluate(stopDelay)
    await trigger.hover()
    await expect(text).toHaveCSS('animation-duration', '0.7s')
    await expect(text).toBeHidden()
    await trigger.focus()
    await expect(text).toBeVisible()
    await trigger.blur()
    await expect(text).toBeHidden()
    await page.evaluate(() => document.adoptedStyleSheets.pop())
    await expect(text, 'after the delay').toBeVisible()

    scripts.resolve()
    await hydrated(page)
    await expect(text, 'hydrated').toBeVisible()
    await page.mouse.move(0, 0)
    await expect(text).toBeHidden()
  })
})

import { fillIn } from '../../../contract/format.ts'
import { plans, pricing } from '../../../web/content/plans.ts'
import { hydrated } from '../../support/routes.ts'
import { NO_SCRIPT } from '../../support/site.ts'
import { expect, test } from '../support/test.ts'

const hintLabel = (feature: string) => fillIn(pricing.hint, { feature })
const HINTS = plans.flatMap(({ features }) => features).filter(({ hint }) => hint)
const [{ text: feature = '', hint = '' } = {}] = HINTS

test.describe('Tooltip', () => {
  test('a tooltip describes its button, and opens and closes by keyboard, pointer and touch', async ({
    open,
  }) => {
    const page = await open('/pricing')
    await hydrated(page)
    const trigger = page.getByRole('button', { name: hintLabel(feature) })
    const text = page.getByText(hint)
    // Only `runFor` moves the clock, however slow the machine is.
    await page.clock.install()
    await page.clock.pauseAt(Date.now() + 60_000)
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
})

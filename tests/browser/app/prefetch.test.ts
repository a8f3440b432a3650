// Guards navigation.

import type { Page } from '@playwright/test'
import { expect, test } from '../../support/browser/test.ts'
import { headline, hydrated, mainNavigation } from '../../support/routes.ts'
import { watchScripts } from '../../support/scripts.ts'

const pricing = (page: Page) => mainNavigation(page).locator('[href="/pricing"]')

async function visitPricing(page: Page): Promise<void> {
  await pricing(page).click()
  await expect(headline(page, '/pricing')).toBeVisible()
}

/** As the browser's own setting does. */
const saveData = async (page: Page) => {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setDataSaverOverride', { dataSaverEnabled: true })
}

test.describe('the chunk of a page', () => {
  test('is fetched once, when a pointer is over a link or it gets the focus, and a click fetches no more', async ({
    open,
  }) => {
    for (const act of ['hover', 'focus'] as const) {
      const page = await open('/')
      await hydrated(page)
      const scripts = watchScripts(page)
      await pricing(page)[act]()
      await expect.poll(() => scripts.length).toBeGreaterThan(0)
      await page.waitForLoadState('networkidle')
      const fetched = [...scripts]
      expect(new Set(fetched).size).toBe(fetched.length)
      await page.getByRole('heading', { level: 1 }).hover()
      await pricing(page).hover()
      await visitPricing(page)
      expect(scripts).toEqual(fetched)
    }
  })

  test('is fetched only by a click for visitors who save data', async ({ openBlank }) => {
    const page = await openBlank()
    await saveData(page)
    await page.goto('/')
    await hydrated(page)
    const scripts = watchScripts(page)
    await pricing(page).hover()
    await pricing(page).focus()
    // A prefetch would be in the list by the next frame.
    await page.evaluate(() => new Promise(requestAnimationFrame))
    expect(scripts).toEqual([])
    await visitPricing(page)
    expect(scripts).not.toEqual([])
  })
})

// Guards navigation.

import type { Page } from '@playwright/test'
import { chrome } from '../../../web/content/navigation.ts'
import { pageMeta } from '../../../web/routes/page-meta.ts'
import { expect, type Open, test } from '../../support/browser/test.ts'
import { holdScripts } from '../../support/gate.ts'
import { hydrated, mainNavigation } from '../../support/routes.ts'

test.describe('while a page is fetched', () => {
  /** The landing page, left for a page whose chunk is kept back until the gate opens. */
  const leaveSlowly = async (open: Open) => {
    const page = await open('/')
    await hydrated(page)
    const chunk = await holdScripts(page)
    await mainNavigation(page).locator('[href="/about"]').click()
    return { page, chunk }
  }
  const busy = (page: Page) => page.locator('main[aria-busy="true"]')
  const said = (page: Page) => page.getByText(chrome.loading, { exact: true })

  test('the old one says so until the new one is there', async ({ open }) => {
    const { page, chunk } = await leaveSlowly(open)
    await expect(busy(page)).toBeVisible()
    const line = said(page).locator('..')
    expect(await line.boundingBox()).toMatchObject({ x: 0, y: 0, height: 3 })
    await expect(line.locator('..')).toHaveAttribute('aria-live', 'polite')

    chunk.open()
    await expect(page).toHaveTitle(pageMeta('/about').title)
    await expect(busy(page)).toHaveCount(0)
    await expect(said(page)).toHaveCount(0)
  })

  test('a link to the old one ends the waiting', async ({ open }) => {
    const { page, chunk } = await leaveSlowly(open)
    await expect(busy(page)).toBeVisible()
    await page.getByRole('banner').getByRole('link', { name: chrome.home }).click()
    await expect(busy(page)).toHaveCount(0)
    chunk.open()
    await page.waitForLoadState('networkidle')
    await expect(page).toHaveTitle(pageMeta('/').title)
  })
})

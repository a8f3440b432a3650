// Guards navigation.

import { chrome } from '../../../web/content/navigation.ts'
import { pageMeta } from '../../../web/routes/page-meta.ts'
import { expect, test } from '../../support/browser/test.ts'
import { holdScripts } from '../../support/gate.ts'
import { hydrated, mainNavigation } from '../../support/routes.ts'

test('while a page is fetched, the old one says so until the new one is there or the visitor stays', async ({
  open,
}) => {
  const page = await open('/')
  await hydrated(page)
  const busy = page.locator('main[aria-busy="true"]')
  const said = page.getByText(chrome.loading, { exact: true })
  /** Leaves for a page whose chunk is kept back until the gate opens. */
  const leave = async (path: string) => {
    const chunk = await holdScripts(page)
    await mainNavigation(page).locator(`[href="${path}"]`).click()
    await expect(busy).toBeVisible()
    return chunk
  }

  const first = await leave('/about')
  await page.getByRole('banner').getByRole('link', { name: chrome.home }).click()
  await expect(busy).toHaveCount(0)
  first.open()
  await page.waitForLoadState('networkidle')
  await expect(page).toHaveTitle(pageMeta('/').title)

  const second = await leave('/features')
  const line = said.locator('..')
  expect(await line.boundingBox()).toMatchObject({ x: 0, y: 0, height: 3 })
  await expect(line.locator('..')).toHaveAttribute('aria-live', 'polite')
  second.open()
  await expect(page).toHaveTitle(pageMeta('/features').title)
  await expect(busy).toHaveCount(0)
  await expect(said).toHaveCount(0)
})

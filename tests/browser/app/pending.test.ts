import type { Page } from '@playwright/test'
import { describe, expect } from 'vitest'
import { chrome } from '../../../web/content/navigation.ts'
import { pageMeta } from '../../../web/routes/page-meta.ts'
import { type Open, test } from '../../support/fixtures/browser.ts'
import { holdScripts } from '../../support/gate.ts'
import { hydrated, mainNavigation } from '../../support/routes.ts'

describe('while a page is fetched', () => {
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
    await busy(page).waitFor()
    const line = said(page).locator('..')
    expect(await line.boundingBox()).toMatchObject({ x: 0, y: 0, height: 3 })
    expect(await line.locator('..').getAttribute('aria-live')).toBe('polite')

    chunk.open()
    await expect.poll(() => page.title()).toBe(pageMeta('/about').title)
    expect(await busy(page).count()).toBe(0)
    expect(await said(page).count()).toBe(0)
  })

  test('a link to the old one ends the waiting', async ({ open }) => {
    const { page, chunk } = await leaveSlowly(open)
    await busy(page).waitFor()
    await page.getByRole('banner').getByRole('link', { name: chrome.home }).click()
    await busy(page).waitFor({ state: 'detached' })
    chunk.open()
    await page.waitForLoadState('networkidle')
    expect(await page.title()).toBe(pageMeta('/').title)
  })
})

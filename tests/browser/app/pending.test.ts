import type { Page } from 'playwright'
import { describe, expect, test } from 'vitest'
import { chrome } from '../../../web/content/navigation.ts'
import { pageMeta } from '../../../web/routes/page-meta.ts'
import { gate } from '../../support/gate.ts'
import { hydrated } from '../../support/routes.ts'
import { useSite } from '../../support/site.ts'

describe('while a page is fetched', () => {
  const { open } = useSite()

  /** The landing page, left for a page whose chunk is kept back until the gate opens. */
  const leaveSlowly = async () => {
    const page = await open('/')
    await hydrated(page)
    const chunk = gate()
    await page.route('**/*.js', async (route) => {
      await chunk.opened
      await route.continue()
    })
    await page.getByRole('navigation', { name: chrome.mainNavigation }).getByText('About').click()
    return { page, chunk }
  }
  const busy = (page: Page) => page.locator('main[aria-busy="true"]')
  const said = (page: Page) => page.getByText(chrome.loading, { exact: true })

  test('the old one says so until the new one is there', async () => {
    const { page, chunk } = await leaveSlowly()
    await busy(page).waitFor()
    const line = said(page).locator('..')
    expect(await line.boundingBox()).toMatchObject({ x: 0, y: 0, height: 3 })
    expect(await line.locator('..').getAttribute('aria-live')).toBe('polite')

    chunk.open()
    await expect.poll(() => page.title()).toBe(pageMeta('/about').title)
    expect(await busy(page).count()).toBe(0)
    expect(await said(page).count()).toBe(0)
  })

  test('going back to the old one ends the waiting', async () => {
    const { page, chunk } = await leaveSlowly()
    await busy(page).waitFor()
    await page.goBack()
    await busy(page).waitFor({ state: 'detached' })
    expect(await page.title()).toBe(pageMeta('/').title)
    chunk.open()
  })
})

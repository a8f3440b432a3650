// Guards navigation, form-keeps-answers.

import { chrome } from '../../../web/content/navigation.ts'
import { pageMeta } from '../../../web/routes/page-meta.ts'
import { expect, test } from '../../support/browser/test.ts'
import { expectProblems } from '../../support/browser/watch.ts'
import { field, openForm } from '../../support/form.ts'
import { CHUNKS, gate, holdScripts } from '../../support/gate.ts'
import { mainNavigation } from '../../support/routes.ts'
import { MISSING_CHUNK } from '../../support/site.ts'

test('while a page is fetched, the old one says so until the new one is there or the visitor stays, also if the chunk is gone', async ({
  open,
}) => {
  const page = await openForm(open)
  await field(page, 'first_name').fill('Ada')
  expectProblems(page, ...MISSING_CHUNK)
  const busy = page.locator('main[aria-busy="true"]')
  const said = page.getByText(chrome.loading, { exact: true })
  const documents: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'document') documents.push(request.url())
  })
  const leave = async (path: string) => {
    await mainNavigation(page).locator(`[href="${path}"]`).click()
    await expect(busy).toBeVisible()
  }

  const stalled = gate()
  await page.route(CHUNKS, async (route) => {
    await stalled.opened
    await route.abort('timedout')
  })
  await leave('/about')
  await page.getByRole('banner').locator('[href="/waitlist"]').filter({ visible: true }).click()
  await expect(busy).toHaveCount(0)
  const failed = page.waitForEvent('requestfailed')
  stalled.open()
  await failed
  await page.waitForLoadState('networkidle')
  expect(documents).toEqual([])
  await expect(field(page, 'first_name')).toHaveValue('Ada')
  await page.unroute(CHUNKS)

  const chunk = await holdScripts(page)
  await leave('/features')
  const line = said.locator('..')
  expect(await line.boundingBox()).toMatchObject({ x: 0, y: 0, height: 3 })
  await expect(line.locator('..')).toHaveAttribute('aria-live', 'polite')
  chunk.open()
  await expect(page).toHaveTitle(pageMeta('/features').title)
  await expect(busy).toHaveCount(0)
  await expect(said).toHaveCount(0)
})

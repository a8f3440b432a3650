// Guards navigation.

import { pageMeta } from '../../../web/routes/page-meta.ts'
import { expect, test } from '../../support/browser/test.ts'
import { expectProblems } from '../../support/browser/watch.ts'
import { CHUNKS, holdScripts } from '../../support/gate.ts'
import { headline, hydrated, mainNavigation } from '../../support/routes.ts'
import { MISSING_CHUNK } from '../../support/site.ts'

test('going back before the page is hydrated leads to the previous page, when no script has arrived or its chunks are gone', async ({
  open,
}) => {
  const page = await open('/')
  await hydrated(page)
  expectProblems(page, ...MISSING_CHUNK)
  for (const what of ['no script', 'no chunk']) {
    await mainNavigation(page).locator('[href="/about"]').click()
    await expect(page).toHaveTitle(pageMeta('/about').title)
    const scripts = what === 'no script' ? await holdScripts(page) : undefined
    if (!scripts) await page.route(CHUNKS, (route) => route.abort())
    await page.reload({ waitUntil: 'commit' })
    await expect(headline(page, '/about')).toBeVisible()
    if (!scripts) {
      await page.waitForLoadState()
      const failed = page.waitForEvent('requestfailed')
      // the first event of a page has no movement
      await page.mouse.move(9, 9, { steps: 3 })
      await failed
      await page.unroute(CHUNKS)
    }
    await page.evaluate(() => window.history.back())
    await page.waitForURL(({ pathname }) => pathname === '/', { waitUntil: 'commit' })
    scripts?.open()
    await expect(headline(page, '/'), what).toBeVisible()
    await hydrated(page)
    await expect(page).toHaveTitle(pageMeta('/').title)
    const canonical = await page.locator('link[rel=canonical]').getAttribute('href')
    expect(new URL(canonical ?? '', page.url()).pathname).toBe('/')
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
  }
})

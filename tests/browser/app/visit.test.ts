import { VISIT_PATH } from '@ad-kit/contract'
import type { Page } from '@playwright/test'
import { select } from '../../support/database.ts'
import { hydrated, mainNavigation } from '../../support/routes.ts'
import { expect, test } from '../support/test.ts'

function watchBeacons(page: Page): Record<string, string>[] {
  const sent: Record<string, string>[] = []
  page.on('request', (request) => {
    if (!request.url().endsWith(VISIT_PATH)) return
    sent.push(Object.fromEntries(new URLSearchParams(request.postData() ?? '')))
  })
  return sent
}

test('each page load is reported once, with its path and source', async ({ app, openBlank }) => {
  const page = await openBlank()
  const beacons = watchBeacons(page)
  await page.goto('/pricing?ref=visit-test&t=secret')
  await expect.poll(() => beacons).toEqual([{ path: '/pricing', source: 'visit-test' }])
  await hydrated(page)
  // The router shows this page without loading a document.
  await mainNavigation(page).locator('[href="/about"]').click()
  await page.waitForURL('**/about*')
  await page.goto('/', { referer: 'https://visit.example.com/item?id=1' })
  await expect.poll(() => beacons).toHaveLength(2)
  expect(beacons[1]).toEqual({ path: '/', source: 'visit.example.com' })
  const stored = () =>
    select(
      app.databaseUrl,
      "SELECT path, source, count::integer FROM visits WHERE source LIKE 'visit%' ORDER BY path",
    )
  await expect.poll(stored).toEqual([
    { path: '/', source: 'visit.example.com', count: 1 },
    { path: '/pricing', source: 'visit-test', count: 1 },
  ])
  expect(await page.context().cookies()).toEqual([])
})

test('no visit is reported for an unpainted page, or with Global Privacy Control', async ({
  openBlank,
}) => {
  for (const prepare of [
    () => {
      // A tab in the background paints nothing.
      const { observe } = PerformanceObserver.prototype
      PerformanceObserver.prototype.observe = function (options) {
        if (options?.type !== 'paint') observe.call(this, options)
      }
    },
    () => Object.defineProperty(Navigator.prototype, 'globalPrivacyControl', { value: true }),
  ]) {
    const page = await openBlank({ inPage: prepare })
    const beacons = watchBeacons(page)
    await page.goto('/pricing', { waitUntil: 'networkidle' })
    await hydrated(page)
    expect(beacons, String(prepare)).toEqual([])
  }
})

// Guards visits.

import { VISIT_PATH } from '@ad-kit/contract'
import type { Page } from '@playwright/test'
import { expect, test } from '../../support/browser/test.ts'
import { select } from '../../support/database.ts'
import { CHUNKS, holdScripts } from '../../support/gate.ts'
import { hydrated, mainNavigation } from '../../support/routes.ts'

const WIDE = { viewport: { width: 1280, height: 800 } }

/** The beacons of a page from now on, as the members of their forms. */
function watchBeacons(page: Page): Record<string, string>[] {
  const sent: Record<string, string>[] = []
  page.on('request', (request) => {
    if (!request.url().endsWith(VISIT_PATH)) return
    sent.push(Object.fromEntries(new URLSearchParams(request.postData() ?? '')))
  })
  return sent
}

test.describe('a page load', () => {
  test('each load of a page is reported once, with its path and its source', async ({
    app,
    openBlank,
  }) => {
    const page = await openBlank(WIDE)
    const beacons = watchBeacons(page)
    await page.goto('/pricing?ref=visit-test&t=secret')
    await expect.poll(() => beacons).toEqual([{ path: '/pricing', source: 'visit-test' }])
    await hydrated(page)
    // the router shows another page without loading it
    await mainNavigation(page).locator('[href="/about"]').click()
    await page.waitForURL('**/about*')
    await page.goto('/', {
      referer: 'https://visit.example.com/item?id=1',
    })
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

  test('each page that a visitor loads before React is there is one visit of the same source', async ({
    openBlank,
  }) => {
    const page = await openBlank(WIDE)
    await holdScripts(page, CHUNKS)
    const beacons = watchBeacons(page)
    await page.goto('/?utm_source=ads')
    for (const path of ['/pricing', '/about']) {
      await mainNavigation(page).locator(`[href^="${path}"]`).click()
      await page.waitForURL(`**${path}*`)
    }
    await expect
      .poll(() => beacons)
      .toEqual([
        { path: '/', source: 'ads' },
        { path: '/pricing', source: 'ads' },
        { path: '/about', source: 'ads' },
      ])
  })

  for (const [what, prepare] of [
    [
      'a page that is not painted, as in a tab that nobody looks at, is no visit',
      () => {
        const { observe } = PerformanceObserver.prototype
        PerformanceObserver.prototype.observe = function (options) {
          if (options?.type !== 'paint') observe.call(this, options)
        }
      },
    ],
    [
      'a browser with Global Privacy Control reports nothing',
      () => Object.defineProperty(Navigator.prototype, 'globalPrivacyControl', { value: true }),
    ],
  ] as const) {
    test(what, async ({ openBlank }) => {
      const page = await openBlank({ inPage: prepare })
      const beacons = watchBeacons(page)
      await page.goto('/pricing', { waitUntil: 'networkidle' })
      await hydrated(page)
      expect(beacons).toEqual([])
    })
  }

  test('a blocker that removes the function for beacons or refuses them breaks nothing', async ({
    openBlank,
  }) => {
    for (const block of [
      () => Object.assign(navigator, { sendBeacon: undefined }),
      () => Object.assign(navigator, { sendBeacon: () => false }),
    ]) {
      const page = await openBlank({ ...WIDE, inPage: block })
      await page.goto('/')
      await hydrated(page)
      await mainNavigation(page).locator('[href="/about"]').click()
      await page.waitForURL('**/about')
    }
  })
})

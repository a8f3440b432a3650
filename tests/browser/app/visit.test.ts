import { join } from 'node:path'
import { VISIT_PATH } from '@ad-kit/contract'
import type { Page } from '@playwright/test'
import { describe, expect } from 'vitest'
import { readPages } from '../../../api/src/visits/pages.ts'
import { site } from '../../../local/site/serve.ts'
import { select } from '../../support/database.ts'
import { appWith } from '../../support/fixtures/api.ts'
import { test as base } from '../../support/fixtures/browser.ts'
import { CHUNKS, holdScripts } from '../../support/gate.ts'
import { hydrated, mainNavigation } from '../../support/routes.ts'
import { siteDir } from '../../support/shared.ts'

const test = base.extend(
  'app',
  { scope: 'file' },
  appWith({}, () => ({
    site: site(siteDir()),
    pages: readPages(join(siteDir(), 'pages.json')),
  })),
)

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

describe('a page load', () => {
  test('each load of a page is told once, with its path and its source', async ({ app, open }) => {
    const page = await open('/robots.txt', WIDE)
    const beacons = watchBeacons(page)
    await page.goto(new URL('/pricing?ref=newsletter&t=secret', app.origin).href)
    await expect.poll(() => beacons).toEqual([{ path: '/pricing', source: 'newsletter' }])
    await hydrated(page)
    // the router shows another page without loading it
    await mainNavigation(page).locator('[href="/about"]').click()
    await page.waitForURL('**/about*')
    await page.goto(new URL('/', app.origin).href, {
      referer: 'https://news.example.com/item?id=1',
    })
    await expect.poll(() => beacons).toHaveLength(2)
    expect(beacons[1]).toEqual({ path: '/', source: 'news.example.com' })
    const stored = () =>
      select(app.databaseUrl, 'SELECT path, source, count::integer FROM visits ORDER BY path')
    await expect.poll(stored, { timeout: 10_000 }).toEqual([
      { path: '/', source: 'news.example.com', count: 1 },
      { path: '/pricing', source: 'newsletter', count: 1 },
    ])
    expect(await page.context().cookies()).toEqual([])
  })

  test('each page that a visitor loads before React is there is one visit of the same source', async ({
    app,
    open,
  }) => {
    const page = await open('/robots.txt', WIDE)
    await holdScripts(page, CHUNKS)
    const beacons = watchBeacons(page)
    await page.goto(new URL('/?utm_source=ads', app.origin).href)
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

  test('a page that is not painted, as in a tab that nobody looks at, is no visit', async ({
    app,
    open,
  }) => {
    const page = await open('/robots.txt')
    await page.addInitScript(() => {
      const { observe } = PerformanceObserver.prototype
      PerformanceObserver.prototype.observe = function (options) {
        if (options?.type !== 'paint') observe.call(this, options)
      }
    })
    const beacons = watchBeacons(page)
    await page.goto(new URL('/pricing', app.origin).href, { waitUntil: 'networkidle' })
    await hydrated(page)
    expect(beacons).toEqual([])
  })

  test('a browser with Global Privacy Control tells nothing', async ({ app, open }) => {
    const page = await open('/robots.txt')
    await page.addInitScript(() =>
      Object.defineProperty(Navigator.prototype, 'globalPrivacyControl', { value: true }),
    )
    const beacons = watchBeacons(page)
    await page.goto(new URL('/pricing', app.origin).href, { waitUntil: 'networkidle' })
    await hydrated(page)
    expect(beacons).toEqual([])
  })

  test.for([
    ['removes the function', () => Object.assign(navigator, { sendBeacon: undefined })],
    ['refuses every beacon', () => Object.assign(navigator, { sendBeacon: () => false })],
  ] as const)('a blocker that %s breaks nothing', async ([, block], { app, open }) => {
    const page = await open('/robots.txt', WIDE)
    await page.addInitScript(block)
    await page.goto(new URL('/', app.origin).href)
    await hydrated(page)
    await mainNavigation(page).locator('[href="/about"]').click()
    await page.waitForURL('**/about')
  })
})

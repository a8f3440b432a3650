import type { Page } from 'playwright'
import { describe, expect, test } from 'vitest'
import { chrome, footer } from '../../web/content/navigation.ts'
import { hydrated } from '../support/routes.ts'
import { watchScripts } from '../support/scripts.ts'
import { PHONE, useSite } from '../support/site.ts'

const pricing = (page: Page) =>
  page.getByRole('navigation', { name: chrome.mainNavigation }).locator('[href="/pricing"]')

async function visitPricing(page: Page): Promise<void> {
  await pricing(page).click()
  await page.getByRole('heading', { level: 1, name: /pricing/ }).waitFor()
}

/** As the browser's own setting does. */
const saveData = async (page: Page) => {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setDataSaverOverride', { dataSaverEnabled: true })
}

/** Chromium has no switch for it. */
const slowNetwork = (type: string) => (page: Page) =>
  page.addInitScript((value) => {
    Object.defineProperty(Reflect.get(navigator, 'connection'), 'effectiveType', { value })
  }, type)

describe('the chunk of a page', () => {
  const site = useSite()
  const openHome = async (options = {}) => {
    const page = await site.open('/', options)
    await hydrated(page)
    return page
  }

  test('is fetched once, when a pointer is over a link, and a click fetches no more', async () => {
    const page = await openHome()
    const scripts = watchScripts(page)
    await pricing(page).hover()
    await expect.poll(() => scripts.length).toBeGreaterThan(0)
    await page.waitForLoadState('networkidle')
    const fetched = [...scripts]
    expect(new Set(fetched).size).toBe(fetched.length)
    await page.getByRole('heading', { level: 1 }).hover()
    await pricing(page).hover()
    await visitPricing(page)
    expect(scripts).toEqual(fetched)
  })

  test('is fetched when a link gets the focus', async () => {
    const page = await openHome()
    const scripts = watchScripts(page)
    await pricing(page).focus()
    await expect.poll(() => scripts.length).toBeGreaterThan(0)
  })

  test('is fetched when a finger touches a link, before it is lifted', async () => {
    const page = await openHome({ viewport: PHONE, hasTouch: true })
    const scripts = watchScripts(page)
    const link = page.getByRole('link', { name: 'Explore Features' })
    await link.scrollIntoViewIfNeeded()
    const { x = 0, y = 0 } = (await link.boundingBox()) ?? {}
    const session = await page.context().newCDPSession(page)
    const touchPoints = [{ x: x + 10, y: y + 10 }]
    await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints })
    await expect.poll(() => scripts.length).toBeGreaterThan(0)
    expect(new URL(page.url()).pathname).toBe('/')
  })

  test('is not fetched for a link to the current page or to another site', async () => {
    const page = await openHome()
    const scripts = watchScripts(page)
    await page.getByRole('link', { name: chrome.home }).first().hover()
    const elsewhere = page.getByRole('link', { name: 'LinkedIn' })
    // The other site has a page with a path of this site.
    await elsewhere.evaluate((link: HTMLAnchorElement) => {
      link.pathname = '/pricing'
    })
    await elsewhere.hover()
    await page.getByText(footer.copyright).hover()
    expect(scripts).toEqual([])
  })

  test.each([
    ['save data', saveData, { saveData: true }],
    ['have a 2g network', slowNetwork('2g'), { effectiveType: '2g' }],
    ['have a slow-2g network', slowNetwork('slow-2g'), { effectiveType: 'slow-2g' }],
  ])('is fetched only by a click for visitors who %s', async (_, change, expected) => {
    const page = await site.open('/robots.txt')
    await change(page)
    await page.goto(new URL('/', page.url()).href)
    await hydrated(page)
    const connection = await page.evaluate(() => {
      const { saveData, effectiveType } = Reflect.get(navigator, 'connection')
      return { saveData, effectiveType }
    })
    expect(connection).toMatchObject(expected)

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

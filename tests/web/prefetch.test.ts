import type { Page } from 'playwright'
import { describe, expect, test } from 'vitest'
import { chrome, footer } from '../../web/content/navigation.ts'
import { hydrated } from '../support/routes.ts'
import { watchScripts } from '../support/scripts.ts'
import { PHONE, type Site, useSite } from '../support/site.ts'

const pricing = (page: Page) =>
  page.getByRole('navigation', { name: chrome.mainNavigation }).locator(`[href="/pricing"]`)

const isShown = (page: Page) => page.getByRole('heading', { level: 1, name: /pricing/ }).waitFor()

/** Opens the landing page in a browser of which the change has been made. */
async function openChanged({ open }: Site, change: (page: Page) => Promise<unknown>) {
  const page = await open('/robots.txt')
  await change(page)
  await page.goto(new URL('/', page.url()).href)
  await hydrated(page)
  return page
}

/** As the browser's own setting does. */
const saveData = async (page: Page) => {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setDataSaverOverride', { dataSaverEnabled: true })
}

/** Chromium judges by what it has measured, and cannot be told. */
const slowNetwork = (type: string) => (page: Page) =>
  page.addInitScript((value) => {
    Object.defineProperty(Reflect.get(navigator, 'connection'), 'effectiveType', { value })
  }, type)

/** The first thing that a client navigation asks for, if anything. */
async function fetchedByClick(page: Page): Promise<readonly string[]> {
  const scripts = watchScripts(page)
  await pricing(page).click()
  await isShown(page)
  return scripts
}

describe('the chunk of a page', () => {
  const site = useSite()
  const openHome = async (options = {}) => {
    const page = await site.open('/', options)
    await hydrated(page)
    return page
  }

  test('is fetched once, when a pointer comes to a link, and the click needs no more', async () => {
    const page = await openHome()
    const scripts = watchScripts(page)
    await pricing(page).hover()
    await expect.poll(() => scripts.length).toBeGreaterThan(0)
    await page.waitForLoadState('networkidle')
    const fetched = [...scripts]
    await page.getByRole('heading', { level: 1 }).hover()
    await pricing(page).hover()

    expect(await fetchedByClick(page)).toEqual([])
    expect(scripts).toEqual(fetched)
    expect(new Set(scripts).size).toBe(scripts.length)
  })

  test('is fetched when a link is focused', async () => {
    const page = await openHome()
    const scripts = watchScripts(page)
    await pricing(page).focus()
    await expect.poll(() => scripts.length).toBeGreaterThan(0)
  })

  test('is fetched when a finger comes down, before it is lifted', async () => {
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

  test('is not fetched by a pointer that passes the page at hand or another site', async () => {
    const page = await openHome()
    const scripts = watchScripts(page)
    await page.getByRole('link', { name: chrome.home }).first().hover()
    const elsewhere = page.getByRole('link', { name: 'LinkedIn' })
    // with a path that this site has, too
    await elsewhere.evaluate((link: HTMLAnchorElement, path) => {
      link.pathname = path
    }, '/pricing')
    await elsewhere.hover()
    await page.getByText(footer.copyright).hover()
    expect(scripts).toEqual([])
  })

  test.each([
    ['asked to save data', saveData, { saveData: true }],
    ['have a slow network', slowNetwork('2g'), { effectiveType: '2g' }],
    ['have an even slower one', slowNetwork('slow-2g'), { effectiveType: 'slow-2g' }],
  ])('is fetched by a click only for visitors who %s', async (_, change, expected) => {
    const page = await openChanged(site, change)
    const connection = await page.evaluate(() => {
      const { saveData, effectiveType } = Reflect.get(navigator, 'connection')
      return { saveData, effectiveType }
    })
    expect(connection).toMatchObject(expected)

    const scripts = watchScripts(page)
    await pricing(page).hover()
    await pricing(page).focus()
    // a fetch begins with the event: a round trip later it would be in the list
    await page.evaluate(() => new Promise(requestAnimationFrame))
    expect(scripts).toEqual([])
    expect(await fetchedByClick(page)).not.toEqual([])
  })
})

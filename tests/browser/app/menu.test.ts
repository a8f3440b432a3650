// Guards navigation.

import type { Page } from '@playwright/test'
import { hero } from '../../../web/content/home.ts'
import { chrome, headerLinks, joinLink } from '../../../web/content/navigation.ts'
import { pageMeta } from '../../../web/routes/page-meta.ts'
import { expect, type Open, test } from '../../support/browser/test.ts'
import { CHUNKS, holdScripts } from '../../support/gate.ts'
import { hydrated } from '../../support/routes.ts'
import { MISSING_CHUNK, NO_SCRIPT, PHONE } from '../../support/site.ts'

test.use({ reducedMotion: 'no-preference' })

test.describe('the mobile menu', () => {
  const opener = (page: Page) => page.getByRole('button', { name: chrome.openMenu })
  const aboutIn = (page: Page) => page.getByRole('dialog').locator('[href="/about"]')

  const openMenu = async (open: Open): Promise<Page> => {
    const page = await open('/', { viewport: PHONE })
    await hydrated(page)
    await opener(page).click()
    await expect(page.getByRole('dialog', { name: chrome.menu })).toBeVisible()
    return page
  }

  test('the menu fills the screen with the links and the button of the header', async ({
    open,
  }) => {
    const page = await openMenu(open)
    const dialog = page.getByRole('dialog')
    await expect.poll(() => dialog.boundingBox()).toMatchObject({ x: 0, y: 0, ...PHONE })
    for (const { label, to } of [...headerLinks, joinLink]) {
      await expect(dialog.getByRole('link', { name: label })).toHaveAttribute('href', to)
    }
  })

  test('the header of a narrow window has room for its button and for a long name', async ({
    open,
  }) => {
    const page = await open('/', { viewport: PHONE })
    await hydrated(page)
    const header = page.getByRole('banner')
    const boxes = () =>
      header
        .locator('a, button')
        .evaluateAll((parts) =>
          parts
            .filter((part) => part.checkVisibility() && !part.closest('nav'))
            .map((part) => part.getBoundingClientRect().toJSON() as DOMRect),
        )
    const nameIt = (name: string) =>
      header.getByRole('link', { name: chrome.home }).evaluate((link, words) => {
        const text = document.createTreeWalker(link, NodeFilter.SHOW_TEXT).nextNode()
        const before = text?.nodeValue ?? ''
        if (text) text.nodeValue = words
        return before
      }, name)
    for (const width of [320, 360, 768]) {
      await page.setViewportSize({ ...PHONE, width })
      const row = await boxes()
      expect(row.length).toBeGreaterThan(1)
      for (const [index, { left }] of row.slice(1).entries()) {
        expect(left - (row[index]?.right ?? width), `${width} px`).toBeGreaterThan(7)
      }
      const name = await nameIt('Candlelight & Daughters, Makers of Light')
      for (const { right } of await boxes()) expect(right).toBeLessThanOrEqual(width)
      await nameIt(name)
    }
  })

  /** Presses Tab around the menu, both ways. */
  const expectFocusInside = async (page: Page) => {
    for (const key of [...Array(8).fill('Tab'), ...Array(8).fill('Shift+Tab')]) {
      await page.keyboard.press(key)
      await expect(page.locator('dialog :focus'), key).toHaveCount(1)
    }
  }

  test('before React the menu keeps the focus, stays open for a link in another tab, closes on a click outside the links, and leads to a page', async ({
    openBlank,
  }) => {
    const page = await openBlank({ viewport: PHONE, expected: MISSING_CHUNK })
    await page.route(CHUNKS, (route) => route.abort())
    await page.goto('/')
    await opener(page).click()
    await expectFocusInside(page)

    const tab = page.context().waitForEvent('page')
    await aboutIn(page).click({ modifiers: ['ControlOrMeta'] })
    await (await tab).close()
    await expect(page.getByRole('dialog', { name: chrome.menu })).toBeVisible()

    await page.mouse.click(PHONE.width / 2, PHONE.height * 0.3)
    await expect(page.getByRole('dialog')).toBeHidden()

    await opener(page).click()
    await aboutIn(page).click()
    await page.waitForURL('**/about')
  })

  test('the menu keeps the focus, does not scroll the page behind it, and closes on Escape, which returns the focus', async ({
    open,
  }) => {
    const page = await openMenu(open)
    await expectFocusInside(page)
    await page.mouse.move(PHONE.width / 2, PHONE.height / 2)
    await page.mouse.wheel(0, 500)
    await page.waitForTimeout(200)
    expect(await page.evaluate(() => window.scrollY)).toBe(0)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
    await expect(opener(page)).toBeFocused()
  })

  test('the menu closes on a click outside the links, its button, and a link to this or another page', async ({
    open,
  }) => {
    const page = await openMenu(open)
    for (const [what, act] of [
      ['outside', () => page.mouse.click(PHONE.width / 2, PHONE.height * 0.7)],
      ['its button', () => page.getByRole('button', { name: chrome.closeMenu }).click()],
      ['another page', () => aboutIn(page).click()],
      ['the current page', () => aboutIn(page).click()],
    ] as const) {
      if (await page.getByRole('dialog').isHidden()) await opener(page).click()
      await expect(page.getByRole('dialog'), what).toBeVisible()
      await act()
      await expect(page.getByRole('dialog'), what).toBeHidden()
      if (what === 'another page') await expect(page).toHaveTitle(pageMeta('/about').title)
    }
  })

  test('the menu closes when the visitor goes back, and the page gets the focus', async ({
    open,
  }) => {
    const page = await openMenu(open)
    await aboutIn(page).click()
    await page.waitForURL('**/about')
    await opener(page).click()
    await page.goBack()
    await expect(page.getByRole('dialog')).toBeHidden()
    const { title } = pageMeta('/')
    await expect(page.locator('main:focus')).toHaveAttribute('aria-label', title)
  })

  test('the menu closes when a page arrives that was chosen before it was opened', async ({
    open,
  }) => {
    const page = await open('/', { viewport: PHONE })
    await hydrated(page)
    const chunk = await holdScripts(page)
    await page.getByRole('link', { name: hero.secondary.label }).click()
    await opener(page).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    chunk.open()
    await expect(page).toHaveTitle(pageMeta('/features').title)
    await expect(page.getByRole('dialog')).toBeHidden()
  })

  test('the header has the links above the page when there is no JavaScript', async ({ open }) => {
    const page = await open('/', { viewport: PHONE, ...NO_SCRIPT })
    await expect(opener(page)).toBeHidden()
    const header = page.getByRole('banner')
    const { y: main = 0 } = (await page.getByRole('main').boundingBox()) ?? {}
    for (const { label } of headerLinks) {
      const link = header.getByRole('link', { name: label })
      const { x = -1, y = main, width = 0, height = 1 } = (await link.boundingBox()) ?? {}
      expect(x, label).toBeGreaterThanOrEqual(0)
      expect(x + width, label).toBeLessThanOrEqual(PHONE.width)
      expect(y + height, label).toBeLessThanOrEqual(main)
    }
  })
})

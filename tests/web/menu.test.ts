import type { Page } from 'playwright'
import { describe, expect, test } from 'vitest'
import { chrome, headerLinks, joinLink, paths } from '../../web/content/navigation.ts'
import { pageMeta } from '../../web/content/pages.ts'
import { gate } from '../support/gate.ts'
import { hydrated } from '../support/routes.ts'
import { NO_SCRIPT, PHONE, useSite } from '../support/site.ts'

describe('the mobile menu', () => {
  const { open } = useSite()

  const openMenu = async (): Promise<Page> => {
    const page = await open(paths.home, { viewport: PHONE })
    await hydrated(page)
    await page.getByRole('button', { name: chrome.openMenu }).click()
    await page.getByRole('dialog', { name: chrome.menu }).waitFor()
    return page
  }
  const openMenuOfAbout = async (): Promise<Page> => {
    const page = await openMenu()
    await page.getByRole('dialog').getByRole('link', { name: 'About' }).click()
    await page.getByRole('heading', { level: 1, name: /^Building/ }).waitFor()
    await page.getByRole('button', { name: chrome.openMenu }).click()
    return page
  }
  const isOpen = (page: Page) => page.getByRole('dialog').isVisible()

  test('fills the screen with the same links and button', async () => {
    const page = await openMenu()
    const dialog = page.getByRole('dialog')
    expect(await dialog.boundingBox()).toMatchObject({ x: 0, y: 0, ...PHONE })
    for (const { label, to } of [...headerLinks, joinLink]) {
      expect(await dialog.getByRole('link', { name: label }).getAttribute('href')).toBe(to)
    }
  })

  test.each([348, 360])("leaves room for the header's own button at %i pixels", async (width) => {
    const page = await open(paths.home, { viewport: { ...PHONE, width } })
    const header = page.getByRole('banner')
    const [name, join, menu] = await Promise.all(
      [
        header.getByRole('link').first(),
        header.getByRole('link', { name: joinLink.label }),
        header.getByRole('button', { name: chrome.openMenu }),
      ].map((part) => part.boundingBox()),
    )
    const gap = 7
    expect(join?.x).toBeGreaterThan((name?.x ?? 0) + (name?.width ?? width) + gap)
    expect(menu?.x).toBeGreaterThan((join?.x ?? 0) + (join?.width ?? width) + gap)
  })

  test.each([320, 360, 768])('gives way to no name of a product at %i pixels', async (width) => {
    const page = await open(paths.home, { viewport: { ...PHONE, width } })
    await hydrated(page)
    const header = page.getByRole('banner')
    await header.getByRole('link', { name: chrome.home }).evaluate((link) => {
      const text = document.createTreeWalker(link, NodeFilter.SHOW_TEXT).nextNode()
      if (text) text.nodeValue = 'Candlelight & Daughters, Makers of Light'
    })
    const ends = await header
      .locator('a, button')
      .evaluateAll((parts) => parts.map((part) => part.getBoundingClientRect().right))
    expect(ends.length).toBeGreaterThan(2)
    expect(Math.max(...ends)).toBeLessThanOrEqual(width)
    const links = await header.getByRole('navigation').getByRole('link').all()
    const heights = await Promise.all(links.map((link) => link.boundingBox()))
    expect(heights.filter((box) => (box?.height ?? 0) > 50)).toEqual([])
  })

  test('closes on Escape and gives the focus back', async () => {
    const page = await openMenu()
    await page.keyboard.press('Escape')
    expect(await isOpen(page)).toBe(false)
    const toggle = page.getByRole('button', { name: chrome.openMenu })
    expect(await toggle.evaluate((button) => button === document.activeElement)).toBe(true)
  })

  test('closes on a click outside the links', async () => {
    const page = await openMenu()
    await page.mouse.click(PHONE.width / 2, PHONE.height * 0.7)
    await expect.poll(() => isOpen(page)).toBe(false)
  })

  test('closes by its button', async () => {
    const page = await openMenu()
    await page.getByRole('button', { name: chrome.closeMenu }).click()
    await expect.poll(() => isOpen(page)).toBe(false)
  })

  test('closes when the route changes', async () => {
    const page = await openMenu()
    await page.getByRole('dialog').getByRole('link', { name: 'About' }).click()
    await page.waitForURL(`**${paths.about}`)
    await expect.poll(() => isOpen(page)).toBe(false)
  })

  test('closes on a link to the page that is shown', async () => {
    const page = await openMenuOfAbout()
    await page.getByRole('dialog').getByRole('link', { name: 'About' }).click()
    await expect.poll(() => isOpen(page)).toBe(false)
  })

  test('closes when the visitor goes back', async () => {
    const page = await openMenuOfAbout()
    await page.goBack()
    await expect.poll(() => isOpen(page)).toBe(false)
    // The page behind the menu takes the focus, and says what it is.
    const { title } = pageMeta(new URL(page.url()).pathname)
    await expect.poll(() => page.locator('main:focus').getAttribute('aria-label')).toBe(title)
  })

  test('stays open when a page comes that was asked for before', async () => {
    const page = await open(paths.home, { viewport: PHONE })
    await hydrated(page)
    const chunk = gate()
    await page.route('**/*.js', async (route) => {
      await chunk.opened
      await route.continue()
    })
    await page.getByRole('contentinfo').getByRole('link', { name: 'About' }).click()
    await page.getByRole('button', { name: chrome.openMenu }).click()
    chunk.open()
    // Said by an effect, as all that the new page does has been by then.
    await expect.poll(() => page.title()).toBe(pageMeta(paths.about).title)
    expect(await isOpen(page)).toBe(true)
  })

  test('stays usable when the window becomes as wide as a tablet on its side', async () => {
    const page = await openMenu()
    await page.setViewportSize({ width: 1133, height: 744 })
    expect(await isOpen(page)).toBe(true)
    await page.getByRole('dialog').getByRole('link', { name: 'About' }).click()
    await page.waitForURL(`**${paths.about}`)
    expect(await isOpen(page)).toBe(false)
    expect(await page.getByRole('button', { name: chrome.openMenu }).isVisible()).toBe(false)
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link').first().click()
    await page.waitForURL(`**${headerLinks[0]?.to}`)
  })

  test('stays open for a link that opens in another tab', async () => {
    const page = await openMenu()
    const other = page.context().waitForEvent('page')
    const about = page.getByRole('dialog').getByRole('link', { name: 'About' })
    await about.click({ modifiers: ['ControlOrMeta'] })
    await (await other).waitForURL(`**${paths.about}`)
    expect(await isOpen(page)).toBe(true)
    await about.click()
    await expect.poll(() => isOpen(page)).toBe(false)
  })

  test('keeps the focus inside, forwards and backwards', async () => {
    const page = await openMenu()
    const inside = () =>
      page.evaluate(() => document.querySelector('dialog')?.contains(document.activeElement))
    for (const key of [...Array(8).fill('Tab'), ...Array(8).fill('Shift+Tab')]) {
      await page.keyboard.press(key)
      expect(await inside(), key).toBe(true)
    }
  })

  test('locks the page behind it', async () => {
    const page = await openMenu()
    await page.mouse.move(PHONE.width / 2, PHONE.height / 2)
    await page.mouse.wheel(0, 500)
    await page.waitForTimeout(200)
    expect(await page.evaluate(() => window.scrollY)).toBe(0)
  })

  test('is not needed without JavaScript: its links stand in the header, above the page', async () => {
    const page = await open(paths.home, { viewport: PHONE, ...NO_SCRIPT })
    expect(await page.getByRole('button', { name: chrome.openMenu }).isVisible()).toBe(false)
    const header = page.getByRole('banner')
    const { y: main = 0 } = (await page.getByRole('main').boundingBox()) ?? {}
    for (const { label } of headerLinks) {
      const link = header.getByRole('link', { name: label })
      const box = await link.boundingBox()
      expect(box?.x, label).toBeGreaterThanOrEqual(0)
      expect((box?.x ?? 0) + (box?.width ?? 0), label).toBeLessThanOrEqual(PHONE.width)
      expect((box?.y ?? 0) + (box?.height ?? 0), label).toBeLessThanOrEqual(main)
    }
    await header.getByRole('link', { name: 'Pricing' }).click()
    await page.getByRole('heading', { level: 1, name: 'Simple pricing' }).waitFor()
  })
})

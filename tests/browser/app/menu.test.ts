import type { Page } from '@playwright/test'
import { pageMeta } from '../../../web/app/head.ts'
import { chrome, headerLinks, joinLink } from '../../../web/content/navigation.ts'
import { hydrated } from '../../support/routes.ts'
import { MISSING_CHUNK, NO_SCRIPT, PHONE } from '../../support/site.ts'
import { violations } from '../support/axe.ts'
import { CHUNKS, holdScripts } from '../support/scripts.ts'
import { expect, test } from '../support/test.ts'

const opener = (page: Page) => page.getByRole('button', { name: chrome.openMenu })
const menu = (page: Page) => page.getByRole('dialog', { name: chrome.menu })
const aboutIn = (page: Page) => menu(page).locator('[href="/about"]')

const openMenu = async (page: Page) => {
  await opener(page).click()
  await expect(menu(page)).toBeVisible()
}

/** Clicks between the menu's lowest link and the bottom edge of the screen. */
async function clickOutside(page: Page): Promise<void> {
  const links = await menu(page).getByRole('link').all()
  const boxes = await Promise.all(links.map((link) => link.boundingBox()))
  const lowest = Math.max(...boxes.map((box) => (box ? box.y + box.height : 0)))
  await page.mouse.click(PHONE.width / 2, (lowest + PHONE.height) / 2)
}

test('the modal menu closes on Escape, Back, a link or a click outside', async ({ open }) => {
  const page = await open('/', { viewport: PHONE })
  await hydrated(page)
  await openMenu(page)
  await expect.poll(() => menu(page).boundingBox()).toMatchObject({ x: 0, y: 0, ...PHONE })
  for (const { label, to } of [...headerLinks, joinLink]) {
    await expect(menu(page).getByRole('link', { name: label })).toHaveAttribute('href', to)
  }
  expect(await violations(page)).toEqual([])
  for (const key of [...Array(8).fill('Tab'), ...Array(8).fill('Shift+Tab')]) {
    await page.keyboard.press(key)
    await expect(page.locator('dialog :focus'), key).toHaveCount(1)
  }
  await page.mouse.move(PHONE.width / 2, PHONE.height / 2)
  await page.mouse.wheel(0, 500)
  await page.waitForTimeout(200)
  expect(await page.evaluate(() => window.scrollY)).toBe(0)
  await page.keyboard.press('Escape')
  await expect(menu(page)).toBeHidden()
  await expect(opener(page)).toBeFocused()

  for (const [what, act] of [
    ['outside the links', () => clickOutside(page)],
    ['its button', () => page.getByRole('button', { name: chrome.closeMenu }).click()],
    ['another page', () => aboutIn(page).click()],
    ['the current page', () => aboutIn(page).click()],
    ['Back', () => page.goBack()],
  ] as const) {
    await openMenu(page)
    await act()
    await expect(menu(page), what).toBeHidden()
    if (what === 'another page') await expect(page).toHaveTitle(pageMeta('/about').title)
  }
  const { title } = pageMeta('/')
  await expect(page.locator('main:focus')).toHaveAttribute('aria-label', title)

  const chunk = await holdScripts(page)
  await page.getByRole('contentinfo').locator('[href="/terms"]').click()
  await openMenu(page)
  chunk.resolve()
  await expect(page).toHaveTitle(pageMeta('/terms').title)
  await expect(menu(page), 'a page that was chosen before').toBeHidden()
})

test('the menu opens, closes and navigates before hydration', async ({ openBlank }) => {
  const page = await openBlank({ viewport: PHONE, expected: MISSING_CHUNK })
  await page.route(CHUNKS, (route) => route.abort())
  await page.goto('/')
  await openMenu(page)
  const tab = page.context().waitForEvent('page')
  await aboutIn(page).click({ modifiers: ['ControlOrMeta'] })
  await (await tab).close()
  await expect(menu(page)).toBeVisible()

  await page.mouse.click(PHONE.width / 2, PHONE.height * 0.3)
  await expect(menu(page)).toBeHidden()

  await openMenu(page)
  await aboutIn(page).click()
  await page.waitForURL('**/about')
})

test('without JavaScript, the header shows its links instead of the menu', async ({ open }) => {
  const page = await open('/', { viewport: PHONE, ...NO_SCRIPT })
  await expect(opener(page)).toBeHidden()
  for (const { label } of headerLinks) {
    await expect(page.getByRole('banner').getByRole('link', { name: label })).toBeVisible()
  }
})

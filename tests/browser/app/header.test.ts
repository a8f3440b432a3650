import type { Page } from '@playwright/test'
import { brand } from '../../../web/content/brand.ts'
import { headerLinks } from '../../../web/content/navigation.ts'
import { headline } from '../../support/routes.ts'
import { NO_SCRIPT } from '../../support/site.ts'
import { holdScripts } from '../support/scripts.ts'
import { expect, test } from '../support/test.ts'

test.use({ reducedMotion: 'no-preference' })

const CLEAR = 'rgba(0, 0, 0, 0)'

const header = (page: Page) => page.getByRole('banner')

const scrollTo = (page: Page, top: number) =>
  page.evaluate((to) => window.scrollTo({ top: to, behavior: 'instant' }), top)

const MODES = [
  ['with scripts', {}],
  ['with scripts, where a visitor wants no motion', { reducedMotion: 'reduce' }],
  ['without scripts', NO_SCRIPT],
  ['without scripts and motion', { ...NO_SCRIPT, reducedMotion: 'reduce' }],
] as const

for (const [how, options] of MODES) {
  test(`the header is fixed at every width, and darkens after 20 px ${how}`, async ({ open }) => {
    const page = await open('/', options)
    for (const width of [320, 390, 768, 1024, 1440]) {
      await page.setViewportSize({ width, height: 800 })
      await scrollTo(page, 0)
      const bar = await header(page).boundingBox()
      const title = await headline(page, '/').boundingBox()
      expect((bar?.y ?? 1) + (bar?.height ?? 0), `${width} px`).toBeLessThan(title?.y ?? 0)
      await scrollTo(page, 20)
      await expect(header(page), `${width} px`).toHaveCSS('background-color', CLEAR)
      await scrollTo(page, 22)
      await expect(header(page), `${width} px`).not.toHaveCSS('background-color', CLEAR)
      await scrollTo(page, 1500)
      expect((await header(page).boundingBox())?.y, `${width} px`).toBe(0)
    }
    await scrollTo(page, 0)
    await expect(header(page)).toHaveCSS('background-color', CLEAR)
  })
}

test('with reduced motion, the header darkens before its scripts arrive', async ({ openBlank }) => {
  const page = await openBlank({ reducedMotion: 'reduce' })
  await holdScripts(page)
  await page.goto('/', { waitUntil: 'commit' })
  await headline(page, '/').waitFor()
  await scrollTo(page, 20)
  await expect(header(page)).toHaveCSS('background-color', CLEAR)
  await scrollTo(page, 60)
  await expect(header(page)).not.toHaveCSS('background-color', CLEAR)
})

test('the start script marks a page that is scrolled by more than 20 px, for browsers without scroll timelines', async ({
  open,
}) => {
  const page = await open('/')
  const root = page.locator('html')
  await scrollTo(page, 22)
  await expect(root).toHaveAttribute('data-scrolled')
  await scrollTo(page, 20)
  await expect(root).not.toHaveAttribute('data-scrolled')
})

test('without scripts, a phone shows all header links', async ({ open }) => {
  for (const width of [320, 390]) {
    const page = await open('/terms', { ...NO_SCRIPT, viewport: { width, height: 256 } })
    await expect(header(page).getByText(brand.name).first()).toBeVisible()
    for (const { label } of headerLinks) {
      const box = await header(page).getByRole('link', { name: label }).boundingBox()
      expect(box?.x, label).toBeGreaterThanOrEqual(0)
      expect((box?.x ?? width) + (box?.width ?? 0), label).toBeLessThanOrEqual(width)
    }
    await scrollTo(page, 256)
    const { y = 256, height = 256 } = (await header(page).boundingBox()) ?? {}
    expect(y + height, 'what covers the page').toBeLessThan(256 / 3)
  }
})

import type { Page } from '@playwright/test'
import { NO_SCRIPT } from '../../support/site.ts'
import { expect, test } from '../support/test.ts'

test.use({ reducedMotion: 'no-preference' })

const CLEAR = 'rgba(0, 0, 0, 0)'

const scrollTo = (page: Page, top: number) =>
  page.evaluate((to) => window.scrollTo({ top: to, behavior: 'instant' }), top)

test.describe('scrolling', () => {
  for (const [how, options] of [
    ['without scripts', NO_SCRIPT],
    ['by the start script, where a visitor wants no motion', { reducedMotion: 'reduce' }],
  ] as const) {
    test(`the header darkens after 20 px ${how}`, async ({ open }) => {
      const page = await open('/', options)
      const header = page.getByRole('banner')
      await expect(header).toHaveCSS('background-color', CLEAR)
      await scrollTo(page, 20)
      await page.waitForTimeout(300)
      await expect(header).toHaveCSS('background-color', CLEAR)

      await scrollTo(page, 22)
      await expect(header).not.toHaveCSS('background-color', CLEAR)
      expect((await header.boundingBox())?.y).toBe(0)

      await scrollTo(page, 0)
      await expect(header).toHaveCSS('background-color', CLEAR)
    })
  }
})

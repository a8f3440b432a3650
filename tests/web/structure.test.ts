import type { Page } from 'playwright'
import { describe, expect, test } from 'vitest'
import { openStill, ROUTES } from '../support/routes.ts'
import { useSite } from '../support/site.ts'

const levels = (page: Page) =>
  page
    .getByRole('heading')
    .evaluateAll((headings) => headings.map(({ tagName }) => Number(tagName.slice(1))))

/** What a reader meets one after another, as a screen reader or a page without CSS has it. */
function readingOrder(): string[] {
  const marks = 'a[href="#main"], header, main, h1, footer'
  return [...document.querySelectorAll(marks)].map(({ tagName }) => tagName.toLowerCase())
}

/** As in a text browser: no style sheet, no hidden words, no `order` or `grid-area`. */
function dropStyles(): void {
  for (const sheet of document.querySelectorAll('style, link[rel=stylesheet]')) sheet.remove()
}

describe('the structure', () => {
  const site = useSite()

  test.each(ROUTES)(
    'of %s: landmarks, headings in order, and the same without CSS',
    async (path) => {
      const page = await openStill(site, path)
      for (const landmark of ['banner', 'main', 'contentinfo'] as const) {
        expect(await page.getByRole(landmark).count(), landmark).toBe(1)
      }
      for (const name of ['Main', 'Footer']) {
        expect(await page.getByRole('navigation', { name, exact: true }).count(), name).toBe(1)
      }
      const found = await levels(page)
      expect(found.filter((level) => level === 1)).toHaveLength(1)
      expect(found[0], 'the first heading').toBe(1)
      for (const [index, level] of found.entries()) {
        expect(level - (found[index - 1] ?? 0), `heading ${index + 1}`).toBeLessThanOrEqual(1)
      }

      expect(await page.evaluate(readingOrder)).toEqual(['a', 'header', 'main', 'h1', 'footer'])
      const before = await page.getByRole('main').ariaSnapshot()
      await page.evaluate(dropStyles)
      const after = await page.getByRole('main').ariaSnapshot()
      expect(after.split('\n').filter((line) => line.includes('heading'))).toEqual(
        before.split('\n').filter((line) => line.includes('heading')),
      )
    },
  )
})

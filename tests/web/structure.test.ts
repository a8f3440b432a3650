import { describe, expect, test } from 'vitest'
import { openStill, ROUTES } from '../support/routes.ts'
import { useSite } from '../support/site.ts'

/** The landmarks in the order of the document, as a screen reader reads them. */
function readingOrder(): string[] {
  const marks = 'a[href="#main"], header, main, h1, footer'
  return [...document.querySelectorAll(marks)].map(({ tagName }) => tagName.toLowerCase())
}

function removeStyles(): void {
  for (const sheet of document.querySelectorAll('style, link[rel=stylesheet]')) sheet.remove()
}

describe('the structure', () => {
  const site = useSite()

  test.each(ROUTES)(
    'of %s has landmarks and nested headings, with or without CSS',
    async (path) => {
      const page = await openStill(site, path)
      for (const landmark of ['banner', 'main', 'contentinfo'] as const) {
        expect(await page.getByRole(landmark).count(), landmark).toBe(1)
      }
      for (const name of ['Main', 'Footer']) {
        expect(await page.getByRole('navigation', { name, exact: true }).count(), name).toBe(1)
      }
      expect(await page.evaluate(readingOrder)).toEqual(['a', 'header', 'main', 'h1', 'footer'])

      const headings = page.getByRole('heading')
      const levels = await headings.evaluateAll((all) =>
        all.map(({ tagName }) => +tagName.slice(1)),
      )
      expect(levels.indexOf(1)).toBe(0)
      expect(levels.lastIndexOf(1)).toBe(0)
      for (const [index, level] of levels.entries()) {
        expect(level - (levels[index - 1] ?? 0), `heading ${index + 1}`).toBeLessThanOrEqual(1)
      }
      const seen = await headings.allTextContents()
      await page.evaluate(removeStyles)
      expect(await headings.allTextContents()).toEqual(seen)
    },
  )
})

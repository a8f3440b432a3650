// Guards layout.

import type { Locator } from '@playwright/test'
import { blogWords } from '../../../web/content/blog.ts'
import { expect, test } from '../../support/browser/test.ts'
import { openStill } from '../../support/routes.ts'

const DESKTOP = { viewport: { width: 1440, height: 900 } }

/** The number of characters in each full line of some paragraphs. */
const lineLengths = (paragraphs: Locator) =>
  paragraphs.evaluateAll((found) =>
    found.flatMap((paragraph) => {
      const lines = new Map<number, number>()
      const walker = document.createTreeWalker(paragraph, NodeFilter.SHOW_TEXT)
      while (walker.nextNode()) {
        const node = walker.currentNode as Text
        for (let at = 0; at < node.length; at += 1) {
          const range = document.createRange()
          range.setStart(node, at)
          range.setEnd(node, at + 1)
          const line = Math.round(range.getBoundingClientRect().bottom)
          lines.set(line, (lines.get(line) ?? 0) + 1)
        }
      }
      return [...lines.values()].slice(0, -1)
    }),
  )

test('legal texts and articles have lines of 60 to 70 characters', async ({ open }) => {
  for (const [path, paragraphs] of [
    ['/terms', 'article > div :is(p, li)'],
    ['/blog', 'details[open] > div > p'],
  ] as const) {
    const page = await openStill(open, path, DESKTOP)
    const readMore = page.getByText(blogWords.readMore).filter({ visible: true })
    while ((await readMore.count()) > 0) await readMore.first().click()
    await expect(page.locator(paragraphs).first()).toBeVisible()
    const lengths = (await lineLengths(page.locator(paragraphs))).sort((a, b) => a - b)
    expect(lengths.length).toBeGreaterThan(20)
    expect(lengths[Math.floor(lengths.length / 2)]).toBeGreaterThan(58)
    expect(lengths[Math.floor(lengths.length / 2)]).toBeLessThan(71)
    expect(lengths.at(-1), 'the longest').toBeLessThan(78)
  }
})

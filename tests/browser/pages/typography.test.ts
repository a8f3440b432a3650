import type { Locator } from 'playwright'
import { describe, expect, test } from 'vitest'
import { field } from '../../support/form.ts'
import { HEADLINE, linesOf } from '../../support/lines.ts'
import { openStill } from '../../support/routes.ts'
import { useSite } from '../../support/site.ts'

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

describe('typography', () => {
  const site = useSite()

  test.each([
    ['/terms', 'article > div :is(p, li)'],
    ['/blog#testing-ads-on-a-small-budget', '[data-expanded=true] p ~ div > p'],
  ])('the text of %s has lines of 60 to 70 characters', async (path, paragraphs) => {
    const page = await openStill(site, path, DESKTOP)
    await page.locator(paragraphs).first().waitFor()
    const lengths = (await lineLengths(page.locator(paragraphs))).sort((a, b) => a - b)
    expect(lengths.length).toBeGreaterThan(20)
    expect(lengths[Math.floor(lengths.length / 2)]).toBeGreaterThan(58)
    expect(lengths[Math.floor(lengths.length / 2)]).toBeLessThan(71)
    expect(lengths.at(-1), 'the longest').toBeLessThan(78)
  })

  test('the headline of the landing page has lines that make sense', async () => {
    const page = await openStill(site, '/')
    for (const [width, lines] of HEADLINE) {
      await page.setViewportSize({ width, height: 900 })
      expect(await page.evaluate(linesOf, 'main h1'), `${width} px`).toEqual(lines)
    }
  })

  test('a select without a choice is as dim as a placeholder', async () => {
    const page = await openStill(site, '/waitlist')
    const role = field(page, 'role')
    const ink = () => role.evaluate((select) => getComputedStyle(select).color)
    const placeholder = await field(page, 'email').evaluate(
      (input) => getComputedStyle(input, '::placeholder').color,
    )
    await expect.poll(ink).toBe(placeholder)
    await role.selectOption('designer')
    await expect.poll(ink).not.toBe(placeholder)
  })
})

import type { Locator } from 'playwright'
import { describe, expect, test } from 'vitest'
import { nextSteps } from '../../web/content/waitlist.ts'
import { field } from '../support/form.ts'
import { openStill } from '../support/routes.ts'
import { NOT_FOUND_NOTE, useSite } from '../support/site.ts'

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

/** The number of lines of a text. */
const lines = (text: Locator) =>
  text.evaluate((element) => {
    const range = document.createRange()
    range.selectNodeContents(element)
    return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size
  })

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

  test('each title of the next steps has one line', async () => {
    const page = await openStill(site, '/waitlist', DESKTOP)
    for (const { title } of nextSteps.items) {
      expect(await lines(page.getByRole('heading', { name: title, exact: true })), title).toBe(1)
    }
  })

  test('the heading of the not-found page breaks after its first word only', async () => {
    const page = await site.open('/no-such-page', { ...DESKTOP, expected: [NOT_FOUND_NOTE] })
    const heading = page.getByRole('heading', { level: 1 })
    expect(await lines(heading)).toBe(2)
    const top = await heading.evaluate((element) => {
      const [text] = element.childNodes
      if (!(text instanceof Text)) throw new Error('The heading is one text.')
      return ['Oops', 'Page', 'found'].map((word) => {
        const range = document.createRange()
        range.setStart(text, text.data.indexOf(word))
        range.setEnd(text, text.data.indexOf(word) + 1)
        return range.getBoundingClientRect().top
      })
    })
    expect(top[0]).toBeLessThan(top[1] ?? 0)
    expect(top[1]).toBe(top[2])
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

// Guards layout.

import type { Locator } from '@playwright/test'
import { FIELDS } from '../../../contract/waitlist.ts'
import { chrome } from '../../../web/content/navigation.ts'
import { postPath } from '../../../web/content/post.ts'
import { form } from '../../../web/content/waitlist.ts'
import { readPosts } from '../../../web/prerender/checks/frontmatter.ts'
import { openStill } from '../../support/routes.ts'
import { field, TYPED_NAMES } from '../support/form.ts'
import { expectSound, LONG_WORD } from '../support/sizes.ts'
import { expect, test } from '../support/test.ts'

const [post] = await readPosts()

/** The number of characters in each line of some paragraphs but their last. */
const lineLengths = (paragraphs: Locator): Promise<number[]> =>
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

test.describe('the layout', () => {
  test('the form keeps its layout with long names, errors and a long suggestion', async ({
    open,
  }) => {
    const page = await openStill(open, '/waitlist')
    for (const name of TYPED_NAMES) {
      await field(page, name).fill(`${LONG_WORD}@${LONG_WORD}`)
    }
    await field(page, 'role').focus()
    await expect(page.getByText(FIELDS.email.messages.malformed)).toBeVisible()
    await expectSound(page)

    await field(page, 'email').fill(`${LONG_WORD.replace('ä', 'a').slice(0, 64)}@gmial.com`)
    await expect(page.getByRole('button', { name: form.suggestion.accept })).toBeVisible()
    await expectSound(page)
  })

  test('the header takes less than a third of a zoomed screen, and has room for a long name in a narrow window', async ({
    open,
  }) => {
    const page = await openStill(open, '/terms', { viewport: { width: 320, height: 256 } })
    const header = page.getByRole('banner')
    expect((await header.boundingBox())?.height).toBeLessThan(256 / 3)
    await header.getByRole('link', { name: chrome.home }).evaluate((link, name) => {
      const text = document.createTreeWalker(link, NodeFilter.SHOW_TEXT).nextNode()
      if (text) text.nodeValue = name
    }, 'Candlelight & Daughters, Makers of Light')
    for (const width of [320, 360, 768]) {
      await page.setViewportSize({ width, height: 844 })
      const needed = await header.evaluate(({ scrollWidth }) => scrollWidth)
      expect(needed, `${width} px`).toBeLessThanOrEqual(width)
    }
  })

  test('a photograph of another shape stays within its tile of a feature', async ({ open }) => {
    const page = await openStill(open, '/features', { viewport: { width: 1440, height: 900 } })
    await page.route('**/tall.svg', (route) =>
      route.fulfill({
        contentType: 'image/svg+xml',
        body: '<svg xmlns="http://www.w3.org/2000/svg" width="400" height="900"/>',
      }),
    )
    const stages = page.locator('main article > :first-child')
    const heights = await stages.evaluateAll((each) => each.map(({ clientHeight }) => clientHeight))
    await stages.locator('svg').evaluateAll(async (drawings) => {
      for (const drawing of drawings) {
        const photo = Object.assign(new Image(), { src: '/tall.svg' })
        drawing.replaceWith(photo)
        await photo.decode()
      }
    })
    const left = await stages.evaluateAll((each) =>
      each.map(({ clientHeight, scrollHeight }) => ({ clientHeight, scrollHeight })),
    )
    expect(left).toEqual(heights.map((height) => ({ clientHeight: height, scrollHeight: height })))
  })

  test('legal texts and articles have lines of 60 to 70 characters', async ({ open }) => {
    for (const [path, paragraphs] of [
      ['/terms', 'article > div :is(p, li)'],
      [postPath(post?.id ?? ''), 'details[open] > div > p'],
    ] as const) {
      const page = await openStill(open, path, { viewport: { width: 1440, height: 900 } })
      await expect(page.locator(paragraphs).first()).toBeVisible()
      const lengths = (await lineLengths(page.locator(paragraphs))).sort((a, b) => a - b)
      expect(lengths.length, path).toBeGreaterThan(10)
      expect(lengths[Math.floor(lengths.length / 2)], path).toBeGreaterThan(58)
      expect(lengths[Math.floor(lengths.length / 2)], path).toBeLessThan(71)
      expect(lengths.at(-1), `the longest of ${path}`).toBeLessThan(78)
    }
  })
})

// Guards layout.

import { readPosts } from '../../../web/build/checks/frontmatter.ts'
import { postPath } from '../../../web/content/post.ts'
import { expect, test } from '../../support/browser/test.ts'
import { openStill } from '../../support/routes.ts'

const [post] = await readPosts()

test('legal texts and articles have lines of 60 to 70 characters', async ({ open }) => {
  for (const [path, paragraphs] of [
    ['/terms', 'article > div p'],
    [postPath(post?.id ?? ''), 'details[open] > div > p'],
  ] as const) {
    const page = await openStill(open, path, { viewport: { width: 1440, height: 900 } })
    await expect(page.locator(paragraphs).first()).toBeVisible()
    const lengths = await page.locator(paragraphs).evaluateAll((found) =>
      found.flatMap((paragraph) => {
        const lineHeight = Number.parseFloat(getComputedStyle(paragraph).lineHeight)
        const lines = Math.round(paragraph.clientHeight / lineHeight)
        return lines < 3 ? [] : [(paragraph.textContent?.length ?? 0) / (lines - 0.5)]
      }),
    )
    const mean = lengths.reduce((sum, length) => sum + length, 0) / lengths.length
    expect(mean, path).toBeGreaterThan(55)
    expect(mean, path).toBeLessThan(72)
  }
})

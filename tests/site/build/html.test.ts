// Guards pages-without-scripts.

import { expect } from 'vitest'
import { hero } from '../../../web/content/home.ts'
import { test } from '../../support/fixtures/site.ts'

test('a prerendered page has its words in the HTML, no inline styles, and scripts of low priority', async ({
  get,
}) => {
  const text = await (await get('/')).text()
  for (const phrase of hero.title) expect(text).toContain(phrase)
  expect(text).not.toMatch(/<[^>]+\sstyle=/)
  expect(text).toContain(' type="module" async fetchpriority="low">')
  expect(text).not.toContain('modulepreload')
})

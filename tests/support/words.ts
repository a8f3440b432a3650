import type { Locator } from '@playwright/test'
import { expect } from 'vitest'

/** Words that a page must show, without JavaScript too. */
export interface Words {
  readonly path: string
  /** Level 1 first. */
  readonly headings: readonly string[]
  readonly texts?: readonly string[]
  /** Pairs of a link's words and its address. */
  readonly links?: readonly (readonly [name: string, href: string])[]
}

export async function expectWords(main: Locator, words: Words): Promise<void> {
  const { headings, texts = [], links = [] } = words
  const found = main.getByRole('heading')
  expect(await found.first().textContent()).toBe(headings[0])
  expect(await found.allTextContents()).toEqual(expect.arrayContaining([...headings]))
  for (const text of texts) {
    expect(await main.getByText(text, { exact: true }).first().isVisible(), text).toBe(true)
  }
  for (const [name, href] of links) {
    const link = main.getByRole('link', { name, exact: true })
    const targets = await link.evaluateAll((all) => all.map((one) => one.getAttribute('href')))
    expect(targets, name).toContain(href)
  }
}

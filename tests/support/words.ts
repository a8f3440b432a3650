import { expect, type Locator } from '@playwright/test'

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
  await expect(found.first()).toHaveText(headings[0] ?? '')
  expect(await found.allTextContents()).toEqual(expect.arrayContaining([...headings]))
  for (const text of texts) {
    await expect(main.getByText(text, { exact: true }).first(), text).toBeVisible()
  }
  for (const [name, href] of links) {
    const link = main.getByRole('link', { name, exact: true }).and(main.locator(`[href="${href}"]`))
    await expect(link.first(), name).toBeVisible()
  }
}

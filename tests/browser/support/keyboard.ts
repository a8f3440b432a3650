import type { Page } from '@playwright/test'

/** Presses Tab until an element with these words or this id has the focus. */
export async function tabTo(page: Page, words: string): Promise<void> {
  for (let presses = 0; presses < 60; presses += 1) {
    await page.keyboard.press('Tab')
    const names = await page
      .locator(':focus')
      .evaluate((at) => [at.id, at.getAttribute('aria-label') ?? at.textContent ?? ''])
    if (names[0] === words || names[1]?.includes(words)) return
  }
  throw new Error(`Tab never reaches ${words}`)
}

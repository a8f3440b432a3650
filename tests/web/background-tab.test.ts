import { describe, expect, test } from 'vitest'
import { paths } from '../../web/content/navigation.ts'
import { useSite } from '../support/site.ts'

/** As in a tab that nobody looks at; a headless browser has none. */
function hide(): void {
  Object.defineProperty(document, 'hidden', { value: true })
  window.requestAnimationFrame = () => 0
}

describe('a page in a background tab', () => {
  const { open } = useSite()

  test.each([paths.home, paths.waitlist])('%s is ready before it is shown', async (path) => {
    const page = await open(path, { inPage: hide })
    // Not `hydrated`, which looks with every frame.
    const scrolling = () => page.evaluate(() => window.history.scrollRestoration)
    await expect.poll(scrolling, { timeout: 20_000 }).toBe('manual')
    expect(await page.evaluate(() => document.hidden)).toBe(true)
  })
})

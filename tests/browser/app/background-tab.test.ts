import { describe, expect, test } from 'vitest'
import { useSite } from '../../support/site.ts'

/** Imitates a background tab, which a headless browser does not have. */
function hide(): void {
  Object.defineProperty(document, 'hidden', { value: true })
  window.requestAnimationFrame = () => 0
}

describe('a page in a background tab', () => {
  const { open } = useSite()

  test.each(['/', '/waitlist'])('%s hydrates in a background tab', async (path) => {
    const page = await open(path, { inPage: hide })
    // `hydrated` polls in frames, which a background tab does not draw.
    const scrolling = () => page.evaluate(() => window.history.scrollRestoration)
    await expect.poll(scrolling).toBe('manual')
    expect(await page.evaluate(() => document.hidden)).toBe(true)
  })
})

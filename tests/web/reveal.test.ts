import { describe, expect, test } from 'vitest'
import { hydrated } from '../support/routes.ts'
import { useSite } from '../support/site.ts'

describe('the path between the steps', () => {
  const site = useSite()

  /** The number of times that the path is drawn while it comes into view twice. */
  async function drawings(reducedMotion: 'reduce' | 'no-preference'): Promise<number> {
    const page = await site.open('/', {
      reducedMotion,
      viewport: { width: 1280, height: 800 },
    })
    await hydrated(page)
    const path = page.locator('section:has(ol) svg[preserveAspectRatio=none]')
    await path.evaluate((svg) => {
      const begun = new Set<Animation>()
      const look = () => {
        for (const animation of svg.getAnimations()) begun.add(animation)
        document.body.dataset['drawings'] = String(begun.size)
        requestAnimationFrame(look)
      }
      look()
    })
    for (const y of [1e6, 0, 1e6, 0]) {
      await page.evaluate((top) => window.scrollTo({ top, behavior: 'instant' }), y)
      if (y > 0) await path.scrollIntoViewIfNeeded()
      await page.waitForTimeout(700)
    }
    return Number(await page.locator('body').getAttribute('data-drawings'))
  }

  test('the path between the steps is drawn once, when it is first seen', async () => {
    expect(await drawings('no-preference')).toBe(1)
  })

  test('the path between the steps is not drawn with reduced motion', async () => {
    expect(await drawings('reduce')).toBe(0)
  })
})

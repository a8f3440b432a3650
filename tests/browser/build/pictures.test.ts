import type { Page } from 'playwright'
import { describe, expect } from 'vitest'
import { featureCards } from '../../../web/content/features.ts'
import { hero, why } from '../../../web/content/home.ts'
import { test } from '../../support/fixtures/browser.ts'
import { openStill } from '../../support/routes.ts'

const screen = (width: number) => ({ viewport: { width, height: 900 } })

describe('the pictures', () => {
  const box = async (page: Page, name: string) => {
    const found = await page.getByRole('img', { name }).boundingBox()
    if (!found) throw new Error(`There is no picture ${name}`)
    return found
  }

  test.for([768, 1000])(
    'the pictures of the landing page are centred, %i px wide',
    async (width, { open }) => {
      const page = await openStill(open, '/', screen(width))
      for (const name of [hero.scene.label, why.picture.label]) {
        const { x, width: own } = await box(page, name)
        expect(Math.abs(x - (width - x - own)), name).toBeLessThan(2)
      }
    },
  )

  test('a click on the drawn field of the hero leads to the form', async ({ open }) => {
    const page = await openStill(open, '/', screen(1440))
    const { x, y, width, height } = await box(page, hero.scene.label)
    // The field is the upper tenth of the picture.
    await page.mouse.click(x + width / 2, y + height * 0.07)
    await page.waitForURL(`**${hero.primary.to}`)
  })

  test.for([1024, 1440])(
    'the tiles of the features end on one line and are filled by their pictures, %i px wide',
    async (width, { open }) => {
      const page = await openStill(open, '/features', { viewport: { width, height: 900 } })
      const tiles = await page.getByRole('article').evaluateAll((found) =>
        found.map((tile) => ({
          end: tile.querySelector('li:last-child')?.getBoundingClientRect().bottom,
          share:
            (tile.querySelector('svg')?.getBoundingClientRect().height ?? 0) /
            (tile.firstElementChild?.getBoundingClientRect().height ?? 1),
        })),
      )
      expect(tiles).toHaveLength(featureCards.length)
      for (let left = 0; left + 1 < tiles.length; left += 2) {
        expect(tiles[left]?.end).toBeCloseTo(tiles[left + 1]?.end ?? 0, 1)
      }
      for (const { share } of tiles) expect(share).toBeGreaterThan(0.7)
    },
  )
})

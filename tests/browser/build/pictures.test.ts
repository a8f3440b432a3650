import type { Page } from 'playwright'
import { describe, expect, test } from 'vitest'
import { hero, why } from '../../../web/content/home.ts'
import { openStill } from '../../support/routes.ts'
import { useSite } from '../../support/site.ts'

const screen = (width: number) => ({ viewport: { width, height: 900 } })

describe('the pictures', () => {
  const site = useSite()
  const box = async (page: Page, name: string) => {
    const found = await page.getByRole('img', { name }).boundingBox()
    if (!found) throw new Error(`There is no picture ${name}`)
    return found
  }

  test.each([768, 1000])(
    'the pictures of the landing page are centred, %i px wide',
    async (width) => {
      const page = await openStill(site, '/', screen(width))
      for (const name of [hero.scene.label, why.picture.label]) {
        const { x, width: own } = await box(page, name)
        expect(Math.abs(x - (width - x - own)), name).toBeLessThan(2)
      }
    },
  )

  test('a click on the picture of the hero leads to the form', async () => {
    const page = await openStill(site, '/', screen(1440))
    const { x, y, width, height } = await box(page, hero.scene.label)
    await page.mouse.click(x + width / 2, y + height / 2)
    await page.waitForURL(`**${hero.primary.to}`)
  })

  test.each([1024, 1440])(
    'the tiles of the features end on one line and are filled by their pictures, %i px wide',
    async (width) => {
      const page = await openStill(site, '/features', { viewport: { width, height: 900 } })
      const tiles = await page.getByRole('article').evaluateAll((found) =>
        found.map((tile) => ({
          end: tile.querySelector('li:last-child')?.getBoundingClientRect().bottom,
          share:
            (tile.querySelector('svg')?.getBoundingClientRect().height ?? 0) /
            (tile.firstElementChild?.getBoundingClientRect().height ?? 1),
        })),
      )
      expect(tiles).toHaveLength(8)
      for (let left = 0; left < tiles.length; left += 2) {
        expect(tiles[left]?.end).toBeCloseTo(tiles[left + 1]?.end ?? 0, 1)
      }
      for (const { share } of tiles) expect(share).toBeGreaterThan(0.7)
    },
  )
})

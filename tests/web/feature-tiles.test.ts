import { describe, expect, test } from 'vitest'
import { paths } from '../../web/content/navigation.ts'
import { openStill } from '../support/routes.ts'
import { useSite } from '../support/site.ts'

describe('the tiles of the features', () => {
  const site = useSite()

  test.each([1024, 1440])(
    'end on one line, with pictures that fill their stages, %i wide',
    async (width) => {
      const page = await openStill(site, paths.features, { viewport: { width, height: 900 } })
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
      for (const { share } of tiles)
        expect(share, 'the drawing fills its stage').toBeGreaterThan(0.7)
    },
  )
})

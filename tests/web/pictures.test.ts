import type { Page } from 'playwright'
import { describe, expect, test } from 'vitest'
import { hero, why } from '../../web/content/home.ts'
import { openStill } from '../support/routes.ts'
import { useSite } from '../support/site.ts'

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

  test('the captions in the hero have equal room left and right', async () => {
    const page = await openStill(site, '/', screen(1440))
    const rooms = await page.getByRole('img', { name: hero.scene.label }).evaluate((picture) => {
      const text = [...picture.querySelectorAll('text')].find((one) =>
        one.previousElementSibling?.matches('rect[height="34"]'),
      )
      const second = text?.previousElementSibling
      const first = second?.previousElementSibling
      if (!(text instanceof SVGTextElement)) throw new Error('There is no caption.')
      const span = text.querySelector('tspan')
      const lengths = [
        text.getComputedTextLength() - (span?.getComputedTextLength() ?? 0),
        span?.getComputedTextLength() ?? 0,
      ]
      return [first, second].map((plate, index) => {
        const at = (name: string) => Number(plate?.getAttribute(name))
        const left = Number(text.getAttribute('x')) - at('x')
        return { left, right: at('width') - left - (lengths[index] ?? 0) }
      })
    })
    for (const { left, right } of rooms) expect(Math.abs(left - right)).toBeLessThan(2)
  })

  test.each([768, 1024, 1440])(
    'the path between the steps avoids the numbers, %i px wide',
    async (width) => {
      const page = await openStill(site, '/', screen(width))
      const hits = await page
        .locator('section:has(h2:text-is("How it works"))')
        .evaluate((steps) => {
          const path = steps.querySelector('path')
          const matrix = path?.getScreenCTM()
          if (!path || !matrix) throw new Error('There is no path.')
          const numbers = [...steps.querySelectorAll('li > p:first-child')].map((number) =>
            number.getBoundingClientRect(),
          )
          const points = Array.from({ length: 400 }, (_, index) =>
            path.getPointAtLength((path.getTotalLength() * index) / 400).matrixTransform(matrix),
          )
          return points.filter(({ x, y }) =>
            numbers.some(
              ({ left, right, top, bottom }) => x > left && x < right && y > top && y < bottom,
            ),
          ).length
        })
      expect(hits).toBe(0)
    },
  )

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

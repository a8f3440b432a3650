// Guards search-engines.

import type { Page } from '@playwright/test'
import { featureCards } from '../../../web/content/features.ts'
import { hero, why } from '../../../web/content/home.ts'
import { expect, test } from '../../support/browser/test.ts'
import { headline, hydrated, mainNavigation, openStill } from '../../support/routes.ts'
import { MISSING_CHUNK } from '../../support/site.ts'

const screen = (width: number) => ({ viewport: { width, height: 900 } })

test.describe('the pictures', () => {
  const box = async (page: Page, name: string) => {
    const found = await page.getByRole('img', { name }).boundingBox()
    if (!found) throw new Error(`There is no picture ${name}`)
    return found
  }

  for (const width of [768, 1000]) {
    test(`the pictures of the landing page are centred, ${width} px wide`, async ({ open }) => {
      const page = await openStill(open, '/', screen(width))
      for (const name of [hero.picture.label, why.picture.label]) {
        const { x, width: own } = await box(page, name)
        expect(Math.abs(x - (width - x - own)), name).toBeLessThan(2)
      }
    })
  }

  test('a click on the drawn field of the hero leads to the form', async ({ open }) => {
    const page = await openStill(open, '/', screen(1440))
    const { x, y, width, height } = await box(page, hero.picture.label)
    // The field is the upper tenth of the picture.
    await page.mouse.click(x + width / 2, y + height * 0.07)
    await page.waitForURL(`**${hero.primary.to}`)
  })

  /** Ids that are used twice, and ids that a drawing refers to in vain. */
  const wrongIds = (page: Page) =>
    page.evaluate(() => {
      const ids = [...document.querySelectorAll('[id]')].map(({ id }) => id)
      const markup = [...document.querySelectorAll('svg')].map((svg) => svg.innerHTML).join('')
      const used = [...markup.matchAll(/(?:url\(&quot;|url\(|href=")#([\w-]+)/g)]
      return [
        ...ids.filter((id, index) => ids.indexOf(id) !== index),
        ...used.flatMap(([, id = '']) => (ids.includes(id) ? [] : [id])),
      ]
    })

  test('a page that is prerendered has its drawings in its HTML, and no script repeats them', async ({
    open,
  }) => {
    const page = await open('/about')
    const scripts: Promise<string>[] = []
    page.on('response', (response) => {
      if (response.request().resourceType() === 'script') scripts.push(response.text())
    })
    await hydrated(page)
    expect(await page.locator('main svg use').count()).toBeGreaterThan(0)
    expect(await wrongIds(page)).toEqual([])

    const drawn = () => Promise.all(scripts).then((all) => all.join('').match(/<svg viewBox/g))
    expect(await drawn()).toBe(null)
    await mainNavigation(page).locator('[href="/features"]').click()
    await expect(page.getByRole('article').first()).toBeVisible()
    await expect(page.getByRole('article').locator('svg')).toHaveCount(featureCards.length)
    expect((await drawn())?.length).toBeGreaterThan(featureCards.length)
    expect(await wrongIds(page)).toEqual([])
  })

  test('a page is shown without pictures if an upgrade has removed them', async ({ open }) => {
    const page = await open('/pricing', { expected: MISSING_CHUNK })
    await hydrated(page)
    await page.route('**/assets/chunks/*.js', async (route) => {
      const response = await route.fetch()
      const isPictures = (await response.text()).includes('<svg viewBox')
      return isPictures ? route.fulfill({ status: 404 }) : route.fulfill({ response })
    })
    await mainNavigation(page).locator('[href="/about"]').click()
    await expect(headline(page, '/about')).toBeVisible()
    await expect(page.locator('main use')).toHaveCount(0)
  })

  for (const width of [1024, 1440]) {
    test(`the tiles of the features end on one line and are filled by their pictures, ${width} px wide`, async ({
      open,
    }) => {
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
    })
  }
})

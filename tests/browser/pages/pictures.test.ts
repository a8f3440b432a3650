// Guards search-engines.

import type { Page } from '@playwright/test'
import { featureCards } from '../../../web/content/features.ts'
import { hero } from '../../../web/content/home.ts'
import { expect, test } from '../../support/browser/test.ts'
import { headline, hydrated, mainNavigation, openStill } from '../../support/routes.ts'
import { MISSING_CHUNK } from '../../support/site.ts'

test.describe('the pictures', () => {
  test('a click on the drawn field of the hero leads to the form', async ({ open }) => {
    const page = await openStill(open, '/', { viewport: { width: 1440, height: 900 } })
    const picture = page.getByRole('img', { name: hero.picture.label })
    const { x = 0, y = 0, width = 0, height = 0 } = (await picture.boundingBox()) ?? {}
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
})

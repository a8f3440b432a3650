// Guards pages-without-scripts.

import { notFound } from '../../../web/content/errors.ts'
import { footer, headerLinks, joinLink } from '../../../web/content/navigation.ts'
import { expect, test } from '../../support/browser/test.ts'
import { WIDTHS } from '../../support/layout/sizes.ts'
import { ROUTES } from '../../support/routes.ts'
import { NOT_FOUND_NOTE } from '../../support/site.ts'

test.use({
  javaScriptEnabled: false,
  // Playwright hides scroll bars, but most visitors with a mouse see them.
  launchOptions: [
    async ({ launchOptions }, use) =>
      use({ ...launchOptions, ignoreDefaultArgs: ['--hide-scrollbars'] }),
    { scope: 'worker' },
  ],
})

test.describe('without JavaScript', () => {
  for (const path of ROUTES) {
    test(`${path} has header, heading and footer, and fits the window beside a scroll bar`, async ({
      open,
    }) => {
      const page = await open(path, { expected: [NOT_FOUND_NOTE] })
      await expect.soft(page.getByRole('heading', { level: 1 })).toHaveCount(1)
      const header = page.getByRole('banner')
      for (const { label, to } of [...headerLinks, joinLink]) {
        const link = header.getByRole('link', { name: label, exact: true })
        await expect.soft(link).toHaveAttribute('href', to)
      }
      await expect.soft(page.getByRole('contentinfo').getByText(footer.copyright)).toBeVisible()

      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 480 })
        const { scrollWidth, clientWidth } = await page
          .locator('html')
          .evaluate(({ scrollWidth, clientWidth }) => ({ scrollWidth, clientWidth }))
        expect(clientWidth, 'the scroll bar has a width').toBeLessThan(width)
        expect.soft(scrollWidth, `${width} px`).toBe(clientWidth)
      }
    })
  }

  test('an unknown path has status 404 and a link home', async ({ app, open }) => {
    await app.http.get('/no/such/page').expect(404)
    const page = await open('/no/such/page', { expected: [NOT_FOUND_NOTE] })
    await expect(page.getByRole('heading', { level: 1, name: notFound.title })).toBeVisible()
    const link = page.getByRole('main').getByRole('link', { name: notFound.back })
    await expect(link).toHaveAttribute('href', '/')
  })
})

import { errorScreen } from '../../../web/content/error-pages.ts'
import { chrome } from '../../../web/content/navigation.ts'
import { headline, hydrated } from '../../support/routes.ts'
import { expect, test } from '../support/test.ts'
import { expectProblems } from '../support/watch.ts'

test('Back and the error screen’s link recover from a page that fails', async ({ open }) => {
  const page = await open('/about')
  await hydrated(page)
  expectProblems(page, /The browser broke/)
  const goHome = async () => {
    // An effect of the landing page uses the observer, so the page fails.
    await page.evaluate(() => {
      const { IntersectionObserver } = window
      Object.assign(window, {
        mend: () => Object.assign(window, { IntersectionObserver }),
        IntersectionObserver: class {
          constructor() {
            throw new Error('The browser broke')
          }
        },
      })
    })
    await page.getByRole('banner').getByRole('link', { name: chrome.home }).click()
    await expect(page.getByRole('heading', { level: 1, name: errorScreen.title })).toBeVisible()
    await expect(page.getByText('The browser broke')).toBeVisible()
  }
  await goHome()
  await page.evaluate(() => {
    Reflect.get(window, 'mend')()
    window.history.back()
  })
  await expect(headline(page, '/about')).toBeVisible()
  expect(new URL(page.url()).pathname).toBe('/about')

  await goHome()
  await page.getByRole('link', { name: errorScreen.back }).click()
  await expect(headline(page, '/')).toBeVisible()
  expect(new URL(page.url()).pathname).toBe('/')
})

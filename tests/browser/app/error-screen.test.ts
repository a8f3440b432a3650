import { describe, expect, test } from 'vitest'
import { errorScreen } from '../../../web/content/errors.ts'
import { expectProblems } from '../../support/browser-page.ts'
import { hydrated } from '../../support/routes.ts'
import { useSite } from '../../support/site.ts'

describe('the error screen', () => {
  const { open } = useSite()

  /** Navigates to a page whose rendering throws. */
  async function breakPage() {
    const page = await open('/about')
    await hydrated(page)
    expectProblems(page, /The browser broke/)
    // An effect of the landing page calls it.
    await page.evaluate(() => {
      window.matchMedia = () => {
        throw new Error('The browser broke')
      }
    })
    await page.getByRole('banner').getByRole('link', { name: 'home' }).click()
    await page.getByRole('heading', { level: 1, name: 'Unexpected Application Error!' }).waitFor()
    return page
  }

  test('replaces a page that cannot be rendered, and leads back', async () => {
    const page = await breakPage()
    await page.getByText('The browser broke').waitFor()

    await page.getByRole('link', { name: errorScreen.back }).click()
    await page.getByRole('heading', { level: 1, name: /^Turn any product link/ }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/')
  })

  test('disappears when the visitor goes back', async () => {
    const page = await breakPage()
    await page.evaluate(() => window.history.back())
    await page.getByRole('heading', { level: 1, name: /^Building the Future/ }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/about')
  })
})

import { describe, expect, test } from 'vitest'
import { errorScreen } from '../../web/content/errors.ts'
import { expectProblems } from '../support/browser-page.ts'
import { hydrated } from '../support/routes.ts'
import { useSite } from '../support/site.ts'

describe('the error screen', () => {
  const { open } = useSite()

  /** Navigates to a page whose rendering throws. */
  async function breakPage(by: 'error' | 'response' = 'error') {
    const page = await open('/about')
    await hydrated(page)
    expectProblems(page, /The browser broke|Response/)
    // An effect of the landing page calls it.
    await page.evaluate((what) => {
      window.matchMedia = () => {
        if (what === 'error') throw new Error('The browser broke')
        throw new Response(null, { status: 503, statusText: 'The line broke' })
      }
    }, by)
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

  test('shows the status text of a thrown response', async () => {
    const page = await breakPage('response')
    await page.getByText('The line broke', { exact: true }).waitFor()
  })

  test('disappears when the visitor goes back', async () => {
    const page = await breakPage()
    await page.evaluate(() => window.history.back())
    await page.getByRole('heading', { level: 1, name: /^Building the Future/ }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/about')
  })
})

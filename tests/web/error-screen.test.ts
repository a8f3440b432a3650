import { describe, expect, test } from 'vitest'
import { errorScreen } from '../../web/content/errors.ts'
import { paths } from '../../web/content/navigation.ts'
import { useSite } from '../support/site.ts'

describe('the error screen', () => {
  const { open } = useSite()

  test('stands in for a page that cannot be loaded, and leads back', async () => {
    const page = await open(paths.home, { expected: [/Failed to load resource/, /dynamically/] })
    await page.waitForLoadState('networkidle')
    await page.route('**/*.js', (route) => route.abort())
    await page
      .getByRole('navigation', { name: 'Main' })
      .getByRole('link', { name: 'About' })
      .click()

    await page.getByRole('heading', { level: 1, name: 'Unexpected Application Error!' }).waitFor()
    await page.getByText('Failed to fetch dynamically imported module').waitFor()

    await page.unroute('**/*.js')
    await page.getByRole('link', { name: errorScreen.back }).click()
    await page.getByRole('heading', { level: 1, name: /^Turn any product link/ }).waitFor()
    expect(new URL(page.url()).pathname).toBe(paths.home)
  })
})

import { describe, expect, test } from 'vitest'
import { errorScreen } from '../../web/content/errors.ts'
import { paths } from '../../web/content/navigation.ts'
import { hydrated } from '../support/routes.ts'
import { useSite } from '../support/site.ts'

describe('the error screen', () => {
  const { open } = useSite()

  test('stands in for a page that cannot be rendered, and leads back', async () => {
    const page = await open(paths.about, { expected: [/The browser broke/] })
    await hydrated(page)
    // Called by an effect of the landing page.
    await page.evaluate(() => {
      window.matchMedia = () => {
        throw new Error('The browser broke')
      }
    })
    await page.getByRole('banner').getByRole('link', { name: 'home' }).click()

    await page.getByRole('heading', { level: 1, name: 'Unexpected Application Error!' }).waitFor()
    await page.getByText('The browser broke').waitFor()

    await page.getByRole('link', { name: errorScreen.back }).click()
    await page.getByRole('heading', { level: 1, name: /^Turn any product link/ }).waitFor()
    expect(new URL(page.url()).pathname).toBe(paths.home)
  })
})

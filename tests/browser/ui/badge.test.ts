// Guards page-no-cookies.

import { brand } from '../../../web/content/brand.ts'
import { productHunt } from '../../../web/content/home.ts'
import { expect, test } from '../support/test.ts'

const { badgeUrl } = brand.productHunt

test('the Product Hunt badge is requested without a referrer, and covers the drawing behind it', async ({
  open,
}) => {
  const page = await open('/')
  const requested = page.waitForRequest(badgeUrl)
  await page.reload()
  const badge = page.getByRole('link', { name: productHunt.label })
  await badge.scrollIntoViewIfNeeded()
  expect((await requested).headers()).not.toHaveProperty('referer')
  const width = () => badge.locator('img').evaluate((picture) => picture.clientWidth)
  await expect.poll(width).toBeGreaterThan(200)
})

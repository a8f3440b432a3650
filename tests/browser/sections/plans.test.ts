// Guards pages-without-scripts.

import { plans, pricing } from '../../../web/content/plans.ts'
import { expect, test } from '../../support/browser/test.ts'
import { openStill } from '../../support/routes.ts'

test.describe('the plans', () => {
  for (const path of ['/', '/pricing']) {
    test(`on ${path} are those of the content`, async ({ open }) => {
      const page = await openStill(open, path)
      for (const plan of plans) {
        const { name, price, period, annual, commitment, features, cta } = plan
        const heading = page.getByRole('heading', { name, exact: true })
        const card = page.getByRole('article').filter({ has: heading })
        for (const text of [`${price} ${period}`.trim(), annual ?? [], commitment ?? []].flat()) {
          await expect(card.getByText(text, { exact: true }), text).toHaveCount(1)
        }
        const listed = card.getByRole('listitem')
        await expect(listed).toHaveCount(features.length)
        for (const [index, { text, limit = false }] of features.entries()) {
          const feature = listed.nth(index)
          await expect(feature.getByText(text, { exact: true }), text).toHaveCount(1)
          await expect(feature.getByText(`(${pricing.limit})`), text).toHaveCount(limit ? 1 : 0)
        }
        const popular = card.getByText(pricing.popular, { exact: true })
        await expect(popular, name).toHaveCount(plan.popular ? 1 : 0)
        const link = card.getByRole('link', { name: cta, exact: true })
        await expect(link, name).toHaveCount(plan.comingSoon ? 0 : 1)
        if (!plan.comingSoon) await expect(link).toHaveAttribute('href', '/waitlist')
      }
      await expect(page.getByText(pricing.beta)).toBeVisible()
    })
  }
})

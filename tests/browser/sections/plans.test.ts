import { parse } from 'node-html-parser'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router-dom'
import { describe, expect } from 'vitest'
import { plans, pricing } from '../../../web/content/plans.ts'
import { PlanCard } from '../../../web/sections/PlanCard.tsx'
import { test } from '../../support/fixtures/browser.ts'
import { openStill } from '../../support/routes.ts'

describe('the plans', () => {
  test.for(['/', '/pricing'])('on %s are those of the content', async (path, { open }) => {
    const page = await openStill(open, path)
    for (const plan of plans) {
      const { name, price, period, annual, commitment, features, cta } = plan
      const heading = page.getByRole('heading', { name, exact: true })
      const card = page.getByRole('article').filter({ has: heading })
      for (const text of [`${price} ${period}`.trim(), annual ?? [], commitment ?? []].flat()) {
        expect(await card.getByText(text, { exact: true }).count(), text).toBe(1)
      }
      const listed = card.getByRole('listitem')
      expect(await listed.count()).toBe(features.length)
      for (const [index, { text, limit = false }] of features.entries()) {
        const feature = listed.nth(index)
        expect(await feature.getByText(text, { exact: true }).count(), text).toBe(1)
        const limits = await feature.getByText(`(${pricing.limit})`).count()
        expect(limits, text).toBe(limit ? 1 : 0)
      }
      const popular = await card.getByText(pricing.popular, { exact: true }).count()
      expect(popular, name).toBe(plan.popular ? 1 : 0)
      const link = card.getByRole('link', { name: cta, exact: true })
      expect(await link.count(), name).toBe(plan.comingSoon ? 0 : 1)
      if (!plan.comingSoon) expect(await link.getAttribute('href')).toBe('/waitlist')
    }
    expect(await page.getByText(pricing.beta).isVisible()).toBe(true)
  })

  test('a plan to come cannot be chosen', () => {
    const card = createElement(PlanCard, { ...plans[0], comingSoon: true })
    const html = parse(renderToStaticMarkup(createElement(MemoryRouter, null, card)))
    expect(html.querySelector('button[disabled]')?.text).toBe(pricing.comingSoon)
    expect(html.querySelector('a')).toBe(null)
  })
})

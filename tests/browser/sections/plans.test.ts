import { parse } from 'node-html-parser'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router-dom'
import { describe, expect, test } from 'vitest'
import { plans, pricing } from '../../../web/content/plans.ts'
import { PlanCard } from '../../../web/sections/PlanCard.tsx'
import { openStill } from '../../support/routes.ts'
import { useSite } from '../../support/site.ts'

/** Spec §9. */
const FREE = {
  name: 'Free',
  price: '$0',
  features: ['1 product per day', '3 static creatives', 'Watermark', 'No video'],
  cta: 'Start free',
}
const PRO = {
  name: 'Pro',
  price: '$12 per month',
  features: [
    'Unlimited products',
    'Unlimited creatives',
    '1 video per product',
    'No watermark',
    '1 revision',
  ],
  cta: 'Get Pro',
}

describe('the plans', () => {
  const site = useSite()

  test.each(['/', '/pricing'])('on %s are those of the specification', async (path) => {
    const page = await openStill(site, path)
    for (const { name, price, features, cta } of [FREE, PRO]) {
      const heading = page.getByRole('heading', { name, exact: true })
      const card = page.getByRole('article').filter({ has: heading })
      expect(await card.getByText(price, { exact: true }).count(), name).toBe(1)
      const listed = card.getByRole('listitem')
      expect(await listed.count()).toBe(features.length)
      for (const [index, feature] of features.entries()) {
        expect(await listed.nth(index).textContent()).toMatch(new RegExp(`^${feature}`))
      }
      const button = card.getByRole('link', { name: cta })
      expect(await button.getAttribute('href')).toBe('/waitlist')
      for (const own of [
        'Most Popular',
        '$96/year (save 33%)',
        'Month-to-month, cancel anytime.',
      ]) {
        expect(await card.getByText(own).count(), own).toBe(name === 'Pro' ? 1 : 0)
      }
      expect(await card.getByText(`(${pricing.limit})`).count(), name).toBe(name === 'Free' ? 2 : 0)
    }
    expect(await page.getByText(pricing.beta).isVisible()).toBe(true)
  })

  test('a plan to come cannot be chosen', () => {
    const card = createElement(PlanCard, { ...plans[0], comingSoon: true })
    const html = parse(renderToStaticMarkup(createElement(MemoryRouter, null, card)))
    expect(html.querySelector('button[disabled]')?.text).toBe('Coming Soon')
    expect(html.querySelector('a')).toBe(null)
  })
})

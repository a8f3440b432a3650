import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router-dom'
import { describe, expect, test } from 'vitest'
import { plans, pricing } from '../../web/content/plans.ts'
import { PlanCard } from '../../web/sections/PlanCard.tsx'
import { openStill } from '../support/routes.ts'
import { useSite } from '../support/site.ts'

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

  test.each([768, 1024, 1440])('stand on the same lines, %i pixels wide', async (width) => {
    const page = await openStill(site, '/pricing', { viewport: { width, height: 900 } })
    const lines = await page.getByRole('article').evaluateAll((cards) =>
      cards.map((card) => {
        const parts = ['h2', 'p:has(small)', 'li:nth-child(1)', 'li:nth-child(4)', 'a']
        return parts.map((part) => card.querySelector(part)?.getBoundingClientRect().top)
      }),
    )
    expect(lines).toHaveLength(2)
    expect(lines[0]).toEqual(lines[1])
  })

  test('none of them is still to come', () => {
    expect(plans.filter(({ comingSoon }) => comingSoon)).toEqual([])
  })

  test('a plan to come cannot be chosen', async () => {
    const [plan] = plans
    if (!plan) throw new Error('There are no plans.')
    const card = createElement(PlanCard, { ...plan, comingSoon: true })
    const page = await site.open('/')
    await page.goto('about:blank')
    await page.setContent(renderToStaticMarkup(createElement(MemoryRouter, null, card)))

    expect(await page.getByRole('button', { name: 'Coming Soon' }).isDisabled()).toBe(true)
    expect(await page.getByRole('link').count()).toBe(0)
  })
})

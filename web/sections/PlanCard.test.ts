// Guards pages-without-scripts.

import { parse } from 'node-html-parser'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router-dom'
import { expect, test } from 'vitest'
import { plans, pricing } from '../content/plans.ts'
import { PlanCard } from './PlanCard.tsx'

test('a plan to come cannot be chosen', () => {
  const card = createElement(PlanCard, { ...plans[0], comingSoon: true })
  const html = parse(renderToStaticMarkup(createElement(MemoryRouter, null, card)))
  expect(html.querySelector('button[disabled]')?.text).toBe(pricing.comingSoon)
  expect(html.querySelector('a')).toBe(null)
})

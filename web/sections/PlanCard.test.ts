import { parse } from 'node-html-parser'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router-dom'
import { expect, test } from 'vitest'
import { type Plan, plans, pricing } from '../content/plans.ts'
import { PlanCard } from './PlanCard.tsx'

const render = (plan: Plan) => {
  const card = createElement(PlanCard, plan)
  return parse(renderToStaticMarkup(createElement(MemoryRouter, null, card)))
}

test('a plan that is not yet available cannot be chosen', () => {
  const html = render({ ...plans[0], comingSoon: true })
  expect(html.querySelector('button[disabled]')?.text).toBe(pricing.comingSoon)
  expect(html.querySelector('a')).toBe(null)
})

test('a plan tells screen readers which of its features are limits', () => {
  const features = [{ text: 'Kits' }, { text: 'No video', limit: true }]
  const listed = render({ ...plans[0], features }).querySelectorAll('li')
  expect(listed.map(({ text }) => text.trim())).toEqual(['Kits', `No video (${pricing.limit})`])
})

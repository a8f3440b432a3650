import type { Locator } from 'playwright'
import { describe, expect, test } from 'vitest'
import { FIELDS, QUESTION_NAMES } from '../../api/contract/waitlist.ts'
import { hiring, mission, values } from '../../web/content/about.ts'
import { brand } from '../../web/content/brand.ts'
import { faq } from '../../web/content/faq.ts'
import { featureCards } from '../../web/content/features.ts'
import { plans } from '../../web/content/plans.ts'
import { NO_SCRIPT, useSite } from '../support/site.ts'

/** Spec §2, in its order. */
const FEATURES = [
  ['AI Brand Builder', 'Core'],
  ['Content Studio', 'Popular'],
  ['E-Commerce Suite', 'Pro'],
  ['Growth Tools', 'Advanced'],
  ['Automation Engine', 'Pro'],
  ['Team Collaboration', 'Core'],
  ['Market Intelligence', 'Advanced'],
  ['Performance Analytics', 'Popular'],
] as const

const JOURNEY = [
  ['2024', 'The Spark'],
  ['2024', 'Early Development'],
  ['2025', 'Beta Launch'],
  ['2025', 'Global Expansion'],
]

describe('the words of the specification', () => {
  const { open } = useSite()
  const openMain = async (path: string): Promise<Locator> =>
    (await open(path, NO_SCRIPT)).getByRole('main')
  const linkTo = (main: Locator, name: string) =>
    main.getByRole('link', { name }).first().getAttribute('href')

  test('features: eight cards, each with its badge and four bullets', async () => {
    const main = await openMain('/features')
    const cards = main.getByRole('article')
    expect(await cards.getByRole('heading').allTextContents()).toEqual(
      FEATURES.map(([title]) => title),
    )
    for (const [index, [title, badge]] of FEATURES.entries()) {
      const card = cards.nth(index)
      expect(await card.getByText(badge, { exact: true }).count(), title).toBe(1)
      expect(await card.getByRole('listitem').allTextContents(), title).toEqual(
        featureCards[index]?.features,
      )
    }
    expect(await main.getByRole('link', { name: 'Join Waitlist' }).count()).toBe(2)
    expect(await linkTo(main, 'Join Waitlist')).toBe('/waitlist')
    expect(await linkTo(main, 'View Pricing')).toBe('/pricing')
  })

  test('pricing: five questions whose answers open without a script', async () => {
    const main = await openMain('/pricing')
    expect(faq.items).toHaveLength(5)
    for (const { question, answer } of faq.items) {
      expect(await main.getByText(answer).isVisible(), question).toBe(false)
      await main.getByText(question).click()
      expect(await main.getByText(answer).isVisible(), question).toBe(true)
    }
    expect(await linkTo(main, 'Try free — paste a link')).toBe('/waitlist')
  })

  test('about: mission, four values, four steps of the journey, hiring', async () => {
    const main = await openMain('/about')
    for (const paragraph of mission.paragraphs) {
      expect(await main.getByText(paragraph).count()).toBe(1)
    }
    expect(values.items.map(({ title }) => title)).toEqual([
      'Innovation First',
      'User-Centric',
      'Speed to Market',
      'Global Impact',
    ])
    for (const { title, text } of values.items) {
      expect(await main.getByText(title, { exact: true }).count(), title).toBe(1)
      expect(await main.getByText(text).count(), title).toBe(1)
    }
    const steps = main.getByRole('listitem')
    const texts = await steps.evaluateAll((items) =>
      items.map((item) => ['time', 'h3'].map((name) => item.querySelector(name)?.textContent)),
    )
    expect(texts).toEqual(JOURNEY)
    expect(await main.getByRole('heading', { name: "We're Hiring!" }).count()).toBe(1)
    const positions = main.getByRole('button', { name: 'View Open Positions' })
    expect(await positions.isDisabled()).toBe(true)
    expect(await main.getByText(hiring.button.note).isVisible()).toBe(true)
    expect(await main.locator(`a[href="/waitlist"]`).count()).toBe(1)
    expect(await main.locator(`a[href="/features"]`).count()).toBe(1)
  })

  test.each([
    ['/terms', 13, [brand.supportEmail]],
    ['/privacy', 10, [brand.supportEmail, brand.privacyEmail]],
  ] as const)('%s: %d sections, in force, with its addresses', async (path, count, addresses) => {
    const main = await openMain(path)
    const clauses = main.getByRole('article')
    expect(await clauses.count()).toBe(count)
    const contents = main.getByRole('navigation').getByRole('link')
    expect(await contents.count()).toBe(count)
    for (let index = 0; index < count; index += 1) {
      const title = await contents.nth(index).textContent()
      const heading = clauses.nth(index).getByRole('heading', { level: 2 })
      expect(await heading.textContent()).toBe(`${index + 1}. ${title}`)
    }
    await main.getByText('Effective September 2025').waitFor()
    for (const address of addresses) {
      expect(await main.locator(`a[href="mailto:${address}"]`).count(), address).toBeGreaterThan(0)
    }
  })

  test('privacy: the list of what is kept names every question of the form', async () => {
    const clause = (await openMain('/privacy')).locator('#what-we-keep')
    expect(await clause.getByRole('listitem').allTextContents()).toEqual([
      ...QUESTION_NAMES.map((name) => `${FIELDS[name].kept},`),
      'the time of your signup.',
    ])
  })

  test('terms and privacy: every legal constant of §9', async () => {
    const terms = await (await openMain('/terms')).textContent()
    for (const { price, period, annual = '' } of plans) {
      for (const fact of [price, period, annual]) expect(terms, price).toContain(fact)
    }
    for (const fact of [
      'at least 18',
      '30-day',
      'non-refundable',
      'USD',
      '99%',
      'Delaware',
      'renew',
    ]) {
      expect(terms, fact).toContain(fact)
    }
    expect(terms).toMatch(/two third-party payment providers/)
    expect(terms).toMatch(/until the end of the billing period/)
    const privacy = await (await openMain('/privacy')).textContent()
    for (const fact of ['users aged 18', 'encrypted in transit and at rest', 'opt-in only']) {
      expect(privacy, fact).toContain(fact)
    }
    expect(privacy).toMatch(/(?:not|never) (?:be )?s(?:old|ell)/i)
  })
})

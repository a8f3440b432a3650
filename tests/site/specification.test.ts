/**
 * Quotes the specification of the example product: its words, plans, figures and legal commitments.
 * No other test quotes content. If you change that content, change this file or delete it. The periods of the privacy
 * policy are those of the jobs that delete.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { HTMLElement } from 'node-html-parser'
import { describe, expect } from 'vitest'
import { DAYS, VISITS_MONTHS } from '../../api/src/list/retention.ts'
import { RECORD, recordOf, wordsOf } from '../../tools/docs/words.ts'
import { brand } from '../../web/content/brand.ts'
import { ROOT } from '../support/repository.ts'
import { test } from './support/test.ts'

interface Words {
  readonly path: string
  /** The headings, beginning with level 1. */
  readonly headings: readonly string[]
  readonly texts?: readonly string[]
  /** Pairs of a link's words and its address. */
  readonly links?: readonly (readonly [name: string, href: string])[]
}

/** §2, page by page. */
const PAGES: readonly Words[] = [
  {
    path: '/',
    headings: [
      'Turn any product link into high-converting ads.',
      ...[`Why ${brand.name}`, 'Faster to market', 'No design skills', 'Sales-ready outputs'],
      ...['How it works', 'Paste link or upload', 'AI detects and designs', 'Download & launch'],
      ...['Simple pricing', 'Start Building Your Brand Empire Today'],
    ],
    texts: [
      'See it in action',
      'Built for Shopify, Amazon, Etsy and TikTok Shop sellers',
      'Link to ad kit in under 30 seconds',
      ...['01', '02', '03'],
    ],
    links: [
      ['Try free — paste a link', '/waitlist'],
      ['See example ads', '/features'],
      ['Join the Waitlist', '/waitlist'],
      ['Explore Features', '/features'],
    ],
  },
  {
    path: '/features',
    headings: [
      'Every part of a brand that sells',
      ...['AI Brand Builder', 'Content Studio', 'E-Commerce Suite', 'Growth Tools'],
      ...['Automation Engine', 'Team Collaboration', 'Market Intelligence'],
      'Performance Analytics',
    ],
    links: [
      ['Join Waitlist', '/waitlist'],
      ['View Pricing', '/pricing'],
    ],
  },
  {
    path: '/pricing',
    headings: ['Simple pricing', 'Free', 'Pro'],
    links: [
      ['Start free', '/waitlist'],
      ['Get Pro', '/waitlist'],
      ['Try free — paste a link', '/waitlist'],
    ],
  },
  {
    path: '/about',
    headings: [
      'Building the Future of Brand Creation',
      ...['The Spark', 'Early Development', 'Beta Launch', 'Global Expansion'],
      "We're Hiring!",
    ],
    texts: ['Innovation First', 'User-Centric', 'Speed to Market', 'Global Impact'],
    links: [
      ['Join the Waitlist', '/waitlist'],
      ['Explore Features', '/features'],
    ],
  },
  { path: '/blog', headings: ['Insights & Stories'] },
  {
    path: '/waitlist',
    headings: [
      'Be among the first to turn a link into ads.',
      'Secure Your Spot',
      'Why Join Early?',
      ...['Early access', 'An exclusive community', 'Launch discounts', 'Lifetime perks'],
      'What happens next?',
      ...['Instant confirmation email', 'Progress updates'],
      ...['Early access invitation', 'Launch pricing offers'],
      'Trusted by Innovation Leaders',
    ],
    texts: ['Limited Early Access', '5,847', 'Up to 50% off the first year of Pro.'],
  },
  { path: '/terms', headings: ['Terms of Service'] },
  { path: '/privacy', headings: ['Privacy Policy'] },
]

/** §2, the badges of the feature cards in their order. */
const BADGES = 'Core Popular Pro Advanced Pro Core Advanced Popular'.split(' ')

/** §9. */
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
const ONLY_PRO = ['Most Popular', '$96/year (save 33%)', 'Month-to-month, cancel anytime.']

/** §9, and what the policy says about the program's own rules. */
const LEGAL_FACTS = {
  '/terms': [
    ...['$0', '$12', 'per month', '$96/year (save 33%)'],
    ...['at least 18', '30-day', 'non-refundable', 'USD', '99%', 'Delaware', 'renew'],
    ...['two third-party payment providers', 'until the end of the billing period'],
    'Effective September 2025',
  ],
  '/privacy': [
    ...['users aged 18', 'encrypted in transit and at rest', 'opt-in only', 'not sold'],
    'go only to people who have done both',
    'Every email has a link through which you leave',
    'Every email from us has a link to your data',
    'tools that we run ourselves or that work for us may be notified',
    `we erase your entry ${DAYS.unconfirmed} days after the later of these`,
    `looked like a program’s is erased after ${DAYS.quarantine} days, unless`,
    `The record of an email is erased ${DAYS.mails} days after it was sent`,
    `page loads are deleted after ${VISITS_MONTHS} months`,
    'a code made from its email address with a secret key',
    'the time of your signup,',
    'which version of the text beside the button you agreed to,',
    'where you came from: the word in the link',
    'when you confirmed your address, were invited, claimed your place, left or signed up again,',
    'a new signup is kept beside the earlier one, and replaces it once you confirm',
    ...['which emails were sent to you and when,', 'that no email reaches you'],
    'when we corrected something for you.',
    'Effective September 2025',
  ],
}

const textsOf = (element: HTMLElement, selector: string) =>
  element.querySelectorAll(selector).map(({ text }) => text.trim())

describe('the site has the words of its specification', () => {
  test.for(PAGES)(
    '$path has the words of the specification',
    async ({ path, headings, texts = [], links = [] }, { read }) => {
      const page = await read(path)
      const found = textsOf(page, 'main :is(h1, h2, h3, h4)')
      expect(found[0]).toBe(headings[0])
      expect(found).toEqual(expect.arrayContaining([...headings]))
      expect(textsOf(page, 'main *')).toEqual(expect.arrayContaining([...texts]))
      for (const [name, href] of links) {
        expect(textsOf(page, `main a[href="${href}"]`)).toContain(name)
      }
    },
  )

  test('each of the eight feature cards has the parts of the specification', async ({ read }) => {
    const cards = (await read('/features')).querySelectorAll('main article')
    expect(cards).toHaveLength(BADGES.length)
    for (const [index, card] of cards.entries()) {
      const counts = ['svg', 'h2', 'li'].map((each) => card.querySelectorAll(each).length)
      expect(counts, BADGES[index]).toEqual([1, 1, 4])
      expect(textsOf(card, 'span, p')).toEqual([
        BADGES[index],
        expect.stringMatching(/^.{30,}[.]$/),
      ])
      const words = textsOf(card, 'span, h2, p, li').join('')
      for (const svg of card.querySelectorAll('svg')) svg.remove()
      expect(card.text.replaceAll(/\s/g, '')).toBe(words.replaceAll(/\s/g, ''))
    }
  })

  test('each of the three testimonials has five stars', async ({ read }) => {
    const stars = (await read('/')).querySelectorAll('main [aria-label="Rated 5 out of 5 stars"]')
    expect(stars).toHaveLength(3)
  })

  test.for(['/', '/pricing'])('%s has the plans Free and Pro', async (path, { read }) => {
    const cards = (await read(path)).querySelectorAll('main article')
    for (const { name, price, features, cta } of [FREE, PRO]) {
      const card = cards.find((one) => textsOf(one, 'h2, h3').includes(name))
      if (!card) throw new Error(`${path} has no plan ${name}`)
      expect(textsOf(card, '*')).toContain(price)
      expect(textsOf(card, 'li')).toEqual(
        features.map((feature) => expect.stringMatching(`^${feature}`)),
      )
      expect(textsOf(card, 'a[href="/waitlist"]')).toContain(cta)
      const words = textsOf(card, '*')
      expect(ONLY_PRO.filter((each) => words.includes(each))).toEqual(
        name === 'Pro' ? ONLY_PRO : [],
      )
    }
  })

  test('the pricing page answers five questions', async ({ read }) => {
    expect((await read('/pricing')).querySelectorAll('main summary')).toHaveLength(5)
  })

  test('the about page has four years, and does not deny that positions are open', async ({
    read,
  }) => {
    const page = await read('/about')
    expect(textsOf(page, 'main li time')).toEqual(['2024', '2024', '2025', '2025'])
    expect(textsOf(page, 'main button[disabled]')).toEqual(['View Open Positions'])
    expect(page.querySelector('main')?.text).not.toMatch(/no (?:open )?positions/i)
    expect(page.querySelector(`main a[href="mailto:${brand.supportEmail}"]`)).not.toBe(null)
  })

  test('the blog has three articles and three case studies', async ({ read }) => {
    const page = await read('/blog')
    const cards = page.querySelectorAll('main article')
    expect(cards).toHaveLength(6)
    const studies = cards.filter((card) => textsOf(card, '*').includes('Case Study'))
    expect(studies.map((card) => textsOf(card, 'li').length)).toEqual([2, 2, 2])
    expect(textsOf(page, 'main button[disabled]')).toEqual(Array(3).fill('View Full Case Study'))
  })

  test.for([
    ['/terms', 13, [brand.supportEmail]],
    ['/privacy', 10, [brand.supportEmail, brand.privacyEmail]],
  ] as const)(
    '%s has %i sections and its legal facts',
    async ([path, count, addresses], { read }) => {
      const page = await read(path)
      expect(page.querySelectorAll('main nav a')).toHaveLength(count)
      const text = page.querySelector('main')?.text
      for (const fact of LEGAL_FACTS[path]) expect(text).toContain(fact)
      for (const address of addresses) {
        expect(page.querySelector(`main a[href="mailto:${address}"]`), address).not.toBe(null)
      }
    },
  )

  test('the record of the sample’s words is up to date with its sources (npm run docs)', () => {
    expect(readFileSync(join(ROOT, RECORD), 'utf8')).toBe(recordOf(wordsOf(ROOT)))
  })

  test('an unknown address has the words of the specification', async ({ read }) => {
    expect(textsOf(await read('/no/such/page'), 'h1')).toEqual(['Oops! Page not found'])
  })
})

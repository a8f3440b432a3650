import type { Locator } from 'playwright'
import { describe, expect, test } from 'vitest'
import { CONSENT, FIELDS, JOINED_PATH, QUESTION_NAMES } from '../../../api/contract/waitlist.ts'
import { hiring, mission, values } from '../../../web/content/about.ts'
import { brand } from '../../../web/content/brand.ts'
import { faq } from '../../../web/content/faq.ts'
import { featureCards } from '../../../web/content/features.ts'
import { hero, steps } from '../../../web/content/home.ts'
import { plans, pricing } from '../../../web/content/plans.ts'
import { testimonials } from '../../../web/content/testimonials.ts'
import { counter, trusted, waitlistHead } from '../../../web/content/waitlist.ts'
import { NO_SCRIPT, useSite } from '../../support/site.ts'

interface Words {
  readonly path: string
  /** Level 1 first. */
  readonly headings: readonly string[]
  readonly texts?: readonly string[]
  readonly links?: Readonly<Record<string, string>>
}

/** The specification, §2, page by page. */
const SPEC: readonly Words[] = [
  {
    path: '/',
    headings: [
      'Turn any product link into high-converting ads.',
      `Why ${brand.name}`,
      'Faster to market',
      'No design skills',
      'Sales-ready outputs',
      'How it works',
      'Paste link or upload',
      'AI detects and designs',
      'Download & launch',
      'Simple pricing',
      'Start Building Your Brand Empire Today',
    ],
    texts: [
      'See it in action',
      ...hero.claims,
      ...steps.items.map(({ number }) => number),
      ...testimonials.items.flatMap(({ name, content }) => [name, content]),
      testimonials.sampleNote,
      ...plans.flatMap(({ price, period, annual = [], commitment = [], features }) => [
        `${price} ${period}`.trim(),
        ...[annual, commitment].flat(),
        ...features.map(({ text }) => text),
      ]),
      pricing.popular,
    ],
    links: {
      'Try free — paste a link': '/waitlist',
      'See example ads': '/features',
      'Join the Waitlist': '/waitlist',
      'Explore Features': '/features',
    },
  },
  {
    path: '/features',
    headings: ['Every part of a brand that sells', ...featureCards.map(({ title }) => title)],
    links: { 'Join Waitlist': '/waitlist', 'View Pricing': '/pricing' },
  },
  {
    path: '/pricing',
    headings: ['Simple pricing', 'Free', 'Pro'],
    links: {
      'Start free': '/waitlist',
      'Get Pro': '/waitlist',
      'Try free — paste a link': '/waitlist',
    },
  },
  {
    path: '/about',
    headings: [
      'Building the Future of Brand Creation',
      ...['The Spark', 'Early Development', 'Beta Launch', 'Global Expansion'],
      "We're Hiring!",
    ],
    texts: [
      ...mission.paragraphs,
      ...['Innovation First', 'User-Centric', 'Speed to Market', 'Global Impact'],
      ...values.items.map(({ text }) => text),
      hiring.button.note,
    ],
    links: { 'Join the Waitlist': '/waitlist', 'Explore Features': '/features' },
  },
  { path: '/blog', headings: ['Insights & Stories'] },
  {
    path: '/waitlist',
    headings: [
      waitlistHead.title,
      'Secure Your Spot',
      'Why Join Early?',
      ...['Early access', 'An exclusive community', 'Launch discounts', 'Lifetime perks'],
      'What happens next?',
      ...['Instant confirmation email', 'Progress updates'],
      ...['Early access invitation', 'Launch pricing offers'],
      'Trusted by Innovation Leaders',
    ],
    texts: ['Limited Early Access', '5,847', 'Up to 50% off the first year.', ...trusted.names],
  },
  { path: '/terms', headings: ['Terms of Service'] },
  { path: '/privacy', headings: ['Privacy Policy'] },
]

/** The specification, §2, in its order. */
const BADGES = 'Core Popular Pro Advanced Pro Core Advanced Popular'.split(' ')
const YEARS = ['2024', '2024', '2025', '2025']

/** The specification, §9: what the legal texts must say. */
const LEGAL_FACTS = {
  '/terms': [
    ...plans.flatMap(({ price, period, annual = '' }) => [price, period, annual]),
    'at least 18',
    '30-day',
    'non-refundable',
    'USD',
    '99%',
    'Delaware',
    'renew',
    'two third-party payment providers',
    'until the end of the billing period',
    'Effective September 2025',
  ],
  '/privacy': [
    'users aged 18',
    'encrypted in transit and at rest',
    'opt-in only',
    'not sold',
    'go only to people who have done both',
    'Every mail has a link by which you leave',
    'Every mail from us has a link to your data',
    'tools that we run ourselves or that work for us may be told',
    'erase your entry 30 days after the last confirmation mail',
    'is erased after 30 days, unless',
    'is erased 90 days after it was sent',
    'a code made from its email address with a secret key',
    'Effective September 2025',
  ],
}

describe('without JavaScript', () => {
  const { open } = useSite()
  const openMain = async (path: string): Promise<Locator> =>
    (await open(path, NO_SCRIPT)).getByRole('main')

  test.each(SPEC)('$path has the words of the specification', async (words) => {
    const main = await openMain(words.path)
    const headings = main.getByRole('heading')
    expect(await headings.first().textContent()).toBe(words.headings[0])
    expect(await headings.allTextContents()).toEqual(expect.arrayContaining([...words.headings]))
    for (const text of words.texts ?? []) {
      expect(await main.getByText(text, { exact: true }).first().isVisible(), text).toBe(true)
    }
    for (const [name, href] of Object.entries(words.links ?? {})) {
      const link = main.getByRole('link', { name }).first()
      expect(await link.getAttribute('href'), name).toBe(href)
    }
  })

  test('each of the eight feature cards has its badge and its four bullets', async () => {
    const cards = (await openMain('/features')).getByRole('article')
    expect(await cards.count()).toBe(BADGES.length)
    for (const [index, badge] of BADGES.entries()) {
      const card = cards.nth(index)
      expect(await card.getByText(badge, { exact: true }).count(), badge).toBe(1)
      expect(await card.getByRole('listitem').allTextContents()).toEqual(
        featureCards[index]?.features,
      )
    }
  })

  test('each of the three testimonials has five stars', async () => {
    const stars = (await openMain('/')).getByRole('img', { name: 'Rated 5 out of 5 stars' })
    expect(await stars.count()).toBe(3)
  })

  test('each of the five answers about pricing opens by a click on its question', async () => {
    const main = await openMain('/pricing')
    expect(faq.items).toHaveLength(5)
    for (const { question, answer } of faq.items) {
      expect(await main.getByText(answer).isVisible(), question).toBe(false)
      await main.getByText(question).click()
      expect(await main.getByText(answer).isVisible(), question).toBe(true)
    }
  })

  test('the journey has four years, and no position is open', async () => {
    const main = await openMain('/about')
    expect(await main.getByRole('listitem').locator('time').allTextContents()).toEqual(YEARS)
    expect(await main.getByRole('button', { name: 'View Open Positions' }).isDisabled()).toBe(true)
  })

  test('the form shows the text that people agree to, with a link to the privacy policy', async () => {
    const consent = (await openMain('/waitlist')).locator('form').getByText(CONSENT.text)
    expect(await consent.isVisible()).toBe(true)
    const policy = consent.getByRole('link', { name: 'privacy policy' })
    expect(await policy.getAttribute('href')).toBe('/privacy')
  })

  test('the page after the form tells a person without JavaScript to look at the inbox', async () => {
    const main = await openMain(JOINED_PATH)
    expect(
      await main.getByText(/^You are on the .* waitlist\. Look at your inbox/).isVisible(),
    ).toBe(true)
  })

  test('each sample of the waitlist page is marked as long as it is one', async () => {
    const main = await openMain('/waitlist')
    for (const [text, { sample, sampleNote }] of [
      ['5,847', counter],
      ['Trusted by Innovation Leaders', trusted],
    ] as const) {
      const section = main.locator('section').filter({ has: main.page().getByText(text) })
      expect(await section.getByText(sampleNote).count(), text).toBe(sample ? 1 : 0)
    }
  })

  test.each([
    ['/terms', 13, [brand.supportEmail]],
    ['/privacy', 10, [brand.supportEmail, brand.privacyEmail]],
  ] as const)('%s has %d numbered sections and its legal facts', async (path, count, addresses) => {
    const main = await openMain(path)
    const contents = main.getByRole('navigation').getByRole('link')
    const titles = await contents.allTextContents()
    expect(titles).toHaveLength(count)
    const headings = main.getByRole('article').getByRole('heading', { level: 2 })
    expect(await headings.allTextContents()).toEqual(
      titles.map((title, index) => `${index + 1}. ${title}`),
    )
    const text = await main.textContent()
    for (const fact of LEGAL_FACTS[path]) expect(text).toContain(fact)
    for (const address of addresses) {
      expect(await main.locator(`a[href="mailto:${address}"]`).count(), address).toBeGreaterThan(0)
    }
  })

  test('the privacy page names every question of the form among what is kept', async () => {
    const clause = (await openMain('/privacy')).locator('#what-we-keep')
    expect(await clause.getByRole('listitem').allTextContents()).toEqual([
      ...QUESTION_NAMES.map((name) => `${FIELDS[name].kept},`),
      'the time of your signup,',
      'which version of the text beside the button you agreed to,',
      expect.stringMatching(/^the word by which you came, if the link/),
      'when you confirmed your address, when you were invited and when you left,',
      'which mails were sent to you and when,',
      expect.stringMatching(/^that no mail reaches you/),
      'when we corrected something for you.',
    ])
  })
})

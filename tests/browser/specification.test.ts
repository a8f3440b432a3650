/**
 * Quotes the specification of the example product: its words, plans, figures and legal commitments.
 * No other test quotes content. If you change that content, change this file or delete it.
 */
import type { Locator } from '@playwright/test'
import { FIELDS } from '../../contract/waitlist.ts'
import { blogTabs, blogWords } from '../../web/content/blog.ts'
import { brand } from '../../web/content/brand.ts'
import { errorScreen } from '../../web/content/errors.ts'
import { footer, headerLinks, joinLink } from '../../web/content/navigation.ts'
import { form, notices } from '../../web/content/waitlist.ts'
import { expect, type Open, test } from '../support/browser/test.ts'
import { NO_SCRIPT, NOT_FOUND_NOTE } from '../support/site.ts'
import { expectWords, type Words } from '../support/words.ts'

/** §2, page by page. */
const PAGES: readonly Words[] = [
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
      'AI Brand Builder',
      'Content Studio',
      'E-Commerce Suite',
      'Growth Tools',
      'Automation Engine',
      'Team Collaboration',
      'Market Intelligence',
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
    'Every email has a link through which you leave',
    'Every email from us has a link to your data',
    'tools that we run ourselves or that work for us may be notified',
    'erase your entry 30 days after the last confirmation email',
    'is erased after 30 days, unless',
    'is erased 90 days after it was sent',
    'a code made from its email address with a secret key',
    'the time of your signup,',
    'which version of the text beside the button you agreed to,',
    'where you came from: the word in the link',
    'when you confirmed your address, when you were invited and when you left,',
    'which emails were sent to you and when,',
    'that no email reaches you',
    'when we corrected something for you.',
    'Effective September 2025',
  ],
}

test.describe('the site has the words of its specification', () => {
  const openMain = async (open: Open, path: string): Promise<Locator> =>
    (await open(path, NO_SCRIPT)).getByRole('main')

  for (const words of PAGES) {
    test(`${words.path} has the words of the specification`, async ({ open }) => {
      await expectWords(await openMain(open, words.path), words)
    })
  }

  test('each of the eight feature cards has picture, title, description, badge and four bullets, and nothing else', async ({
    open,
  }) => {
    const cards = (await openMain(open, '/features')).getByRole('article')
    await expect(cards).toHaveCount(BADGES.length)
    for (const [index, badge] of BADGES.entries()) {
      const card = cards.nth(index)
      await expect(card.locator('svg'), badge).toHaveCount(1)
      await expect(card.getByRole('heading'), badge).toHaveCount(1)
      await expect(card.getByRole('listitem'), badge).toHaveCount(4)
      await expect(card.getByRole('paragraph')).toHaveText([badge, /^.{30,}[.]$/])
      const parts = await card.locator('h2, p, li').allTextContents()
      const words = (await card.locator(':scope > :not(:has(svg))').textContent()) ?? ''
      expect(words.replaceAll(/\s/g, '')).toBe(parts.join('').replaceAll(/\s/g, ''))
    }
  })

  test('what only Pro has is on cards with the badge Pro, or the bullet names Pro', async ({
    open,
  }) => {
    const cards = (await openMain(open, '/features')).getByRole('article')
    const others = cards.filter({ hasNot: cards.page().getByText('Pro', { exact: true }) })
    await expect(others).toHaveCount(BADGES.filter((badge) => badge !== 'Pro').length)
    const bullets = await others.getByRole('listitem').allTextContents()
    const onlyPro = bullets.filter((text) => /unlimited|video|no watermark|revision/i.test(text))
    expect(onlyPro).not.toEqual([])
    expect(onlyPro.filter((text) => !/\bPro\b/.test(text))).toEqual([])
  })

  test('each of the three testimonials has five stars', async ({ open }) => {
    const stars = (await openMain(open, '/')).getByRole('img', { name: 'Rated 5 out of 5 stars' })
    await expect(stars).toHaveCount(3)
  })

  for (const path of ['/', '/pricing']) {
    test(`${path} has the plans Free and Pro`, async ({ open }) => {
      const main = await openMain(open, path)
      for (const { name, price, features, cta } of [FREE, PRO]) {
        const heading = main.page().getByRole('heading', { name, exact: true })
        const card = main.getByRole('article').filter({ has: heading })
        await expect(card.getByText(price, { exact: true }), name).toHaveCount(1)
        const listed = await card.getByRole('listitem').allTextContents()
        expect(listed).toEqual(features.map((feature) => expect.stringMatching(`^${feature}`)))
        await expect(card.getByRole('link', { name: cta })).toHaveAttribute('href', '/waitlist')
        for (const words of ONLY_PRO) {
          await expect(card.getByText(words), words).toHaveCount(name === 'Pro' ? 1 : 0)
        }
      }
    })
  }

  test('five questions about pricing are answered', async ({ open }) => {
    await expect((await openMain(open, '/pricing')).locator('summary')).toHaveCount(5)
  })

  test('the journey has four years, and no position is open', async ({ open }) => {
    const main = await openMain(open, '/about')
    const years = await main.getByRole('listitem').locator('time').allTextContents()
    expect(years).toEqual(['2024', '2024', '2025', '2025'])
    await expect(main.getByRole('button', { name: 'View Open Positions' })).toBeDisabled()
  })

  test('the blog has three articles and three case studies', async ({ open }) => {
    const cards = (await openMain(open, '/blog')).getByRole('article')
    await expect(cards).toHaveCount(6)
    await expect(cards.getByText('Case Study', { exact: true })).toHaveCount(3)
    expect(blogTabs).toEqual({ posts: 'Blog Posts', caseStudies: 'Case Studies' })
    expect(blogWords).toMatchObject({ readMore: 'Read More', showLess: 'Show Less' })
    expect(blogWords.viewCaseStudy).toBe('View Full Case Study')
  })

  for (const [path, count, addresses] of [
    ['/terms', 13, [brand.supportEmail]],
    ['/privacy', 10, [brand.supportEmail, brand.privacyEmail]],
  ] as const) {
    test(`${path} has ${count} sections and its legal facts`, async ({ open }) => {
      const main = await openMain(open, path)
      await expect(main.getByRole('navigation').getByRole('link')).toHaveCount(count)
      const text = await main.textContent()
      for (const fact of LEGAL_FACTS[path]) expect(text).toContain(fact)
      for (const address of addresses) {
        expect(await main.locator(`a[href="mailto:${address}"]`).count(), address).toBeGreaterThan(
          0,
        )
      }
    })
  }

  test('an unknown address has the words of the specification', async ({ open }) => {
    const page = await open('/no/such/page', { ...NO_SCRIPT, expected: [NOT_FOUND_NOTE] })
    await expect(
      page.getByRole('heading', { level: 1, name: 'Oops! Page not found' }),
    ).toBeVisible()
  })

  test('header and footer have the entries of the specification', () => {
    expect(headerLinks.map(({ label }) => label)).toEqual(['Features', 'Pricing', 'Blog', 'About'])
    expect(joinLink).toEqual({ label: 'Join Waitlist', to: '/waitlist' })
    expect(footer.columns.map(({ title }) => title)).toEqual(['Product', 'Company', 'Legal'])
    const placeholders = footer.columns.flatMap(({ links }) => links).filter(({ to }) => !to)
    expect(placeholders.map(({ label }) => label)).toEqual(['Blog', 'Careers', 'Security'])
    expect(footer.copyright).toContain(`© ${new Date().getUTCFullYear()} `)
    expect(footer.social.map(({ label }) => label)).toEqual(['Instagram', 'LinkedIn'])
  })

  test('notices and errors have the words of the specification', () => {
    expect(notices).toMatchObject({
      joined: {
        title: 'Welcome to the future! 🚀',
        text: `You are on the ${brand.name} waitlist.`,
      },
      failed: { title: 'Error', text: 'Failed' },
    })
    expect(form.submitting).toBe('Joining...')
    expect(errorScreen.title).toBe('Unexpected Application Error!')
  })

  test('the questions have the rules and messages of the specification', () => {
    const { first_name, last_name, email, company, role } = FIELDS
    for (const name of [first_name, last_name]) {
      expect(name).toMatchObject({ minLength: 2, messages: { tooShort: 'Min 2 chars' } })
    }
    expect(email.messages.malformed).toBe('Invalid email')
    expect(company.required).toBe(false)
    expect(role).toMatchObject({ required: true, message: 'Select a role' })
    expect(role.options.map(({ value, label }) => `${value}: ${label}`)).toEqual([
      'entrepreneur: Entrepreneur',
      'designer: Designer',
      'marketer: Marketer',
      'agency: Agency Owner',
      'freelancer: Freelancer',
      'other: Other',
    ])
  })
})

/**
 * Quotes the specification of the example product: its words, plans, figures and legal commitments. No other test
 * quotes content. If you change that content, change this file or delete it.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { DAYS, VISITS_MONTHS } from '../../api/src/list/retention.ts'
import { RECORD, recordOf, wordsOf } from '../../tools/docs/words.ts'
import { brand } from '../../web/content/brand.ts'
import { errorScreen } from '../../web/content/error-pages.ts'
import { form, notices } from '../../web/content/waitlist.ts'
import { ROOT } from '../support/repository.ts'
import { test } from './support/test.ts'

const PLANS = `Free | $0 | 1 product per day | 3 static creatives | Watermark | No video | Start free → /waitlist
  Most Popular | Pro | $12 per month | $96/year (save 33%) | Unlimited products | Unlimited creatives
  1 video per product | No watermark | 1 revision | Get Pro → /waitlist | Month-to-month, cancel anytime.`

/** §2, §5 and §9. By path and selector: the number of a page’s elements, or their words and links in order. */
const PAGES: Record<string, number | string> = {
  '/ header :is(div > nav, header > div) > a': `${brand.name} → / | Features → /features | Pricing → /pricing
    Blog → /blog | About → /about | Join Waitlist → /waitlist`,
  '/ footer :is(h2, li a)': `Product | Features → /features | Pricing → /pricing | Join Waitlist → /waitlist
    Company | About → /about | Blog | Careers | Legal | Terms → /terms | Privacy → /privacy | Security`,
  '/ main :is(h1, h2, h3, p, div > a, li)': `See it in action | Turn any product link into high-converting ads.
    Try free — paste a link → /waitlist | See example ads → /features
    Built for Shopify, Amazon, Etsy and TikTok Shop sellers | Link to ad kit in under 30 seconds | Why ${brand.name}
    Faster to market | No design skills | Sales-ready outputs | How it works | 01 | Paste link or upload | 02
    AI detects and designs | 03 | Download & launch | Simple pricing | Start Building Your Brand Empire Today
    Join the Waitlist → /waitlist | Explore Features → /features`,
  '/ main [aria-label="Rated 5 out of 5 stars"]': 3,
  '/ main article :is(h3, p, li > span, a)': PLANS,
  '/features main :is(h1, h2, article span, a)': `Every part of a brand that sells | Join Waitlist → /waitlist
    Core | AI Brand Builder | Popular | Content Studio | Pro | E-Commerce Suite | Advanced | Growth Tools | Pro
    Automation Engine | Core | Team Collaboration | Advanced | Market Intelligence | Popular | Performance Analytics
    Join Waitlist → /waitlist | View Pricing → /pricing`,
  '/features main article > :is(svg, div:has(svg))': 8,
  '/features main article li:nth-child(4):last-child': 8,
  '/features main article :not(svg *, :has(*))': 56,
  '/pricing main article :is(h2, p, li > span, a)': PLANS,
  '/pricing main article li': 9,
  '/pricing :is(h1, section > div > a)': 'Simple pricing | Try free — paste a link → /waitlist',
  '/pricing main details > summary': 5,
  '/about main :is(h1, h2, h3, p, time, a, button[disabled])': `Building the Future of Brand Creation
    Innovation First | User-Centric | Speed to Market | Global Impact | 2024 | The Spark | 2024 | Early Development
    2025 | Beta Launch | 2025 | Global Expansion | We're Hiring!
    ${brand.supportEmail} → mailto:${brand.supportEmail} | View Open Positions | No position is listed yet.
    Join the Waitlist → /waitlist | Explore Features → /features`,
  '/blog main :is(h1, div > a, span, button[disabled])': `Insights & Stories | Blog Posts → #blog
    Case Studies → #case-studies | Read More | Show Less | Read More | Show Less | Read More | Show Less
    Case Study | View Full Case Study | Case Study | View Full Case Study | Case Study | View Full Case Study`,
  '/blog main article:has(button[disabled]) li:nth-child(2):last-child': 3,
  '/waitlist main :is(h1, h2, h3, p)': `Limited Early Access | Be among the first to turn a link into ads.
    5,847 joined | Secure Your Spot | Why Join Early? | Early access | An exclusive community | Launch discounts
    Up to 50% off the first year of Pro. | Lifetime perks | What happens next? | Instant confirmation email
    Progress updates | Early access invitation | Launch pricing offers | Trusted by Innovation Leaders`,
  '/waitlist main form :is(label, option, p, button:not([disabled]))': `First name | Min 2 chars | Last name
    Min 2 chars | Email | Invalid email | Company (optional) | Role | Entrepreneur | Designer | Marketer
    Agency Owner | Freelancer | Other | Select a role | Join the Waitlist`,
  '/waitlist main section:last-child li': 5,
  '/terms h1': 'Terms of Service',
  '/terms main nav a': 13,
  '/privacy h1': 'Privacy Policy',
  '/privacy main nav a': 10,
  '/no/such/page main :is(h1, a)': 'Oops! Page not found | Return to home → /',
}

/** §9, and what the policy says about the program’s own rules, with the deletion jobs’ periods. */
const COMMITMENTS = {
  '/terms': `$0 | $12 | per month | $96/year (save 33%) | at least 18 | 30-day | non-refundable | renew | USD
    two third-party payment providers | until the end of the billing period | 99% | Delaware
    Effective September 2025 | mailto:${brand.supportEmail}`,
  '/privacy': `users aged 18 | encrypted in transit and at rest | opt-in only | not sold | Effective September 2025
    mailto:${brand.supportEmail} | mailto:${brand.privacyEmail} | go only to people who have done both
    Every email has a link through which you leave | Every email from us has a link to your data
    tools that we run ourselves or that work for us may be notified
    we will erase your entry ${DAYS.unconfirmed} days after the later of these
    seemed to come from a program is erased after ${DAYS.quarantine} days, unless
    The record of an email is erased ${DAYS.mails} days after it was sent
    page loads are deleted after ${VISITS_MONTHS} months | a code made from its email address with a secret key
    the time of your signup, | which version of the text beside the button you agreed to,
    where you came from: the word in the link
    when you confirmed your address, were invited, claimed your place, left or signed up again,
    a new signup is kept alongside the earlier one, and replaces it once you confirm
    which emails were sent to you and when, | that emails cannot reach you | when we corrected something for you.`,
}

const linesOf = (words: string): string[] => words.split(/ \| |\n */)

test.for(Object.entries(PAGES))(
  'the page matches the specification: %s',
  async ([place, wanted], { read }) => {
    const [path = '', selector = ''] = place.split(/ (.*)/)
    const elements = (await read(path)).querySelectorAll(selector)
    if (typeof wanted === 'number') return expect(elements).toHaveLength(wanted)
    const texts = elements.map(
      ({ text, attributes: { href } }) => text.trim() + (href ? ` → ${href}` : ''),
    )
    const words = linesOf(wanted)
    expect(texts.filter((text) => words.includes(text))).toEqual(words)
  },
)

test.for(Object.entries(COMMITMENTS))(
  '%s contains the specified commitments',
  async ([path, facts], { read }) => {
    const page = await read(path)
    const links = page.querySelectorAll('main a').map((link) => link.getAttribute('href'))
    const text = [page.querySelector('main')?.text, ...links].join('\n')
    expect(linesOf(facts).filter((fact) => !text.includes(fact))).toEqual([])
  },
)

test('the form and the error screen use the words of the specification’s sections 4 and 8', () => {
  expect([form.submitting, notices.joined, notices.failed, errorScreen.title]).toEqual([
    'Joining...',
    { title: 'Welcome to the future! 🚀', text: `You are on the ${brand.name} waitlist.` },
    { title: 'Error', text: 'Failed' },
    'Unexpected Application Error!',
  ])
})

test('the record of the sample’s words is up to date with its sources (npm run docs)', () => {
  expect(readFileSync(join(ROOT, RECORD), 'utf8')).toBe(recordOf(wordsOf(ROOT)))
})

import { LANGUAGE } from '@ad-kit/contract'
import { launch } from './launch.ts'

/** The currency of all prices. */
export const currency: Currency = { code: 'USD', name: 'US dollars' }

/** Returns a price such as $12 or $9.50. Only the build formats prices (web/build/evaluate.ts). */
const price = (amount: number): string =>
  amount.toLocaleString(LANGUAGE, {
    style: 'currency',
    currency: currency.code,
    trailingZeroDisplay: 'stripIfInteger',
  })

export interface Currency {
  /** ISO 4217. */
  readonly code: string
  readonly name: string
}

/** A feature of a plan. With `limit`, it is a restriction, and is shown without a tick. */
export interface PlanFeature {
  readonly text: string
  /** An explanation, shown as a tooltip. */
  readonly hint?: string
  readonly limit?: boolean
  /** True for a hint about something that the owner has not decided yet. */
  readonly sample?: boolean
}

/** A plan as shown on its card. */
export interface Plan {
  readonly name: string
  readonly price: string
  readonly period: string
  /** The annual price, as the card shows it. */
  readonly annual?: string
  /** The card shows this below its button. */
  readonly guarantee?: string
  /** The contract period. The card shows it below its button. */
  readonly commitment?: string
  readonly description: string
  readonly features: readonly PlanFeature[]
  readonly cta: string
  readonly popular: boolean
  readonly comingSoon: boolean
}

export const plans: readonly [Plan, ...Plan[]] = [
  {
    name: 'Free',
    price: price(0),
    period: '',
    description: 'See what your product looks like as an ad.',
    features: [
      {
        text: '1 product per day',
        hint: 'A product is one link that you paste or one image that you upload.',
      },
      {
        text: '3 static creatives',
        hint: 'For each product: still images for feeds and full screen.',
      },
      { text: 'Watermark', limit: true },
      { text: 'No video', limit: true },
    ],
    cta: 'Start free',
    popular: false,
    comingSoon: false,
  },
  {
    name: 'Pro',
    price: price(12),
    period: 'per month',
    commitment: 'Month-to-month, cancel anytime.',
    annual: `${price(96)}/year (save 33%)`,
    // The word joiner keeps the number and its unit on the same line.
    guarantee: 'Annual plans have a 30-\u2060day money-back guarantee.',
    description: 'Your whole catalog, with video.',
    features: [
      { text: 'Unlimited products' },
      { text: 'Unlimited creatives' },
      { text: '1 video per product', hint: 'Each product input unlocks one video render.' },
      { text: 'No watermark' },
      { text: '1 revision', hint: 'Not happy with an ad kit? We redo it once.', sample: true },
    ],
    cta: 'Get Pro',
    popular: true,
    comingSoon: false,
  },
]

const howToStart =
  launch?.plans ??
  'During the private beta, both plans start with a free place on the waitlist. You pay nothing today.'

export const pricing = {
  title: 'Simple pricing',
  text: 'Both plans export for TikTok and Meta. Upgrade when one product a day isn’t enough.',
  popular: 'Most Popular',
  comingSoon: 'Coming Soon',
  limit: 'a limit',
  /** The accessible name of the button that explains a feature. */
  hint: 'What “{feature}” means',
  beta: `${howToStart} Prices are in ${currency.name}.`,
} as const

/** The features of each plan in one line, for the terms. */
export const offers = plans.map(({ features }) => features.map(({ text }) => text).join(' · '))

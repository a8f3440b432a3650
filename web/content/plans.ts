/** A plan as shown on its card. Prices are in USD. */
export interface Plan {
  readonly name: string
  readonly price: string
  readonly period: string
  /** What a whole year costs. */
  readonly annual?: string
  /** For how long one is bound. */
  readonly commitment?: string
  readonly description: string
  readonly features: readonly string[]
  readonly cta: string
  readonly popular: boolean
  readonly comingSoon: boolean
}

export const plans: readonly [Plan, ...Plan[]] = [
  {
    name: 'Free',
    price: '$0',
    period: '',
    description: 'See what your product looks like as an ad.',
    features: ['1 product per day', '3 static creatives', 'Watermark', 'No video'],
    cta: 'Start free',
    popular: false,
    comingSoon: false,
  },
  {
    name: 'Pro',
    price: '$12',
    period: 'per month',
    annual: '$96/year (save 33%)',
    commitment: 'Month-to-month, cancel anytime.',
    description: 'For sellers who launch every week.',
    features: [
      'Unlimited products',
      'Unlimited creatives',
      '1 video per product',
      'No watermark',
      '1 revision',
    ],
    cta: 'Get Pro',
    popular: true,
    comingSoon: false,
  },
]

/** What a feature's few words mean, where they need explaining. */
export const featureHints: Readonly<Record<string, string>> = {
  '1 product per day': 'A product is one link that you paste or one image that you upload.',
  '3 static creatives': 'Pictures without motion, for feed and full screen.',
  '1 video per product': 'Each product input unlocks one video render.',
}

/** Features that take something away: they are marked as limits, not ticked. */
export const limits: readonly string[] = ['Watermark', 'No video']

export const hintLabel = (feature: string) => `What ‘${feature}’ means`

export const pricing = {
  title: 'Simple pricing',
  text: 'Export for TikTok and Meta with either plan. Move up when one product a day is not enough.',
  popular: 'Most Popular',
  comingSoon: 'Coming Soon',
  limit: 'a limit',
  beta: 'The platform is in private beta. Both plans begin with a place on the waitlist. Prices are in US dollars.',
} as const

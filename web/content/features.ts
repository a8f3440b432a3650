import { exampleProducts } from './example-products.ts'
import { launch } from './launch.ts'
import { joinAddress } from './navigation.ts'

/** A capability area of the platform, as shown on its card. */
export interface FeatureCard {
  /** The name of a file in `web/pictures`. */
  readonly icon: string
  readonly title: string
  readonly description: string
  readonly features: readonly [string, string, string, string]
  readonly badge: string
  /** True for an area that no plan mentions. */
  readonly sample?: boolean
}

export const featuresHead = {
  title: 'Every part of a brand that sells',
  text:
    launch?.featuresText ??
    'We’re in private beta, so not all of this is ready. These ads are illustrations.',
  action: { label: launch?.button ?? 'Join Waitlist', to: joinAddress },
  picture: {
    file: 'example-ads.svg',
    label: `Three example ads: the ${exampleProducts.cup} with a price tag, the ${exampleProducts.shoe} in a vertical video with a caption, and the ${exampleProducts.candle} in a square picture with a headline.`,
  },
} as const

export const featureCards: readonly FeatureCard[] = [
  {
    icon: 'feature-brand.svg',
    title: 'AI Brand Builder',
    description:
      'Makes everything you post look and sound like one brand, starting from your product.',
    features: [
      'A palette taken from your product',
      'Type that suits what you sell',
      'A voice for captions and hooks',
      'One look in every ad kit',
    ],
    badge: 'Core',
    sample: true,
  },
  {
    icon: 'feature-studio.svg',
    title: 'Content Studio',
    description: 'Makes the pictures, videos and words of an ad kit from one link or image.',
    features: [
      'Mockups and static creatives',
      'UGC-style videos on Pro',
      'Captions, hooks and calls to action',
      'Export for TikTok and Meta',
    ],
    badge: 'Popular',
  },
  {
    icon: 'feature-shop.svg',
    title: 'E-Commerce Suite',
    description: 'Makes ads for every product in your shop, one link at a time.',
    features: [
      'Built for Shopify, Amazon, Etsy and TikTok Shop',
      'Starts from the product link you already have',
      'No product page yet? Upload a photo',
      'As many products as you sell',
    ],
    badge: 'Pro',
  },
  {
    icon: 'feature-growth.svg',
    title: 'Growth Tools',
    description: 'Turns an ad kit into a fair test, so you can measure instead of guess.',
    features: [
      'Sets of hooks to test against each other',
      'Equal-budget test plans',
      'Offers that start and end on set days',
      'A calendar of launches and sales',
    ],
    badge: 'Advanced',
    sample: true,
  },
  {
    icon: 'feature-automation.svg',
    title: 'Automation Engine',
    description: 'Turns a link into ads on its own. Free does one product a day, Pro any number.',
    features: [
      'Finds the product automatically',
      'Lays out mockups and ads',
      'Formats captions, hooks and calls to action',
      'Finishes in under 30 seconds',
    ],
    badge: 'Pro',
  },
  {
    icon: 'feature-team.svg',
    title: 'Team Collaboration',
    description: 'Gives the people who make, check and publish your ads one place to work.',
    features: [
      'Team workspaces',
      'Review workflows',
      'Permission controls',
      'One ad kit that everyone works from',
    ],
    badge: 'Core',
    sample: true,
  },
  {
    icon: 'feature-market.svg',
    title: 'Market Intelligence',
    description: 'Shows how products like yours are advertised, so your ad can say something new.',
    features: [
      'Ads for similar products',
      'Hooks your category overuses',
      'Prices of similar products',
      'Angles few others have tried',
    ],
    badge: 'Advanced',
    sample: true,
  },
  {
    icon: 'feature-analytics.svg',
    title: 'Performance Analytics',
    description: 'Compares your creatives, so your next ad kit builds on what worked.',
    features: [
      'Creatives side by side',
      'Results by hook and by format',
      'TikTok and Meta in one view',
      'A warning when there is too little data',
    ],
    badge: 'Popular',
    sample: true,
  },
]

export const featuresClosing = {
  title: 'Bring one product. Leave with its ads.',
  text:
    launch?.featuresClosing ??
    'Join the waitlist for early access, or compare the two plans first.',
  primary: { label: launch?.button ?? 'Join Waitlist', to: joinAddress },
  secondary: { label: 'View Pricing', to: '/pricing' },
} as const

import { exampleAds, exampleProduct } from './example-product.ts'

export type FeatureIcon =
  | 'brand'
  | 'studio'
  | 'shop'
  | 'growth'
  | 'automation'
  | 'team'
  | 'market'
  | 'analytics'

/** A capability area of the platform, as shown on its card. */
export interface FeatureCard {
  readonly icon: FeatureIcon
  readonly title: string
  readonly description: string
  readonly features: readonly [string, string, string, string]
  readonly badge: 'Core' | 'Popular' | 'Pro' | 'Advanced'
}

export const featuresHead = {
  title: 'Every part of a brand that sells',
  text: 'Eight areas, one starting point: a product link or an image. The platform is in private beta, and the waitlist is the way in.',
  primary: { label: 'Join Waitlist', to: '/waitlist' },
  examples: {
    label: `Three example ads of ${exampleProduct.withArticle}: a picture with a price tag, a vertical video with a caption, and a square picture with a headline.`,
    words: exampleAds,
  },
} as const

export const featureCards: readonly FeatureCard[] = [
  {
    icon: 'brand',
    title: 'AI Brand Builder',
    description:
      'Draws a brand out of your product: colors, type and a tone of voice that every creative then follows.',
    features: [
      'A palette taken from your product',
      'Type that suits what you sell',
      'A voice for captions and hooks',
      'One look in every ad kit',
    ],
    badge: 'Core',
  },
  {
    icon: 'studio',
    title: 'Content Studio',
    description:
      'Makes the pictures, the videos and the words of an ad kit from one link or image.',
    features: [
      'Mockups and static creatives',
      'UGC-style videos',
      'Captions, hooks and calls to action',
      'Export for TikTok and Meta',
    ],
    badge: 'Popular',
  },
  {
    icon: 'shop',
    title: 'E-Commerce Suite',
    description:
      'Starts from the listing you already have on Shopify, Amazon, Etsy or TikTok Shop.',
    features: [
      'Unlimited products',
      'Unlimited creatives for each product',
      'A video for each product',
      'A range that looks like one shop',
    ],
    badge: 'Pro',
  },
  {
    icon: 'growth',
    title: 'Growth Tools',
    description:
      'Gives one product several ways into the market, so that you test instead of guessing.',
    features: [
      'Different hooks for one product',
      'A call to action for each hook',
      'Layouts for feed and full screen',
      'Launch offers worked into the creative',
    ],
    badge: 'Advanced',
  },
  {
    icon: 'automation',
    title: 'Automation Engine',
    description: 'Does the steps between a link and an ad kit for you, in under 30 seconds.',
    features: [
      'Link after link, without a daily limit',
      'Mockups without a watermark',
      'A video render with every link',
      'One revision if the first version misses',
    ],
    badge: 'Pro',
  },
  {
    icon: 'team',
    title: 'Team Collaboration',
    description: 'Keeps the people who make, check and publish a brand’s ads in one place.',
    features: [
      'Team workspaces',
      'Review workflows',
      'Permission controls',
      'One ad kit everybody works from',
    ],
    badge: 'Core',
  },
  {
    icon: 'market',
    title: 'Market Intelligence',
    description: 'Shows how products like yours are sold, so that your ad can say something else.',
    features: [
      'How similar products are shown',
      'Hooks your category has worn out',
      'Prices around your own',
      'Angles nobody has taken yet',
    ],
    badge: 'Advanced',
  },
  {
    icon: 'analytics',
    title: 'Performance Analytics',
    description:
      'Compares the creatives of a product, so that the next ad kit starts from the better one.',
    features: [
      'Creatives side by side',
      'Results by hook and by format',
      'TikTok and Meta in one view',
      'Enough data, or too little yet',
    ],
    badge: 'Popular',
  },
]

export const featuresClosing = {
  title: 'Bring one product. Leave with its ads.',
  text: 'Join the waitlist for early access, or see first what each plan holds.',
  primary: { label: 'Join Waitlist', to: '/waitlist' },
  secondary: { label: 'View Pricing', to: '/pricing' },
} as const

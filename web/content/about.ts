import { brand } from './brand.ts'
import { launch } from './launch.ts'
import { joinAddress } from './navigation.ts'

export const aboutHead = {
  title: 'Building the Future of Brand Creation',
  text: 'A good product shouldn’t have to wait for a good ad. We’re building the platform that makes one from a link.',
  picture: { file: 'products.svg' },
} as const

export const mission = {
  title: 'Our mission',
  paragraphs: [
    'People who sell online know their product better than anyone they could hire. What they lack is a studio, an editor and the week it takes to make a set of ads. So a good product often goes out with a supplier’s photo and one line of text.',
    `${brand.name} starts from what every seller has: a product link or an image. It returns an ad kit ready for TikTok and Meta: mockups, static creatives, captions, hooks and calls to action. Pro adds UGC-style videos. Starting a brand should be as quick as pasting a product link.`,
  ],
} as const

export const values = {
  title: 'What we stand for',
  items: [
    {
      title: 'Innovation First',
      description:
        'We add a new technique when it makes a better ad, and skip it when it’s merely new.',
    },
    {
      title: 'User-Centric',
      description: 'You bring a link or an image. Layout and wording are our job, not yours.',
    },
    {
      title: 'Speed to Market',
      description:
        'Link to ad kit in under 30 seconds, so you can test an idea the day you have it.',
    },
    {
      title: 'Global Impact',
      description:
        'One person with one product should be able to build a brand, wherever they live.',
    },
  ],
} as const

interface Moment {
  readonly year: string
  readonly title: string
  readonly text: string
}

/** An invented history. Two to five items fit. With an empty list, the section is left out. */
export const journey = {
  title: 'How far we have come',
  sample: true,
  items: [
    {
      year: '2024',
      title: 'The Spark',
      text: 'It starts with a question: if the product page already says it all, why does the ad take a week?',
    },
    {
      year: '2024',
      title: 'Early Development',
      text: 'The first versions find the product in a link or an image and set it in clean layouts.',
    },
    {
      year: '2025',
      title: 'Beta Launch',
      text: 'The private beta begins. The waitlist is the way in.',
    },
    {
      year: '2025',
      title: 'Global Expansion',
      text: 'The waitlist opens to sellers everywhere, on Shopify, Amazon, Etsy and TikTok Shop.',
    },
  ] as readonly Moment[],
} as const

interface Hiring {
  readonly title: string
  readonly text: string
  readonly contact: { readonly before: string; readonly address: string; readonly after: string }
  /** The button is disabled, because it has no target (docs/decisions/0004). */
  readonly button: { readonly label: string; readonly note: string }
  readonly sample: boolean
}

/** Invented: no position is open. With `null`, the card is left out. */
export const hiring: Hiring | null = {
  title: "We're Hiring!",
  text: 'We’re looking for people who have sold something online, or who draw, write or build.',
  contact: { before: 'Introduce yourself:', address: brand.supportEmail, after: '.' },
  button: {
    label: 'View Open Positions',
    note: 'No position is listed yet.',
  },
  sample: true,
}

export const aboutClosing = {
  title: launch?.aboutClosing ?? 'Be there when it opens.',
  primary: { label: launch?.button ?? 'Join the Waitlist', to: joinAddress },
  secondary: { label: 'Explore Features', to: '/features' },
} as const

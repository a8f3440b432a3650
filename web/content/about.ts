import type { Placeholder } from '../routes/page-table.ts'
import { brand } from './brand.ts'

export const aboutHead = {
  title: 'Building the Future of Brand Creation',
  text: 'A good product should not have to wait for a good ad. We build the platform that makes the ad from the product’s own link.',
} as const

export const mission = {
  title: 'Our mission',
  paragraphs: [
    'People who sell online know their product better than anyone they could hire. What they lack is the studio, the editing and the week that a set of ads takes, and so a good product often goes out with a supplier’s photo and a line of text.',
    `${brand.name} starts from what every seller has, a product link or an image, and returns an ad kit: mockups, static creatives, UGC-style videos, captions, hooks and calls to action, ready for TikTok and Meta. We want starting a brand to be as quick as opening a shop.`,
  ],
} as const

export const values = {
  title: 'What we hold to',
  items: [
    {
      title: 'Innovation First',
      text: 'We build in a new technique when it makes a better ad, and leave it out when it is only new.',
    },
    {
      title: 'User-Centric',
      text: 'You bring a link or an image; setup, layout and wording are our work, not yours.',
    },
    {
      title: 'Speed to Market',
      text: 'Link to ad kit in under 30 seconds, so that you can test an idea on the day you have it.',
    },
    {
      title: 'Global Impact',
      text: 'One person with one product, wherever they live, should be able to look like a brand.',
    },
  ],
} as const

export const journey = {
  title: 'How far we have come',
  items: [
    {
      year: '2024',
      title: 'The Spark',
      text: 'It begins with a question: if the product page already says it all, why does the ad take a week?',
    },
    {
      year: '2024',
      title: 'Early Development',
      text: 'First versions find the product in a link or an image and set it into clean layouts.',
    },
    {
      year: '2025',
      title: 'Beta Launch',
      text: 'A private beta begins, with the waitlist as the way in.',
    },
    {
      year: '2025',
      title: 'Global Expansion',
      text: 'The waitlist opens to sellers everywhere, on Shopify, Amazon, Etsy and TikTok Shop.',
    },
  ],
} as const

/** The specification names no target for the button. */
export const hiring = {
  title: "We're Hiring!",
  text: 'We look for people who have sold something online, and for people who draw, write or build. Open positions will be listed here.',
  button: {
    label: 'View Open Positions',
    to: null,
    note: 'No positions are listed yet.',
  } satisfies Placeholder,
} as const

export const aboutClosing = {
  title: 'Be there when it opens.',
  primary: { label: 'Join the Waitlist', to: '/waitlist' },
  secondary: { label: 'Explore Features', to: '/features' },
} as const

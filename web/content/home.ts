import { brand } from './brand.ts'
import { exampleProducts } from './example-products.ts'
import { launch } from './launch.ts'
import { joinAddress } from './navigation.ts'

export const hero = {
  badge: 'See it in action',
  /** Lines break between these phrases, and within a phrase only if it does not fit. */
  title: ['Turn any', 'product link into', 'high-converting ads.'],
  text: 'Paste a link or upload an image. Get mockups, UGC-style videos, captions and CTAs in seconds.',
  primary: { label: 'Try free — paste a link', to: joinAddress },
  secondary: { label: 'See example ads', to: '/features' },
  note:
    launch?.note ??
    'We’re in private beta: the button opens the free waitlist. Videos come with Pro.',
  claims: [
    'Built for Shopify, Amazon, Etsy and TikTok Shop sellers',
    'Link to ad kit in under 30 seconds',
  ],
  picture: {
    file: 'hero.svg',
    label: `A pasted link to the ${exampleProducts.candle} lights up a fanned kit of four ads: a vertical video with a caption, a square picture, a picture with a price tag, and a card with a hook and a call to action.`,
  },
} as const

export const why = {
  title: `Why ${brand.name}`,
  items: [
    {
      icon: 'clock',
      title: 'Faster to market',
      description: 'From idea to ads in minutes. You’ll spend most of them choosing what to post.',
    },
    {
      icon: 'brush',
      title: 'No design skills',
      description:
        'You get polished mockups with nothing to draw or align. Pro adds UGC-style video.',
    },
    {
      icon: 'cart',
      title: 'Sales-ready outputs',
      description: 'Captions, hooks and CTAs arrive formatted for TikTok and Meta ads.',
    },
  ],
  picture: {
    file: 'before-after.svg',
    label: `Before: a plain listing photo of a ${exampleProducts.cup}. After: the same cup steaming in an evening scene, with a headline.`,
  },
} as const

export const steps = {
  title: 'How it works',
  items: [
    {
      number: '01',
      picture: 'step-paste.svg',
      title: 'Paste link or upload',
      description: 'A product URL or one image is all it takes. No setup.',
    },
    {
      number: '02',
      picture: 'step-detect.svg',
      title: 'AI detects and designs',
      description: 'AI finds the product for you, then makes clean mockups and ad layouts.',
    },
    {
      number: '03',
      picture: 'step-export.svg',
      title: 'Download & launch',
      description: 'Export creatives and scripts for TikTok and Meta.',
    },
  ],
} as const

export const closing = {
  title: 'Start Building Your Brand Empire Today',
  primary: { label: launch?.button ?? 'Join the Waitlist', to: joinAddress },
  secondary: { label: 'Explore Features', to: '/features' },
} as const

export const productHunt = {
  above: 'Find us on',
  name: 'Product Hunt',
  label: 'Find us on Product Hunt (opens in a new tab)',
} as const

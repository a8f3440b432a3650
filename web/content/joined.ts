import { brand } from './brand.ts'

/** The success notice of the form (spec §8), and the headline of the page below. */
export const joined = {
  title: 'Welcome to the future! 🚀',
  text: `You are on the ${brand.name} waitlist.`,
} as const

/** The page that follows a form sent without JavaScript. Anyone can open its address. */
export const joinedPage = {
  next: { label: 'Explore Features', to: '/features' },
  notYet: {
    before:
      'This page follows the waitlist form. If you have not sent it, you are not on the list yet:',
    link: 'join the waitlist',
  },
} as const

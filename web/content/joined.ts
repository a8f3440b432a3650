import { brand } from './brand.ts'

/** The success notice of the form (spec §8), and the headline of the page that follows it without JavaScript. */
export const joined = {
  title: 'Welcome to the future! 🚀',
  text: `You are on the ${brand.name} waitlist.`,
} as const

/** What a person must do next, and what happens otherwise. */
export const confirmOrLose =
  'Click the button in it to confirm your address. We erase unconfirmed signups after 30 days.'

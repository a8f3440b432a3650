import { confirmOrLose } from './joined.ts'

/** The page that follows a form sent without JavaScript. Anyone can open its address. */
export const joinedPage = {
  inbox: `Check your inbox: if your address is new to us, an email is on its way. ${confirmOrLose}`,
  picture: { file: 'candle.svg' },
  next: { label: 'Explore Features', to: '/features' },
  again: 'Nothing there? Check your spam folder, or send the form again for another email.',
  notYet: {
    before:
      'This page follows the waitlist form. If you have not sent it, you are not on the list yet:',
    link: 'join the waitlist',
  },
} as const

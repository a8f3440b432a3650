/** The page that follows a form sent without JavaScript. Anyone can open its address. */
export const joinedPage = {
  inbox:
    'Look at your inbox: we have written to you. Press the button in our mail to confirm your address.',
  next: { label: 'Explore Features', to: '/features' },
  again:
    'Nothing there? Look in your spam folder, or send the form again: we then write once more.',
  notYet: {
    before:
      'This page follows the waitlist form. If you have not sent it, you are not on the list yet:',
    link: 'join the waitlist',
  },
} as const

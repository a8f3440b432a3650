/** The page that follows a form sent without JavaScript. Anyone can open its address. */
export const joinedPage = {
  next: { label: 'Explore Features', to: '/features' },
  inbox: {
    title: 'Look at your inbox',
    text: 'We have written to you. Press the button in our mail to confirm your address.',
    again:
      'Nothing there? Look in your spam folder, or send the form again: we then write once more.',
  },
  notYet: {
    before:
      'This page follows the waitlist form. If you have not sent it, you are not on the list yet:',
    link: 'join the waitlist',
  },
} as const

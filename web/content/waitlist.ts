import { CONSENT, WORDS } from '@ad-kit/api/contract'
import { brand } from './brand.ts'
import { joined } from './joined.ts'

export const waitlistHead = {
  badge: 'Limited Early Access',
  title: 'Join the first to paste a link.',
  text: 'Early access opens to a few sellers at a time. Save your place now, and your product could be among the first to become an ad kit.',
} as const

export const form = {
  title: 'Secure Your Spot',
  submit: 'Join the Waitlist',
  submitting: 'Joining...',
  /** For an address that looks mistyped. The corrected one stands between `before` and `after`. */
  suggestion: { before: 'Did you mean', after: '?', accept: 'Use this address' },
  /** The signup stores the version of this text. */
  consent: CONSENT.text,
  privacy: { before: 'Read our', link: 'privacy policy' },
} as const

export const notices = {
  joined,
  failed: { title: WORDS.failed, text: 'Failed' },
  dismiss: 'Dismiss',
} as const

/** What the success notice goes on with. The visitor's address follows `wrote`. */
export const nextStep = {
  wrote: 'Look at your inbox: we have written to',
  press: 'Press the button in our mail to confirm your address.',
  resend: 'Send it again',
  resending: 'Sending...',
  wait: (seconds: number) =>
    `Nothing there? Look in your spam folder. We can send it again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`,
  ready: 'Nothing there? Look in your spam folder, or have it sent again.',
  resent: 'Another mail is on its way.',
  failed: 'We could not send it. Please try again in a moment.',
  share: 'Share',
} as const

export const benefits = {
  title: 'Why Join Early?',
  items: [
    {
      icon: 'key',
      title: 'Early access',
      text: `Use ${brand.name} before it opens to everyone.`,
    },
    {
      icon: 'users',
      title: 'An exclusive community',
      text: 'Trade hooks, layouts and results with the first sellers inside.',
    },
    {
      icon: 'percent',
      title: 'Launch discounts',
      text: 'Up to 50% off the first year.',
    },
    {
      icon: 'infinity',
      title: 'Lifetime perks',
      text: 'Some thank-yous stay with early members for good.',
    },
  ],
} as const

/** A fixed figure, as the specification wants it. Replace the sample by a real one. */
export const counter = {
  figure: '5,847',
  label: 'joined',
  sample: true,
  sampleNote: 'A sample figure, shown until there is a real one.',
} as const

export const nextSteps = {
  title: 'What happens next?',
  items: [
    {
      title: 'Instant confirmation email',
      text: 'It tells you that your place is saved. Press its button, so that the rest can follow.',
    },
    { title: 'Progress updates', text: 'Now and then, what we built and what comes next.' },
    { title: 'Early access invitation', text: 'When your turn comes, your way in.' },
    { title: 'Launch pricing offers', text: 'The early members’ price, before it is public.' },
  ],
} as const

/** Invented names. Replace them before the site goes live. */
export const trusted = {
  title: 'Trusted by Innovation Leaders',
  sample: true,
  names: [
    'Northlight',
    'Fernwood & Co',
    'Halden Supply',
    'Paper Owl',
    'Studio Marrow',
  ] as readonly string[],
  sampleNote: 'Sample names, shown until there are real ones.',
} as const

import { CONSENT, WORDS } from '@ad-kit/contract'
import { brand } from './brand.ts'
import { confirmOrLose, joined } from './joined.ts'

export const waitlistHead = {
  badge: 'Limited Early Access',
  title: 'Be among the first to turn a link into ads.',
  text: 'Early access opens to a few sellers at a time. Save your place now, and your product could be one of the first to become an ad kit.',
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

/** What the success notice goes on with. The visitor's address follows `sent`. */
export const nextStep = {
  sent: 'Check your inbox: we sent an email to',
  confirm: confirmOrLose,
  resend: 'Send it again',
  resending: 'Sending...',
  wait: (seconds: number) =>
    `Nothing there? Check your spam folder. We can send it again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`,
  ready: 'Nothing there? Check your spam folder, or send it again.',
  resent: 'Another email is on its way.',
  failed: 'We could not send it. Please try again in a moment.',
  share: 'Share',
} as const

interface Benefit {
  readonly icon: 'key' | 'users' | 'percent' | 'infinity'
  readonly title: string
  readonly text: string
  /** True for an offer that the owner has not decided on. */
  readonly sample?: boolean
}

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
      text: 'Compare notes with other early sellers, and with the people who build the platform.',
    },
    {
      icon: 'percent',
      title: 'Launch discounts',
      text: 'Up to 50% off the first year.',
      sample: true,
    },
    {
      icon: 'infinity',
      title: 'Lifetime perks',
      text: 'You get every new feature first, for as long as you have an account.',
    },
  ] as readonly Benefit[],
} as const

interface Counter {
  readonly figure: string
  readonly label: string
  readonly sample: boolean
}

/** A fixed figure, as the specification wants it. Replace the sample by a real one, or by `null`. */
export const counter: Counter | null = {
  figure: '5,847',
  label: 'joined',
  sample: true,
}

export const nextSteps = {
  title: 'What happens next?',
  items: [
    {
      title: 'Instant confirmation email',
      text: 'Click its button to keep your place. We erase unconfirmed signups after 30 days.',
    },
    { title: 'Progress updates', text: 'Now and then: what we built and what comes next.' },
    { title: 'Early access invitation', text: 'When it’s your turn, we email you your way in.' },
    { title: 'Launch pricing offers', text: 'The early members’ price, before it goes public.' },
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
} as const

import { WORDS } from '@ad-kit/api/contract'
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
  privacy: {
    before:
      'For people aged 18 and over. We write about your place, our progress and the launch, nothing else. Read our',
    link: 'privacy policy',
  },
} as const

export const notices = {
  joined,
  failed: { title: WORDS.failed, text: 'Failed' },
  dismiss: 'Dismiss',
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

interface NextStep {
  readonly title: string
  readonly text: string
  /** True while nothing does this step yet. The page then says so. */
  readonly sample?: boolean
}

export const nextSteps = {
  title: 'What happens next?',
  sampleNote: 'Not sent yet. For now, the message above the form confirms your place.',
  items: [
    {
      title: 'Instant confirmation email',
      text: 'It tells you that your place is saved.',
      sample: true,
    },
    { title: 'Progress updates', text: 'Now and then, what we built and what comes next.' },
    { title: 'Early access invitation', text: 'When your turn comes, your way in.' },
    { title: 'Launch pricing offers', text: 'The early members’ price, before it is public.' },
  ] as readonly NextStep[],
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

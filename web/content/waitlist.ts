import { CONSENT, WORDS } from '@ad-kit/contract'
import { brand } from './brand.ts'
import { launch } from './launch.ts'
import { confirmOrLose, joined } from './link-pages.ts'

export const waitlistHead = {
  badge: 'Limited Early Access',
  title: 'Be among the first to turn a link into ads.',
  text: `Paste a product link or upload an image: ${brand.name} makes mockups, captions and CTAs for TikTok and Meta in under 30 seconds. Pro adds video. Joining is free. No card needed.`,
} as const

export const form = {
  title: 'Secure Your Spot',
  submit: 'Join the Waitlist',
  submitting: 'Joining...',
  /** Screen readers announce this and the names of the fields when a visitor presses Enter in a form with mistakes. */
  incomplete: 'Please check:',
  /** Shown for an address that looks mistyped. The corrected address goes between `before` and `after`. */
  suggestion: { before: 'Did you mean', after: '?', accept: 'Use this address' },
  /** A signup stores the version of this text. */
  consent: CONSENT.text,
  privacy: { before: 'Read our', link: 'privacy policy', after: '.' },
} as const

export const notices = {
  joined,
  failed: { title: WORDS.failed, text: 'Failed' },
  dismiss: 'Dismiss',
} as const

/** The rest of the success notice. It must also be true for people who are listed or have left. The address follows `sent`. */
export const nextStep = {
  sent: 'Check your inbox: if this address is new to us, an email is on its way to',
  confirm: confirmOrLose,
  resend: 'Send it again',
  resending: 'Sending...',
  /** Add a text for each of the language's plural forms. Polish also needs `few` and `many`. */
  wait: {
    one: 'Nothing there? Check your spam folder. We can send it again in {count} second.',
    other: 'Nothing there? Check your spam folder. We can send it again in {count} seconds.',
  },
  ready: 'Nothing there? Check your spam folder, or send it again.',
  resent: 'If this address isn’t confirmed yet, another email is on its way.',
  failed: 'We couldn’t send it. Please try again in a moment.',
  share: 'Share',
} as const

interface Benefit {
  readonly icon: 'key' | 'users' | 'percent' | 'infinity'
  readonly title: string
  readonly description: string
  /** True for an offer that the owner has not decided yet. */
  readonly sample?: boolean
}

export const benefits = {
  title: 'Why Join Early?',
  items: [
    {
      icon: 'key',
      title: 'Early access',
      description: `Use ${brand.name} before it opens to everyone.`,
    },
    {
      icon: 'users',
      title: 'An exclusive community',
      description: 'Reply to any update and help us choose what to build.',
      sample: true,
    },
    {
      icon: 'percent',
      title: 'Launch discounts',
      description: 'Up to 50% off the first year of Pro.',
      sample: true,
    },
    {
      icon: 'infinity',
      title: 'Lifetime perks',
      description: 'New features open to early members first, for as long as the platform runs.',
      sample: true,
    },
  ] as readonly Benefit[],
} as const

interface Counter {
  readonly figure: string
  readonly label: string
  readonly sample: boolean
}

/**
 * A fixed figure, which the page does not mark as a sample (docs/decisions/0004). While it is one, `doctor` and the
 * build list it. Replace it with a real one, or with `null`.
 */
export const counter: Counter | null = {
  figure: '5,847',
  label: 'joined',
  sample: true,
}

export const nextSteps = {
  title: 'What happens next?',
  action: { label: form.title, to: '/waitlist#form' },
  items: [
    {
      title: 'Instant confirmation email',
      description: 'One click confirms your address and keeps your place.',
    },
    {
      title: 'Progress updates',
      description: 'An occasional email about what we have built and what comes next.',
    },
    {
      title: 'Early access invitation',
      description: 'When it’s your turn, we’ll email you a link to start.',
    },
    {
      title: 'Launch pricing offers',
      description: 'Confirmed members get the launch discount by email.',
    },
  ],
} as const

/** The steps that follow the confirmation, for its email and for the page of a closed waitlist. */
export const laterSteps = launch?.next ?? {
  title: nextSteps.title,
  items: nextSteps.items.slice(1),
}

/** Invented names. Replace them before the site goes live. With an empty list, the section is left out. */
export const trusted = {
  title: 'Trusted by Innovation Leaders',
  sample: true,
  names: [
    'Brackwater',
    'Fernwood & Co',
    'Halden Supply',
    'Paper Owl',
    'Studio Marrow',
  ] as readonly string[],
} as const

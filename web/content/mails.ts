import { brand } from './brand.ts'
import { closed, launch } from './launch.ts'
import { laterSteps } from './waitlist.ts'

/** A link in an email, such as `{{confirm}}`, which the worker replaces. */
const link = (name: 'confirm' | 'leave' | 'data' | 'friend', label: string) => ({
  label,
  to: `{{${name}}}`,
})

const whyConfirmed = `You’re receiving this because you confirmed this address for the ${brand.name} waitlist.`

/** Both invitations share these words. */
const invitation = {
  subject: `Claim your early access to ${brand.name}`,
  title: 'It’s your turn',
  text: `A place on ${brand.name} has opened up for you, and we’ll hold it until {{until}}. Here’s how to claim it:`,
  after:
    'Unclaimed places may go to someone else, and we can’t promise you another one. Not ready? You’ll still get our news.',
  /** Shown only with REFERRALS=on. */
  friend: {
    title: 'Bring a friend',
    text: 'Know another seller? Share this link.',
    link: link('friend', '{{friend}}'),
  },
  why: whyConfirmed,
}

/** Shown below the button, because it matters only to people who don’t click it now. */
const expiry =
  'The link works for 7 days. After that, you can use it to request a new one. We erase signups that aren’t confirmed within 30 days.'

/** The first email and the reminder share these words. */
const confirmation = {
  preview: 'One click confirms your address.',
  button: link('confirm', 'Confirm my address'),
  // The first step is left out, because it is this email.
  next: laterSteps,
  stranger: {
    title: 'Not you?',
    text: 'Someone else may have entered your address. Remove it now, or ignore this email: news, invitations and offers go only to confirmed addresses.',
    link: link('leave', 'Remove my address'),
  },
  why: `You’re receiving this because this address was entered in the ${brand.name} waitlist form.`,
}

/** The subject of the reply to an invitation. */
const reply = `Yes, I’d like early access to ${brand.name}`

const toConfirm = launch?.confirm ?? 'Confirm your address to keep your place.'

const firstKit = 'Paste a product link or upload an image to make your first ad kit.'

/**
 * The words of the emails. Confirmations, reminders and invitations leave out what a visitor typed, because anyone can
 * enter anyone's address. A link's label has no full stop, because in plain text its address follows.
 */
export const mails = {
  confirm: {
    ...confirmation,
    subject: `Confirm your address for the ${brand.name} waitlist`,
    title: 'One click to go',
    text: `Thanks for joining the ${brand.name} waitlist. ${toConfirm}`,
    after: expiry,
  },
  /** This email is sent once, two days after the first confirmation email, unless REMIND=off. */
  remind: {
    ...confirmation,
    subject: `Confirm your place on the ${brand.name} waitlist`,
    title: launch?.remind ?? 'Still want your place?',
    text: `You joined the ${brand.name} waitlist, but haven’t confirmed yet. ${toConfirm}`,
    after: `This is our only reminder. ${expiry}`,
  },
  /** The invitation without INVITE_URL. */
  invite: {
    ...invitation,
    preview: 'Reply to this email, and we’ll send you a link to start.',
    steps: [
      'Reply to this email. A simple “Yes” is enough.',
      'We’ll open your account and send you a link to start.',
      firstKit,
    ],
    button: {
      label: 'Reply “Yes”',
      // The worker also sets this address as Reply-To.
      to: `mailto:${brand.supportEmail}?subject=${encodeURIComponent(reply)}`,
    },
  },
  /** The invitation with INVITE_URL, to which `{{claim}}` points. */
  claim: {
    ...invitation,
    preview: 'One click claims your place.',
    steps: [
      'Click the button below. The link is yours alone, so don’t share it.',
      'Create your account on the page that opens.',
      firstKit,
    ],
    button: { label: 'Claim my place', to: '{{claim}}' },
  },
  /** Sent when a friend has confirmed, at most once a day, unless REFERRALS=off. */
  friend: {
    subject: `A friend has joined the ${brand.name} waitlist`,
    preview: 'See how many friends have confirmed.',
    title: 'A friend joined through your link',
    text: closed
      ? 'Thanks for sharing your link. {{friends}}'
      : 'Thanks for sharing your link. {{friends}} {{place}}',
    friend: {
      title: 'Bring another friend',
      text: 'Share your link again.',
      link: link('friend', '{{friend}}'),
    },
    why: whyConfirmed,
  },
  /** The frame around a letter, for which the owner writes the subject and the body (`waitlist announce`). */
  announce: {
    subject: '{{subject}}',
    title: '{{subject}}',
    body: '{{body}}',
    /** The label of the link to a public letter's page. */
    inBrowser: 'View in browser',
    why: whyConfirmed,
  },
} as const

/** The brand is written as text, because emails do not contain pictures. */
export const letterhead = { sign: '✦', name: brand.name }

export const mailFooter = {
  from: { name: brand.company, postalAddress: brand.postalAddress, address: brand.origin },
  links: [link('leave', 'Leave the waitlist'), link('data', 'See, download or erase your data')],
  help: { label: 'Questions? Email us at', address: brand.supportEmail },
} as const

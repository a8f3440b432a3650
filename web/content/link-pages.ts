import { FRIEND_WORDS } from '@ad-kit/contract'
import { brand } from './brand.ts'

/** The success notice of the form (spec §8), and the headline of the page that follows it without JavaScript. */
export const joined = {
  title: 'Welcome to the future! 🚀',
  text: `You are on the ${brand.name} waitlist.`,
} as const

export const confirmOrLose =
  'Click the button in it to confirm your address. We erase unconfirmed signups after 30 days.'

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

/** The pages behind the links of an email, which have one button each. */
export const linkPages = {
  confirm: {
    title: 'Is this your address?',
    text: 'Click the button to confirm it. We then email you about your place, our progress and launch offers.',
    button: 'Confirm my address',
  },
  leave: {
    title: 'Leave the waitlist?',
    text: 'Click the button to leave the waitlist. We then stop emailing you.',
    button: 'Leave the waitlist',
  },
  data: {
    title: 'See your data',
    text: 'Your answers, the times, and the emails that we sent you. You can download or erase them.',
    button: 'Show my data',
  },
} as const

const waitlist = { label: 'Open the waitlist', to: '/waitlist' } as const

/**
 * The pages that follow the buttons. Anyone can open their addresses. With REFERRALS=on, the API sends
 * another page after a confirmation (contract/referrals.ts).
 */
export const donePages = {
  confirmed: {
    title: FRIEND_WORDS.title,
    text: `Your place on the ${brand.name} waitlist is safe. We email you when there is news.`,
    action: { label: FRIEND_WORDS.next.label, to: FRIEND_WORDS.next.path },
    picture: { file: 'candle.svg' },
  },
  left: {
    title: 'You have left the waitlist.',
    text: 'We have stopped emailing you. We keep your entry, so that we know not to email you again. If you confirmed your address after you last sent the form, you can join again with it: we then send you one email. To erase your entry as well, use the link to your data in any of our emails: after that, this address gets no email from us, even if it is entered again.',
    action: { label: 'Back to the home page', to: '/' },
  },
  erased: {
    title: 'Your data is being erased.',
    text: 'That takes a few moments. Only a keyed hash of your address stays, so that no backup or import can bring you back.',
    action: waitlist,
  },
  sent: {
    title: 'Check your inbox.',
    text: 'If your address is on the waitlist, an email with new links is on its way. Check your spam folder as well. If nothing arrives in a few minutes, you may not be on the list, or you have already had several emails from us today.',
    action: waitlist,
    picture: { file: 'candle.svg' },
  },
} as const

/** The page for a link that is unknown or too old. */
export const expiredPage = {
  title: 'This link no longer works.',
  text: 'If you erased your entry, it is gone, and there is nothing more to do. If you left the waitlist after you had confirmed, join again with its form. Otherwise the link is too old: a confirmation link works for 7 days. Enter your address. If it is on the waitlist, we send you an email with new links.',
  button: 'Send me a new email',
} as const

/** The buttons beside a person's link for friends. */
export const shareWords = { copy: 'Copy the link', copied: 'Copied.', share: 'Share' } as const

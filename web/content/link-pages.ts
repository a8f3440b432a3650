import { FRIEND_WORDS } from '@ad-kit/contract'
import { brand } from './brand.ts'
import { closed, launch } from './launch.ts'
import { joinAddress } from './navigation.ts'

/** The form's success notice (spec §8), and the headline of the page that follows a form sent without JavaScript. */
export const joined = {
  title: 'Welcome to the future! 🚀',
  text: `You are on the ${brand.name} waitlist.`,
} as const

export const confirmOrLose =
  'Click the button in it to confirm your address. We erase unconfirmed signups after 30 days.'

/** This page follows a form sent without JavaScript. Its words must be true for anyone who opens its address. */
export const joinedPage = {
  inbox: `Check your inbox: if your address is new to us, an email is on its way. ${confirmOrLose}`,
  picture: { file: 'mail.svg' },
  next: { label: 'Explore Features', to: '/features' },
  again: 'Nothing there? Check your spam folder, or send the form again for another email.',
  notYet: {
    before: 'This page follows the waitlist form. Haven’t sent it? You’re not on the list yet:',
    link: 'join the waitlist',
    after: '.',
  },
} as const

/** The pages behind email links. Each has one button. */
export const linkPages = {
  confirm: {
    title: 'Confirm your address',
    text: 'Click the button to confirm it. We’ll email you about your place, our progress and launch offers.',
    button: 'Confirm my address',
  },
  leave: {
    title: 'Leave the waitlist?',
    text: 'Click the button to leave, and we’ll stop emailing you.',
    button: 'Leave the waitlist',
  },
  data: {
    title: 'See your data',
    text: 'See your answers, the date of each step and the emails we sent you. You can download or erase it all.',
    button: 'Show my data',
  },
} as const

const waitlist = { label: launch?.button ?? 'Open the waitlist', to: joinAddress } as const

/** How to come back. Empty while no one can join. */
const comeBack = closed
  ? ''
  : 'Changed your mind? If you had confirmed your address, send the form again, and we’ll email you once to confirm. '
const joinAgain = closed
  ? ''
  : 'If you confirmed your address and then left, join again with the form. '

/**
 * The pages that follow the buttons. Anyone can open their addresses. With REFERRALS=on, the API sends
 * another page after a confirmation (contract/words.ts).
 */
export const donePages = {
  confirmed: {
    title: FRIEND_WORDS.title,
    text:
      launch?.confirmed ??
      `Your place on the ${brand.name} waitlist is safe. We’ll email you when there is news.`,
    action: launch ? waitlist : { label: FRIEND_WORDS.next.label, to: FRIEND_WORDS.next.path },
    picture: { file: 'kit.svg' },
  },
  left: {
    title: 'You have left the waitlist.',
    text: `We’ve stopped emailing you. We keep your entry so that it stays that way. ${comeBack}To erase your entry, use the link to your data in any of our emails. After that, we’ll never email this address again.`,
    action: { label: 'Back to the home page', to: '/' },
  },
  erased: {
    title: 'Your data is being erased.',
    text: 'This takes a few moments. We keep only a code made from your address, so that no backup or import restores your entry. Your address cannot be read from the code.',
    action: waitlist,
  },
  sent: {
    title: 'Check your inbox.',
    text: 'If your address is on the waitlist, an email with new links is on its way. Nothing there in a few minutes? Check your spam folder. Still nothing? You may not be on the list, or may have reached today’s email limit.',
    action: waitlist,
    picture: { file: 'mail.svg' },
  },
} as const

/** The page that a visitor sees after following an unknown or expired link. */
export const expiredPage = {
  title: 'This link no longer works.',
  text: `Confirmation links work for 7 days. Enter your address, and if it is on the waitlist, we’ll email you new links. ${joinAgain}If you erased your entry, it is gone, and there is nothing more to do.`,
  button: 'Send me a new email',
} as const

/** The buttons next to a person's referral link. */
export const shareWords = {
  copy: 'Copy the link',
  copied: 'Copied.',
  notCopied: 'We couldn’t copy the link. It is selected, so you can copy it yourself.',
  share: 'Share',
} as const

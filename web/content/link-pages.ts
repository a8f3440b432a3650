import { brand } from './brand.ts'

/** The pages behind the links of a mail, which have one button each. */
export const linkPages = {
  confirm: {
    title: 'Is this your address?',
    text: 'Press the button to confirm it, and we will write to you about your place, our progress and the launch.',
    button: 'Confirm my address',
  },
  leave: {
    title: 'Leave the waitlist?',
    text: 'Press the button, and we take you off the waitlist and send you no more mails.',
    button: 'Leave the waitlist',
  },
  data: {
    title: 'See what we hold about you',
    text: 'Your answers, the times, and the mails that we sent you: look at them, download them or erase them.',
    button: 'Show what is held',
    loading: 'Loading...',
    failed: 'We could not load it. Please try again in a moment.',
  },
} as const

const waitlist = { label: 'Open the waitlist', to: '/waitlist' } as const

/** The pages that follow the buttons. Anyone can open their addresses. */
export const donePages = {
  confirmed: {
    title: 'Your address is confirmed.',
    text: `Your place on the ${brand.name} waitlist is safe. We write when there is something to tell.`,
    action: { label: 'Explore Features', to: '/features' },
  },
  left: {
    title: 'You have left the waitlist.',
    text: 'We send you no more mails. We keep your answers, so that we know not to write to you; a link in each of our mails shows and erases them. You are welcome back.',
    action: waitlist,
  },
  erased: {
    title: 'Your data is being erased.',
    text: 'That takes a few moments. Only a keyed hash of your address stays, so that no backup or import can bring you back.',
    action: waitlist,
  },
  sent: {
    title: 'Look into your inbox.',
    text: 'If your address is on the waitlist, a mail with new links is on its way. It may land in the spam folder. If none arrives in a few minutes, you may not be on the list, or you had several mails from us today.',
    action: waitlist,
  },
} as const

/** The page for a link that is unknown or too old. */
export const expiredPage = {
  title: 'This link does not work any more.',
  text: 'A link confirms an address for 7 days, and no link works after its data was erased. Tell us your address, and if it is on the waitlist, we send you a mail with new links.',
  button: 'Send me a new mail',
} as const

import { brand } from './brand.ts'
import { nextSteps } from './waitlist.ts'

/** A link of a mail: `{{confirm}}`, `{{leave}}` or `{{data}}`, which the worker replaces. */
const link = (name: 'confirm' | 'leave' | 'data', label: string) => ({
  label,
  to: `{{${name}}}`,
})

const whyConfirmed = `You get this mail because this address is on the ${brand.name} waitlist and was confirmed.`

/**
 * The mails' words. They contain nothing that a visitor typed, because anybody can enter anybody's
 * address. A link's label ends without a full stop: in plain text its address follows.
 */
export const mails = {
  confirm: {
    subject: `Confirm your place on the ${brand.name} waitlist`,
    preview: 'One step is left: tell us that this address is yours.',
    title: 'Your place is saved.',
    text: `Thank you for joining the ${brand.name} waitlist. One step is left: tell us that this address is yours.`,
    button: link('confirm', 'Confirm my address'),
    note: 'The button opens a page where you press once more. It works for 7 days.',
    // The first step is this mail.
    next: { title: nextSteps.title, items: nextSteps.items.slice(1) },
    stranger: {
      title: 'Was it not you?',
      text: 'Then somebody else typed your address, and you can ignore this mail. We send updates, invitations and offers only to confirmed addresses. You can also take yours off the list at once.',
      link: link('leave', 'Take my address off the list'),
    },
    why: `You get this mail because this address was entered into the waitlist form of ${brand.name}.`,
  },
  invite: {
    subject: `Your turn has come: early access to ${brand.name}`,
    preview: 'Reply to this mail, and we write back with your way in.',
    title: 'Your turn has come.',
    text: `We open ${brand.name} to a few sellers at a time, and the next place is yours. This is how you take it:`,
    steps: [
      'Reply to this mail. “Yes” is enough.',
      'We set up your access, and write back with your way in.',
      'Have a product link or a picture ready for your first ad kit.',
    ],
    after: 'Not now? Then do nothing. We send this invitation once, and you stay on the waitlist.',
    button: { label: `See what ${brand.name} makes`, to: brand.origin },
    why: whyConfirmed,
  },
  /** The frame of an announcement. Its owner writes subject and body for `waitlist announce`. */
  announce: {
    subject: '{{subject}}',
    title: '{{subject}}',
    body: '{{body}}',
    why: whyConfirmed,
  },
} as const

/** The brand in characters, because mails contain no picture. */
export const letterhead = { sign: '✦', name: brand.name }

/** At the end of every mail. Some countries want your postal address here. */
export const mailFooter = {
  from: { name: brand.name, address: brand.origin },
  links: [
    link('leave', 'Leave the waitlist'),
    link('data', 'See, download or erase what we hold about you'),
  ],
  help: { label: 'Questions? Write to', address: brand.supportEmail },
} as const

import type { ColumnName } from './person.ts'

/**
 * The site's language, and what the form, the API and nginx say to visitors. The questions are in fields.ts, the error
 * messages in error-sentences.ts, the text that people agree to in consent.ts, and all other words in web/content.
 */

/** A BCP 47 tag (RFC 5646). It also determines how dates, numbers and prices are written. */
export const LANGUAGE = 'en-US'

/** A text for each of the language's plural forms (Unicode CLDR). `{count}` is replaced with the number. */
export type Forms = Readonly<Partial<Record<Intl.LDMLPluralRule, string>>> & {
  readonly other: string
}

/** Texts that the form shares with the error pages for browsers without JavaScript. */
export const WORDS = {
  failed: 'Error',
  optional: 'optional',
  openWaitlist: 'Open the waitlist page',
} as const

/** Texts for the page with the person's place in line and the referral link. */
export const FRIEND_WORDS = {
  title: 'Your address is confirmed.',
  text: 'You’re on the waitlist. We’ll email you when there is news.',
  placed: 'You are number {place} in line.',
  heading: 'Bring a friend',
  invitation: 'Know another seller? Share your link.',
  /** Invited people do not see this line. */
  advance: 'Each friend who confirms moves you up.',
  friends: {
    one: 'One friend has confirmed.',
    other: '{count} friends have confirmed.',
  } satisfies Forms,
  next: { label: 'Explore Features', path: '/features' },
} as const

/** Texts about friends that only the API writes. They are separate to keep them out of the site's scripts. */
export const FRIEND_NEWS = {
  moved: 'You’ve moved from number {before} to number {place} in line.',
  /** The next letter that the person gets for bringing friends. */
  reward: {
    one: 'Next reward at one confirmed friend: “{subject}”',
    other: 'Next reward at {count} confirmed friends: “{subject}”',
  } satisfies Forms,
} as const

/** The heading of the footnotes in a letter or an article, and the accessible name of the links back to the text. */
export const FOOTNOTES = {
  footnoteLabel: 'Footnotes',
  footnoteBackLabel: 'Back to the text',
} as const

/** Texts for the page that shows a person's stored data. */
export const DATA_WORDS = {
  title: 'Your data',
  friends: 'See my place and my referral link',
  download: 'Download as a file',
  /** The file's name. It must not contain accents. */
  file: 'my-data.json',
  erase: 'Erase all of this',
  warning:
    'This cannot be undone. You will lose your place on the waitlist. We keep only a code made from your address, so that no backup restores your entry. Your address cannot be read from the code.',
  confirmErase: 'Erase permanently',
} as const

/** The labels of a person's columns on that page. The invitation's code is only in its email. */
export const HELD_COLUMNS: Readonly<
  Record<Exclude<ColumnName, 'invite_code'> | 'referrals', string>
> = {
  joined_at: 'Joined the waitlist',
  confirmed_at: 'Confirmed the address',
  claimed_at: 'Claimed your place',
  source: 'Where you came from',
  referral_code: 'The code of your referral link',
  consent: 'Version of the text that you agreed to',
  consented_at: 'Agreed to it',
  left_at: 'Left the waitlist',
  rejoined_at: 'Joined again, not confirmed',
  invited_at: 'Invited',
  welcomed_at: 'Welcome email sent',
  undeliverable_at: 'Emails to you stopped',
  corrected_at: 'Last corrected by us',
  referrals: 'Friends who have confirmed',
}

/** The label for each entry from a form that was sent after the person left and is not confirmed yet. */
export const HELD_PENDING = 'New signup: {label}'

/** Shown for a signup whose form did not say which consent text it displayed. */
export const HELD_UNKNOWN_CONSENT = 'not recorded'

/** The labels of emails on that page, by kind. */
export const HELD_MAILS: Readonly<Record<string, string>> = {
  confirm: 'Confirmation email',
  after: 'Follow-up email',
  friend: 'Email about a friend',
  remind: 'Reminder email',
  invite: 'Invitation email',
  announce: 'News email',
}

/** The states of these emails. Withdrawn emails were never sent, so they are left out. */
export const HELD_STATES: Readonly<Record<string, string>> = {
  waiting: 'not sent yet, queued on {time}',
  sending: 'not sent yet, queued on {time}',
  sent: '{time}',
  written: 'not sent, because this site doesn’t send emails yet, {time}',
  failed: 'could not be delivered, {time}',
}

import type { Conditions } from '../contract/conditions.ts'
import type { Launch } from '../contract/launch.ts'

/**
 * An email with placeholders in double braces. `{{confirm}}`, `{{leave}}`, `{{data}}` and, for people with a referral
 * link, `{{friend}}` are links; `{{site}}` is the site's address.
 */
export interface MailTemplate {
  readonly subject: string
  readonly html: string
  readonly text: string
}

/** A letter that is sent a number of days after the confirmation, or to people who have brought friends. */
export interface AfterLetter extends MailTemplate {
  /** The file's name without its extension. */
  readonly name: string
  readonly days: number
  /** If set, the letter is sent once the person has this many friends, and `days` is 0. */
  readonly friends?: number
  /** With `invited`, people who are invited before the letter is due do not get it. */
  readonly until: 'invited' | 'always'
  readonly where: Conditions
}

/** A letter for bringing friends, as mentioned on the page with a person's place in line. */
export interface Reward extends Pick<AfterLetter, 'subject' | 'until'> {
  readonly friends: number
}

/** A public letter's page, and the link to it at the end of the letter's email. */
export interface NewsPage {
  readonly path: string
  readonly html: string
  readonly text: string
}

/** The brand's look on the owner's board. */
export interface BoardLook {
  /** The colours of light and dark mode as custom properties. */
  readonly css: string
  /** The mark as SVG. */
  readonly icon: string
}

/**
 * The web build's file `mails.json`: everything that the worker needs to compose emails in the brand's design, and the
 * look of the board. Confirmations, reminders and invitations don't contain anything that a visitor typed.
 */
export interface MailTemplates {
  /** The site's public address, from SITE_URL at build time. */
  readonly origin: string
  /** The waitlist's stage when the site was built. */
  readonly launch: Launch
  readonly name: string
  readonly supportEmail: string
  /** The brand's postal address, which every email shows; an empty string if there is none. */
  readonly postalAddress: string
  readonly confirm: MailTemplate
  /** The only reminder, for a person who has not confirmed two days after the first email. */
  readonly remind: MailTemplate
  /** The invitation that asks for a reply. `{{until}}` is the last day on which the place is kept. */
  readonly invite: MailTemplate
  /** The invitation with INVITE_URL, whose link is `{{claim}}`. */
  readonly claim: MailTemplate
  /**
   * Tells a person about friends who have confirmed. `{{friends}}` and `{{place}}` are sentences. Undefined with
   * REFERRALS=off.
   */
  readonly friend?: MailTemplate | undefined
  /** The letters that follow the confirmation, with the person's answers as placeholders. */
  readonly after: readonly AfterLetter[]
  /** The frame around a letter, with the additional placeholders `{{subject}}` and `{{body}}`. */
  readonly announce: MailTemplate
  /** The public letters' pages, by letter id; undefined until there are any. */
  readonly news?: Readonly<Record<string, NewsPage>>
  /** The `style` attribute for each HTML element in a letter's body. */
  readonly styles: Readonly<Record<string, string>>
  readonly board: BoardLook
}

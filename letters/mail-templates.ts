import type { Conditions } from '../contract/conditions.ts'
import type { Launch } from '../contract/launch.ts'

/**
 * An email with placeholders in double braces: `{{confirm}}`, `{{leave}}`, `{{data}}` and, for people with a
 * referral link, `{{friend}}` are links, and `{{site}}` is the site's address.
 */
export interface MailTemplate {
  readonly subject: string
  readonly html: string
  readonly text: string
}

/** A letter that is sent a few days after the confirmation, or to people who have brought friends. */
export interface AfterLetter extends MailTemplate {
  /** The name of the file without its ending. */
  readonly name: string
  readonly days: number
  /** If set, the letter is sent once the person has this many friends, and `days` is 0. */
  readonly friends?: number
  /** With `invited`, people who are invited before the letter is due do not get it. */
  readonly until: 'invited' | 'always'
  readonly where: Conditions
}

/** A letter for bringing friends, as the page with a person's place names it. */
export interface Reward extends Pick<AfterLetter, 'subject' | 'until'> {
  readonly friends: number
}

/** The page of a public letter, and the link to it that ends the letter's email. */
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
 * The file `mails.json` of the web build: everything that the worker needs to write emails in the
 * brand's design, and the look of the board. Confirmations, reminders and invitations contain nothing that a visitor typed.
 */
export interface MailTemplates {
  /** The site's public address, from SITE_URL of the build. */
  readonly origin: string
  /** Where the waitlist stood when the site was built. */
  readonly launch: Launch
  /** The brand's name. */
  readonly name: string
  /** The brand's support address. */
  readonly supportEmail: string
  /** The brand's postal address, which every email shows; empty without one. */
  readonly postalAddress: string
  readonly confirm: MailTemplate
  /** The one email to a person who has not confirmed two days after the first. */
  readonly remind: MailTemplate
  /** The invitation that asks for a reply. `{{until}}` is the last day on which the place is kept. */
  readonly invite: MailTemplate
  /** The invitation with INVITE_URL, whose link is `{{claim}}`. */
  readonly claim: MailTemplate
  /**
   * Tells a person about friends who have confirmed: `{{friends}}` and `{{place}}` are sentences. Undefined with
   * REFERRALS=off.
   */
  readonly friend?: MailTemplate | undefined
  /** The letters that follow the confirmation, with the answers of the person as placeholders. */
  readonly after: readonly AfterLetter[]
  /** The frame of a letter, with the further placeholders `{{subject}}` and `{{body}}`. */
  readonly announce: MailTemplate
  /** The pages of public letters by the ids of the letters, once there are any. */
  readonly news?: Readonly<Record<string, NewsPage>>
  /** The `style` attribute of each HTML element in a letter's body. */
  readonly styles: Readonly<Record<string, string>>
  readonly board: BoardLook
}

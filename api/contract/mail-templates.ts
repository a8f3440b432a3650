/** A mail with placeholders in double braces: `{{confirm}}`, `{{leave}}` and `{{data}}` are links. */
export interface MailTemplate {
  readonly subject: string
  readonly html: string
  readonly text: string
}

/**
 * The file `mails.json` of the web build: everything that the worker needs to write mails in the
 * brand's look. The confirmation and the invitation contain nothing that a visitor typed.
 */
export interface MailTemplates {
  /** The site's public address, from SITE_URL of the build. */
  readonly origin: string
  /** The brand's name. */
  readonly name: string
  /** The brand's support address. */
  readonly supportEmail: string
  readonly confirm: MailTemplate
  readonly invite: MailTemplate
  /** The frame of an announcement, with the further placeholders `{{subject}}` and `{{body}}`. */
  readonly announce: MailTemplate
  /** The `style` attribute of each HTML element in an announcement's body. */
  readonly styles: Readonly<Record<string, string>>
}

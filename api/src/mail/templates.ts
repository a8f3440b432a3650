import { readFileSync } from 'node:fs'
import type { MailTemplate, MailTemplates } from '../../contract/mail-templates.ts'
import type { Sender } from './transport.ts'

/**
 * Reads the mails that the web build has made.
 * @throws when the file is missing or damaged
 */
export function readTemplates(file: string): MailTemplates {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    throw new Error(`${file} is missing or damaged. The build of the site makes it: npm run build`)
  }
}

/** Replaces `{{name}}` by the value of that name; unknown names stay. */
export const fill = (
  { subject, html, text }: MailTemplate,
  values: Readonly<Record<string, string>>,
): MailTemplate => {
  const filled = (template: string) =>
    template.replace(/\{\{(\w+)\}\}/g, (whole, name: string) => values[name] ?? whole)
  return { subject: filled(subject), html: filled(html), text: filled(text) }
}

/**
 * Reads `Name <address>` or `address`; without it, the brand and its support address. Replies go to
 * the support address, because the invitation asks for one.
 */
export function senderOf(
  from: string | undefined,
  { name, supportEmail }: Pick<MailTemplates, 'name' | 'supportEmail'>,
): Sender {
  const [, shown = '', address = from ?? supportEmail] = from?.match(/(.*)<(.*)>/) ?? []
  return { name: shown.trim() || name, address: address.trim(), replyTo: supportEmail }
}

import { readFile } from 'node:fs/promises'
import type { MailTemplate, MailTemplates } from '../../contract/mail-templates.ts'
import type { Sender } from './transport.ts'

/**
 * Reads the mails that the web build has made.
 * @throws when the file is missing
 */
export async function readTemplates(file: string): Promise<MailTemplates> {
  const text = await readFile(file, 'utf8').catch(() => {
    throw new Error(`${file} is missing. The build of the site makes it: npm run build`)
  })
  return JSON.parse(text)
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

/** Reads `Name <address>` or `address`; without it, the brand and its support address. */
export function senderOf(
  from: string | undefined,
  { name, supportEmail }: Pick<MailTemplates, 'name' | 'supportEmail'>,
): Sender {
  if (from === undefined) return { name, address: supportEmail }
  const [, shown = '', address = from] = /^(.*)<(.*)>$/.exec(from) ?? []
  return { name: shown.trim() || name, address: address.trim() }
}

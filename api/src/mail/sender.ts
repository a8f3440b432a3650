import { domainToASCII } from 'node:url'
import type { MailTemplates } from '../../../letters/mail-templates.ts'
import type { Sender } from './transport.ts'

/** Headers of emails are ASCII. */
const withAsciiDomain = (address: string): string =>
  address.trim().replace(/[^@]+$/, (domain) => domainToASCII(domain))

const unquote = (_quoted: string, text: string): string => text.replace(/\\(.)/g, '$1')

/**
 * Reads `Name <address>`, `"Name, Inc." <address>` or `address`; without it, the brand and its support address. Replies go to
 * the support address, because the invitation asks for one.
 */
export function senderOf(
  from: string | undefined,
  { name, supportEmail }: Pick<MailTemplates, 'name' | 'supportEmail'>,
): Sender {
  const [, shown = '', address = from ?? supportEmail] = from?.match(/(.*)<(.*)>/) ?? []
  return {
    name: shown.trim().replace(/^"(.*)"$/, unquote) || name,
    address: withAsciiDomain(address),
    replyTo: withAsciiDomain(supportEmail),
  }
}

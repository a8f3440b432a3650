import type { MailTemplates } from '../../../../letters/mail-templates.ts'
import { readTemplates } from '../../../../letters/templates.ts'
import type { Config, MailConfig } from '../../system/settings.ts'
import { openApi } from './https.ts'
import { mailFolder } from './mail-files.ts'
import { openSmtpOrFiles, type Sender, type Transport, withAsciiDomain } from './smtp.ts'

const unquote = (_quoted: string, text: string): string => text.replace(/\\(.)/g, '$1')

/**
 * Reads `Name <address>`, `"Name, Inc." <address>` or `address`; by default, the brand and its support address. Replies
 * go to the support address, because the invitation asks for a reply.
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

/** Opens the mail API in MAIL_API, the mail server in SMTP_URL, or the folder for files. */
export const openTransport = (
  mail: MailConfig,
  from: Sender,
  dataDir: string,
): Promise<Transport> =>
  mail.api ? Promise.resolve(openApi(mail.api, from)) : openSmtpOrFiles(mail, from, dataDir)

export interface Post {
  readonly templates: MailTemplates
  readonly origin: string
  readonly mail: MailConfig
  readonly transport: Transport
  /** The folder for emails that are written to files while there is no mail server. */
  readonly mailFolder: string
}

/**
 * Opens the templates and the transport.
 * @param templates by default, those in MAILS_FILE
 * @throws Error that says which setting is missing or wrong
 */
export async function openPost(
  { mail, mailsFile, linksUrl, dataDir }: Omit<Config, 'ownerUrl' | 'apiPassFile'>,
  templates?: MailTemplates,
): Promise<Post> {
  if (!templates && mailsFile === undefined) throw new Error('MAILS_FILE: expected a file')
  const read = templates ?? readTemplates(mailsFile ?? '')
  const transport = await openTransport(mail, senderOf(mail.from, read), dataDir)
  return {
    templates: read,
    origin: linksUrl ?? read.origin,
    mail,
    transport,
    mailFolder: mailFolder(dataDir),
  }
}

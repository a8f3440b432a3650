import type { MailTemplates } from '../../../letters/mail-templates.ts'
import { readTemplates } from '../../../letters/templates.ts'
import type { Config, MailConfig } from '../system/settings.ts'
import { senderOf } from './sender.ts'
import { openTransport, type Transport } from './transport.ts'

/** What is needed to write emails and to send them. */
export interface Post {
  readonly templates: MailTemplates
  /** The address of the site in links. */
  readonly origin: string
  readonly mail: MailConfig
  readonly transport: Transport
}

/**
 * @param templates by default those of MAILS_FILE
 * @throws Error naming the setting that is missing or wrong
 */
export async function openPost(
  { mail, mailsFile, linksUrl, dataDir }: Omit<Config, 'ownerUrl' | 'apiPassFile'>,
  templates?: MailTemplates,
): Promise<Post> {
  if (!templates && mailsFile === undefined) throw new Error('MAILS_FILE: expected a file')
  const read = templates ?? readTemplates(mailsFile ?? '')
  const transport = await openTransport(mail, senderOf(mail.from, read), dataDir)
  return { templates: read, origin: linksUrl ?? read.origin, mail, transport }
}

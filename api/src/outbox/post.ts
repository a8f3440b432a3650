import type { MailTemplates } from '../../../mails/mail-templates.ts'
import { readTemplates } from '../../../mails/templates.ts'
import type { OwnerConfig } from '../config/owner.ts'
import type { MailConfig } from '../config/worker.ts'
import { senderOf } from '../mail/sender.ts'
import { openTransport, type Transport } from '../mail/transport.ts'

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
  { mail, mailsFile, siteUrl, dataDir }: Omit<OwnerConfig, 'ownerUrl' | 'apiPassFile'>,
  templates?: MailTemplates,
): Promise<Post> {
  if (!templates && mailsFile === undefined) throw new Error('MAILS_FILE: expected a file')
  const read = templates ?? readTemplates(mailsFile ?? '')
  const transport = await openTransport(mail, senderOf(mail.from, read), dataDir)
  return { templates: read, origin: siteUrl ?? read.origin, mail, transport }
}

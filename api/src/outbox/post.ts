import type { MailTemplates } from '../../../mails/mail-templates.ts'
import { readTemplates } from '../../../mails/templates.ts'
import type { OwnerConfig } from '../config/owner.ts'
import type { MailConfig } from '../config/worker.ts'
import { senderOf } from '../mail/sender.ts'
import { openTransport } from '../mail/transport.ts'
import type { Post } from './send.ts'

/**
 * Opens what the worker needs to send mails.
 * @param templates by default those of MAILS_FILE
 * @throws Error naming the setting that is missing or wrong
 */
export async function openPost(
  { mail, mailsFile, siteUrl, dataDir }: Omit<OwnerConfig, 'ownerUrl' | 'apiPassFile'>,
  templates?: MailTemplates,
): Promise<
  Omit<Post, 'onOutcome'> & Pick<MailConfig, 'reminds' | 'webhook' | 'notifyUrl' | 'ownerEmail'>
> {
  if (!templates && mailsFile === undefined) throw new Error('MAILS_FILE: expected a file')
  const read = templates ?? readTemplates(mailsFile ?? '')
  const sender = senderOf(mail.from, read)
  return {
    templates: read,
    origin: siteUrl ?? read.origin,
    announceHeader: mail.announceHeader,
    transport: await openTransport(mail, sender, dataDir),
    invitation: mail.invitation,
    quotas: { perHour: mail.perHour, perDay: mail.perDay },
    hasServer: mail.smtpUrl !== undefined,
    reminds: mail.reminds,
    webhook: mail.webhook,
    notifyUrl: mail.notifyUrl,
    ownerEmail: mail.ownerEmail,
  }
}

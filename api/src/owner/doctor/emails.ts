import { LOOPBACK } from '../../../../contract/urls.ts'
import { readTemplates } from '../../../../letters/templates.ts'
import { openTransport, senderOf } from '../../mail/transport/post.ts'
import { portsOf, providerOf } from '../../mail/transport/providers.ts'
import { smtpOptions } from '../../mail/transport/smtp.ts'
import type { Context } from '../cli/context.ts'
import { type Checks, type Finding, judge, ok, problem } from './checks.ts'
import { howToReach } from './ports.ts'
import { isTrial } from './site.ts'

/**
 * Returns the emails that the build wrote, and their sender.
 * @throws when the emails are missing
 */
export function readEmails(site: Context) {
  const templates = readTemplates(site.mailsFile ?? 'MAILS_FILE')
  const { smtpUrl, from } = site.mail
  const origin = site.linksUrl ?? templates.origin
  const sender = senderOf(from, templates)
  const domain = sender.address.split('@')[1] ?? ''
  const smtpHost = smtpUrl && smtpOptions(smtpUrl).host
  return { ...site, templates, origin, sender, domain, smtpHost }
}

interface SmtpError {
  readonly code?: string
  /** The code of a network or TLS error. */
  readonly originalCode?: string
  readonly responseCode?: number
}

const CORRECT = `Correct SMTP_URL. In the user name and password, write @ and / as %40 and %2F. The host must be a name in the server’s certificate.
Port 465 needs smtps:// and port 587 needs smtp://. Many networks block port 25.`

/** Matches errors from before there is a connection, after which another port may work. */
const UNREACHED = /^E(?:CONN\w*|TIMEDOUT|HOSTUNREACH|NETUNREACH)$/

const CORRECT_API =
  'Correct MAIL_API_KEY: docs/providers.md says which key it is. Some keys work only in one region (MAIL_API_URL), for one domain (MAIL_FROM) or from allowed IP addresses.'

/** Explains an SMTP error by its code alone, because the message and the URL can contain the password. */
async function explain(
  { code, originalCode, responseCode }: SmtpError,
  host: string,
): Promise<Finding> {
  const reason = responseCode ?? originalCode ?? code ?? 'unknown'
  if (code === 'EAUTH') return problem(`the mail server refuses the login (${reason})`, CORRECT)
  const isUnreached = UNREACHED.test(originalCode ?? code ?? '') && !LOOPBACK.test(host)
  const ports = isUnreached ? `\n${await howToReach(host, portsOf(host))}` : ''
  return problem(`the mail server cannot be reached (${reason})`, CORRECT + ports)
}

const NO_SERVER =
  'Neither SMTP_URL nor MAIL_API is set: emails are written to files, but the site promises a confirmation, updates and an invitation by email'

const NO_POSTAL_ADDRESS =
  'emails contain no postal address, which the United States and other countries require in commercial email'

export const EMAILS: Checks<ReturnType<typeof readEmails>> = {
  links: ({ origin }) =>
    judge(
      !isTrial(origin),
      `emails link to ${origin}`,
      'Set SITE_URL in .env to the public address of the site, with https://. For another port here, set PORT.',
      'to do',
    ),

  'postal address'({ templates: { postalAddress } }) {
    const fix = 'Set BRAND_POSTAL_ADDRESS in .env, and build the site again.'
    const found = postalAddress ? 'emails contain a postal address' : NO_POSTAL_ADDRESS
    return judge(Boolean(postalAddress), found, fix, 'to do')
  },

  /** Checks the connection, TLS and the login or the key. */
  async 'mail server'({ mail, sender, origin, smtpHost }) {
    if (!mail.isSent) {
      const level = isTrial(origin) ? 'to do' : 'problem'
      const fix = 'Set SMTP_URL to your mail server, or MAIL_API and MAIL_API_KEY.'
      return judge(false, NO_SERVER, fix, level)
    }
    const transport = await openTransport(mail, sender, '')
    try {
      await transport.verify()
      return ok(`${transport.place} accepts emails`)
    } catch (error) {
      return smtpHost === undefined
        ? problem((error as Error).message, CORRECT_API)
        : await explain(error as SmtpError, smtpHost)
    } finally {
      transport.close()
    }
  },

  /** Mail providers send bounces to a webhook; other mail servers send them to MAIL_FROM. */
  bounces({ bounces, origin, mail: { api }, smtpHost = '' }) {
    const provider = api?.provider ?? providerOf(smtpHost)
    if (provider === undefined) return []
    const address = `${origin}/api/bounces/${provider}`
    if (bounces?.provider === provider) return ok(`bounces are received at ${address}`)
    return problem(
      `${api?.provider ?? smtpHost} reports bounces only to a webhook, but BOUNCE_PROVIDER is not ${provider}`,
      `Set BOUNCE_PROVIDER=${provider} and BOUNCE_KEY, and enter ${address}?key=BOUNCE_KEY at the provider (docs/bounces.md).`,
    )
  },
}

import { Resolver } from 'node:dns/promises'
import type { MailTemplates } from '../../../../mails/mail-templates.ts'
import { readTemplates } from '../../../../mails/templates.ts'
import type { Session } from '../../database/session.ts'
import { senderOf } from '../../mail/sender.ts'
import { smtpOptions } from '../../mail/transport.ts'
import { findMissing } from '../connect.ts'
import type { Context } from '../context.ts'

/** Domains that reach no one (RFC 2606, RFC 6761), such as that of the sample brand. */
const RESERVED = /(?:^|\.)(?:example(?:\.(?:com|net|org))?|test|invalid|localhost)$/

export const isReserved = (domain: string): boolean => RESERVED.test(domain)

/** A site without HTTPS or without a real name is not public. */
export function isTrialSite(origin: string): boolean {
  const { protocol, hostname } = new URL(origin)
  return protocol !== 'https:' || isReserved(hostname)
}

/** Of the resolver, in milliseconds. */
const LIMITS = { timeout: 2_000, tries: 2 }

/** The emails that the build has made, and their sender. */
function readEmails(site: Context) {
  let templates: MailTemplates
  try {
    templates = readTemplates(site.mailsFile ?? '')
  } catch {
    return undefined
  }
  const { smtpUrl, from, dkim } = site.mail
  const origin = site.siteUrl ?? templates.origin
  const sender = senderOf(from, templates)
  const domain = sender.address.split('@')[1] ?? ''
  const smtpHost = smtpUrl && smtpOptions(smtpUrl).host
  const resolver = new Resolver(LIMITS)
  const isTrial = isTrialSite(origin)
  return { ...site, templates, origin, isTrial, sender, domain, smtpHost, dkim, resolver }
}

export type WithEmails = NonNullable<ReturnType<typeof readEmails>>

/**
 * What checks look at. A part is undefined when a site has none, or when it cannot be read:
 * - `tables`: the server, if its tables are of this version
 * - `mail`: the emails, if there is a mail server
 * - `dns`: the sender, if its domain can be in the DNS
 */
export async function findParts(site: Context, session: Session | undefined) {
  const server = session && { ...site, session, missing: await findMissing(session) }
  const tables = server?.missing.length === 0 ? server : undefined
  const emails = readEmails(site)
  const mail = emails?.smtpHost ? { ...emails, smtpHost: emails.smtpHost } : undefined
  const dns = mail && !isReserved(mail.domain) ? mail : undefined
  return { site, server, tables, emails, mail, dns }
}

export type Parts = Awaited<ReturnType<typeof findParts>>
export type OnServer = NonNullable<Parts['server']>
export type WithMailServer = NonNullable<Parts['mail']>

import { Resolver } from 'node:dns/promises'
import type { MailTemplates } from '../../../contract/mail-templates.ts'
import { readTemplates, senderOf } from '../../mail/templates.ts'
import { smtpOptions } from '../../mail/transport.ts'
import type { Context } from '../context.ts'
import { DNS_CHECKS } from './dns.ts'
import { type Finding, named, type Result, runChecks } from './finding.ts'
import { mailServer } from './mail-server.ts'

/** Domains that reach no one (RFC 2606, RFC 6761), such as that of the sample brand. */
const RESERVED = /(?:^|\.)(?:example(?:\.(?:com|net|org))?|test|invalid|localhost)$/

/** A site without HTTPS or without a real name is not public. */
export function isTrialSite(origin: string): boolean {
  const { protocol, hostname } = new URL(origin)
  return protocol !== 'https:' || RESERVED.test(hostname)
}

const senderResult = (address: string): Result => {
  const found = `mails come from ${address}`
  return RESERVED.test(address.split('@')[1] ?? '')
    ? [
        `${found}, which is sample content`,
        'Set MAIL_FROM, or BRAND_SUPPORT_EMAIL for the whole site.',
      ]
    : [found]
}

/** In milliseconds. */
const LIMITS = { timeout: 2_000, tries: 2 }

/** Checks that mails can be sent, and that receivers can trust them. */
export async function examineMail(context: Context): Promise<Finding[]> {
  const { mail, mailsFile, siteUrl } = context
  let templates: MailTemplates
  try {
    templates = await readTemplates(mailsFile ?? '')
  } catch {
    return named('mail', [
      ['unknown: the site is not built yet', 'Start the site once, or run npm run build.'],
    ])
  }
  const sender = senderOf(mail.from, templates)
  const server = named(
    'mail server',
    await mailServer(context, sender, isTrialSite(siteUrl ?? templates.origin)),
  )
  if (mail.smtpUrl === undefined) return server
  const domain = sender.address.split('@')[1] ?? ''
  const findings = [...server, ...named('sender', [senderResult(sender.address)])]
  if (RESERVED.test(domain)) return findings
  const mailer = { domain, smtpHost: smtpOptions(mail.smtpUrl).host ?? '', dkim: mail.dkim }
  return [...findings, ...(await runChecks(DNS_CHECKS, mailer, new Resolver(LIMITS)))]
}
